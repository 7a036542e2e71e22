import type { Outside } from '../../flow/outside.ts'
import type { FlowWriter } from '../../flow/writer.ts'
import type { ReadInline } from '../lightweight/inline.ts'
import { placesIn } from './inline.ts'

export type Context = {
  readonly readInline: ReadInline
  readonly outside: Outside
  /** What is said of the document in `#+KEY: value`, by the key in lower case. */
  readonly keywords: Map<string, string>
  /** The lines of footnotes by their names. */
  readonly notes: ReadonlyMap<string, readonly string[]>
  /** Parts that are for other programs, or marked as not to be shown. */
  omitted: number
  /** The caption of what comes next. */
  caption: string
  /** Reads lines as blocks. */
  readonly read: (lines: readonly string[], place: Place, context: Context) => void
}

export type Place = {
  readonly writer: FlowWriter
  readonly list: number
  readonly depth: number
}

/** Reads the blocks that begin at a line, or returns null; else the line behind them. */
export type Reader = (lines: readonly string[], at: number, place: Place, context: Context) => number | null

/** The place inside a block. */
export const inner = (place: Place): Place => ({ ...place, depth: place.depth + 1 })

/** Adds text with markup to the block in the making. */
export const addInline = ({ writer }: Place, text: string, { readInline }: Context): void => {
  writer.name(...placesIn(text))
  for (const { text: stretch, ...look } of readInline(text)) writer.add(stretch, look)
}

/** The caption that was said of what comes next, which is written here. */
export const takeCaption = (place: Place, context: Context): string => {
  const text = context
    .readInline(context.caption)
    .map((run) => run.text)
    .join('')
  if (text !== '') place.writer.block({ type: 'caption' }, () => addInline(place, context.caption, context))
  context.caption = ''
  return text
}
