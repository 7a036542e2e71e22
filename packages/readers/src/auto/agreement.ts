import type { Table } from '@polyparse/document'
import { alone, cellCurves, type Curve, maxWithOtherNumbers, noTable, tableCurve, textCurve } from './parameters.ts'
import type { SecondPage } from './second-reading.ts'
import { isNumber, pairsOf, wordsOf } from './words.ts'

/** The probability that a text is right, by what the second reading has of it. */
export const confidenceOfText = (text: string, second: SecondPage | undefined): number => {
  if (second === undefined) return alone.text
  const words = wordsOf(text)
  const pairs = pairsOf(words)
  const share =
    pairs.length === 0
      ? shareOf(words, (word) => second.words.has(word))
      : shareOf(pairs, (pair) => second.pairs.has(pair))
  const hasNumbers = words.every((word) => !isNumber(word) || second.words.has(word))
  return hasNumbers ? at(textCurve, share) : Math.min(maxWithOtherNumbers, at(textCurve, share))
}

type TableConfidence = { readonly table: number; readonly cellOf: (text: string) => number }

/**
 * The probability that a table is right, and that each cell is, by the table of the second reading that has most of its
 * cells: two ways of layout hardly make the same mistake in rows and columns.
 */
export const confidenceOfTable = ({ cells }: Table, second: SecondPage | undefined): TableConfidence => {
  const own = cells.map(({ text }) => wordsOf(text).join(' ')).filter((words) => words !== '')
  if (second === undefined) return { table: alone.table, cellOf: () => alone.cell }
  const [best] = second.tables
    .map((other) => ({ other: new Set(other), share: sharedShare(own, other) }))
    .toSorted((one, other) => other.share - one.share)
  if (best === undefined) return { table: noTable.table, cellOf: () => noTable.cell }
  const { other, share } = best
  const cellOf = (text: string): number => {
    const words = wordsOf(text).join(' ')
    return at(words === '' || other.has(words) ? cellCurves.shared : cellCurves.differing, share)
  }
  return { table: at(tableCurve, share), cellOf }
}

/** The share of texts that another list has as well, as often. */
const sharedShare = (own: readonly string[], other: readonly string[]): number => {
  const left = new Map<string, number>()
  for (const text of other) left.set(text, (left.get(text) ?? 0) + 1)
  return shareOf(own, (text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count > 0
  })
}

const shareOf = (texts: readonly string[], has: (text: string) => boolean): number =>
  texts.length === 0 ? 1 : texts.filter(has).length / texts.length

/** The probability at a share, between the points of the curve. */
export const at = (curve: Curve, share: number): number => {
  const next = curve.findIndex(([point]) => point >= share)
  const [high, above] = curve[next] ?? curve.at(-1) ?? [1, 1]
  const [low, below] = curve[next - 1] ?? [high, above]
  return high > low ? below + ((above - below) * (share - low)) / (high - low) : above
}
