import type { FlowBlock } from '../../flow/flow.ts'
import type { Outside } from '../../flow/outside.ts'
import { written } from '../../flow/writer.ts'
import type { BlockReader, LightweightPlace, ReadBlocks } from '../lightweight/lightweight-blocks.ts'
import type { ReadInline } from '../lightweight/lightweight-inline.ts'
import { restructuredTextPlaces } from './restructured-text-inline.ts'

/** A footnote as it is written, with the mark that it has in the text. */
export type NoteSource = { readonly mark: string; readonly lines: readonly string[] }

export type RestructuredTextContext = {
  readonly readInline: ReadInline
  /** The adornments of titles, from the highest level. */
  readonly adornments: string[]
  readonly outside: Outside
  /** Parts for other programs, which are left out. */
  omitted: number
  /** Footnotes by the names that the text has for them. */
  readonly notes: ReadonlyMap<string, NoteSource>
  /** Reads lines as blocks. */
  readonly read: ReadBlocks<RestructuredTextContext>
}

export type RestructuredTextReader = BlockReader<RestructuredTextContext>

/** Returns what lines say as blocks, to be held in another: an item, a quote, a cell. */
export const restructuredTextBlocksIn = (
  lines: readonly string[],
  { depth }: LightweightPlace,
  context: RestructuredTextContext,
  list = 0,
): readonly FlowBlock[] => written((writer) => context.read(lines, { writer, list, depth: depth + 1 }, context))

/** Adds text with markup to the block in the making. */
export const addRestructuredTextInline = (
  { writer }: LightweightPlace,
  text: string,
  context: RestructuredTextContext,
): void => {
  writer.name(...restructuredTextPlaces(text))
  for (const { text: stretch, ...look } of context.readInline(text)) writer.add(stretch, look)
}
