import type { Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { isNumeric, type PlacedRow } from '../rows/text-rows.ts'

const maxHeadRows = 8
const wholeWidth = 0.6

/** How many lines at the top of a table are its header, and the lines drawn in it that go over some columns only. */
export const headLength = (
  rows: readonly PlacedRow[],
  { columns, atLeast, zone }: { readonly columns: number; readonly atLeast: number; readonly zone: Zone },
): { readonly head: number; readonly partial: readonly Rule[] } => {
  const width = zone.right - zone.left
  const isFromLeft = ({ from }: Rule): boolean => from < zone.left + width * 0.06
  const partial = zone.rules.filter((rule) => !isFromLeft(rule) || rule.to - rule.from < width * 0.9)
  const whole = zone.rules.filter((rule) => isFromLeft(rule) && rule.to - rule.from >= width * wholeWidth)
  const max = Math.min(maxHeadRows, rows.length - 1)
  const byRule = rows.findIndex((row, index) => {
    const below = rows[index + 1]
    return index < max && below !== undefined && index + 1 >= atLeast && whole.some(({ at }) => isUnder(at, row, below))
  })
  if (byRule >= 0) return { head: byRule + 1, partial }
  return { head: Math.min(max, Math.max(atLeast, byTypes(rows, columns), byWeight(rows))), partial }
}

const isUnder = (at: number, above: PlacedRow, below: PlacedRow): boolean =>
  at > above.baseline - above.size * 0.2 && at < below.baseline - below.size * 0.4

/** Text over columns of numbers. */
const byTypes = (rows: readonly PlacedRow[], columns: number): number => {
  const numeric = Array.from({ length: columns }, (_, column) => isNumericColumn(rows, column))
  if (!numeric.some(Boolean)) return 0
  const first = rows.findIndex(({ pieces }) =>
    pieces.some((piece) => numeric[piece.first] === true && isNumeric(piece.text)),
  )
  const heads = rows.slice(0, first)
  const isHead = heads.some(({ pieces }) => pieces.some((piece) => numeric[piece.first] === true))
  return isHead && first <= maxHeadRows ? withoutSections(heads) : 0
}

/** Lines with the first column alone, at the end of the header, head the rows below them. */
const withoutSections = (heads: readonly PlacedRow[]): number => {
  const last = heads.findLastIndex(({ pieces }) => pieces.length > 1 || (pieces[0]?.first ?? 0) > 0)
  return last + 1
}

const isNumericColumn = (rows: readonly PlacedRow[], column: number): boolean => {
  const texts = rows.flatMap(({ pieces }) => pieces.filter(({ first }) => first === column).map(({ text }) => text))
  return texts.filter(isNumeric).length >= Math.max(2, texts.length * 0.6)
}

const byWeight = (rows: readonly PlacedRow[]): number => {
  const bold = rows.map(({ words }) => words.every(({ style }) => style.bold))
  const first = bold.indexOf(false)
  const rest = bold.slice(first)
  return first > 0 && first <= 4 && rest.filter(Boolean).length < rest.length * 0.4 ? first : 0
}
