import { findColumns, type Gap } from './columns.ts'
import type { Zone } from './zone.ts'
import { chunksOf, isNumeric, textOf, textRows, type TextRow } from './text-rows.ts'

/** Stretches on each side, and words in each, from which on both sides are taken for columns of text. */
const min = { lines: 4, words: 3 }

/** The gap between two columns of running text; null when the zone has none, and so may be a table. */
export const gutterOf = ({ words }: Zone): Gap | null => {
  const rows = textRows(words)
  const { gaps } = findColumns(rows)
  return gaps.find((gap) => isGutter(rows, gap)) ?? null
}

/** Sentences on the left, and on the right more of them, or anything longer that are no values for what is on the left. */
const isGutter = (rows: readonly TextRow[], { from, to }: Gap): boolean => {
  const [left, right] = [side(rows, -Infinity, to), side(rows, from, Infinity)]
  if (!isText(left)) return false
  return isText(right) || (left.length > 5 && right.filter(({ isValue }) => isValue).length < right.length * 0.4)
}

type Stretch = { readonly words: number; readonly isValue: boolean }

const side = (rows: readonly TextRow[], from: number, to: number): Stretch[] =>
  rows.flatMap((row) => {
    const words = row.words.filter(({ box }) => box[0] >= from && box[2] <= to)
    return chunksOf({ words, size: row.size }, 0.9).map((chunk) => ({
      words: chunk.words.length,
      isValue: isNumeric(textOf(chunk.words)),
    }))
  })

const isText = (stretches: readonly Stretch[]): boolean =>
  stretches.length >= min.lines && stretches.reduce((sum, { words }) => sum + words, 0) >= stretches.length * min.words
