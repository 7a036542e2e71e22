import type { Outside } from '../../flow/outside.ts'
import type { FlowWriter } from '../../flow/writer.ts'
import type { ReadInline } from '../lightweight/inline.ts'

export type Context = {
  readonly readInline: ReadInline
  readonly outside: Outside
  /** What is said of the document in `#+KEY: value`, by the key in lower case. */
  readonly keywords: Map<string, string>
  /** Parts that are for other programs, or marked as not to be shown. */
  omitted: number
  /** The caption of what comes next. */
  caption: string
}

export type Place = {
  readonly writer: FlowWriter
  readonly list: number
  readonly depth: number
}

/** Adds text with markup to the block in the making. */
export const addInline = ({ writer }: Place, text: string, { readInline }: Context): void => {
  for (const { text: stretch, ...look } of readInline(text)) writer.add(stretch, look)
}
