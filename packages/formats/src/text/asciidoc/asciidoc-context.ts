import type { Intent } from './intent.ts'
import type { Outside } from '../../flow/outside.ts'
import type { LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import type { ReadInline } from '../lightweight/lightweight-inline.ts'
import { asciidocPlaces } from './places.ts'

export type AsciidocContext = {
  readonly readInline: ReadInline
  readonly outside: Outside
  /** The attributes of the document, which its text may refer to; names are in lower case. */
  readonly attributes: Map<string, string>
  /** Parts for other programs, which are left out. */
  omitted: number
}

/** Reads the block that begins at a line, or returns null; else the line behind it. */
export type AsciidocReader = (
  lines: readonly string[],
  at: number,
  intent: Intent,
  place: LightweightPlace,
  context: AsciidocContext,
) => number | null

/** Adds text with markup to the block in the making. */
export const addAsciidocInline = (
  { writer }: LightweightPlace,
  text: string,
  { readInline }: AsciidocContext,
): void => {
  writer.name(...asciidocPlaces(text))
  for (const { text: stretch, ...look } of readInline(text)) writer.add(stretch, look)
}
