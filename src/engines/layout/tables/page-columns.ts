import { findColumns, type Gap } from './columns.ts'
import type { Zone } from './stream-grid.ts'
import { chunksOf, textRows, type TextRow } from './text-rows.ts'

/** Stretches on each side, and words in each, from which on both sides are taken for columns of text. */
const fewest = { lines: 4, words: 3.5 }

/** The gap between two columns of running text; null when the zone has none, and so may be a table. */
export const gutterOf = ({ words }: Zone): Gap | null => {
  const rows = textRows(words)
  const { gaps } = findColumns(rows)
  return gaps.find(({ from, to }) => isText(side(rows, -Infinity, to)) && isText(side(rows, from, Infinity))) ?? null
}

/** How many words the stretches of text on one side have. */
const side = (rows: readonly TextRow[], from: number, to: number): number[] =>
  rows.flatMap((row) => {
    const words = row.words.filter(({ box }) => box[0] >= from && box[2] <= to)
    return chunksOf({ words, size: row.size }, 0.9).map((chunk) => chunk.words.length)
  })

const isText = (counts: readonly number[]): boolean =>
  counts.length >= fewest.lines && counts.reduce((sum, count) => sum + count, 0) >= counts.length * fewest.words
