import type { Outside } from '../../flow/outside.ts'
import type { FlowWriter } from '../../flow/writer.ts'
import type { ReadInline } from '../lightweight/inline.ts'

export type Context = {
  readonly readInline: ReadInline
  /** The adornments of titles, from the highest level. */
  readonly adornments: string[]
  readonly outside: Outside
  /** Parts for other programs, which are left out. */
  omitted: number
  /** The number of the next footnote that has none of its own. */
  readonly nextNote: () => string
  /** Reads lines as blocks. */
  readonly read: (lines: readonly string[], place: Place, context: Context) => void
}

export type Place = {
  readonly writer: FlowWriter
  /** The depth of lists. */
  readonly list: number
  /** The depth of everything. */
  readonly depth: number
}

/** Adds text with markup to the block in the making. */
export const addInline = ({ writer }: Place, text: string, context: Context): void => {
  for (const { text: stretch, ...look } of context.readInline(text)) writer.add(stretch, look)
}
