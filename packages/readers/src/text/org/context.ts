import type { Outside } from '../../flow/outside.ts'
import type { BlockReader, Place, ReadBlocks } from '../lightweight/blocks.ts'
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
  readonly read: ReadBlocks<Context>
}

export type Reader = BlockReader<Context>

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
