import type { Intent } from './intent.ts'
import type { Outside } from '../../flow/outside.ts'
import type { Place } from '../lightweight/blocks.ts'
import type { ReadInline } from '../lightweight/inline.ts'
import { placesIn } from './places.ts'

export type Context = {
  readonly readInline: ReadInline
  readonly outside: Outside
  /** The attributes of the document, which its text may refer to; names are in lower case. */
  readonly attributes: Map<string, string>
  /** Parts for other programs, which are left out. */
  omitted: number
}

/** Reads the block that begins at a line, or returns null; else the line behind it. */
export type Reader = (
  lines: readonly string[],
  at: number,
  intent: Intent,
  place: Place,
  context: Context,
) => number | null

/** Adds text with markup to the block in the making. */
export const addInline = ({ writer }: Place, text: string, { readInline }: Context): void => {
  writer.name(...placesIn(text))
  for (const { text: stretch, ...look } of readInline(text)) writer.add(stretch, look)
}
