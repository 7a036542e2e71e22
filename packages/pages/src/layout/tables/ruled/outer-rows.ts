import { firstOf, lastOf } from '@polyparse/document/items'
import { areBold } from '../../../language/bold.ts'
import type { ContentWord, Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { outerRows as limits } from '../parameters.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { placeRow, textRows, type PlacedRow, type TextRow } from '../rows/text-rows.ts'
import { dividerIn } from '../white/columns.ts'
import type { WordIndex } from '../word-index.ts'
import { isHeading } from './text-between.ts'
import { rowCountOf, type Lattice } from './lattices.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Adds the rows just outside the lines of a table. Many tables draw no line above their header or below their last
 * row.
 */

/**
 * Extends a lattice to lines of its width above and below it, when the text between keeps to its columns; and without a
 * line above it to the headings over its columns.
 */
export const extendLattice = (lattice: Lattice, rules: readonly Rule[], index: WordIndex): Lattice => {
  if (rowCountOf(lattice) < 2) return lattice
  const [left, right] = [firstOf(lattice.xs), lastOf(lattice.xs)]
  const [top, bottom] = [firstOf(lattice.ys), lastOf(lattice.ys)]
  const wide = rules.filter(
    ({ from, to }) => Math.abs(from - left) < limits.endTolerance && Math.abs(to - right) < limits.endTolerance,
  )
  const above = wide.findLast(({ at }) => at < top - limits.minDistance)
  const below = wide.find(({ at }) => at > bottom + limits.minDistance)
  const row = lattice.xs.slice(1).map(() => true)
  const keeps = (from: number, to: number): boolean =>
    to - from < limits.maxDistance && keepsToColumns(lattice, from, to, index)
  const start = above !== undefined && keeps(above.at, top) ? above.at : headingsAbove(lattice, index)
  const extended: Lattice =
    start === null
      ? lattice
      : { ...lattice, ys: [start, ...lattice.ys], walls: [row, ...lattice.walls], floors: [row, ...lattice.floors] }
  if (below === undefined || !keeps(bottom, below.at)) return extended
  const { ys, walls, floors } = extended
  return { ...extended, ys: [...ys, below.at], walls: [...walls, row], floors: [...floors.slice(0, -1), row, row] }
}

/**
 * The top of a line of headings right above a lattice: one for each column, in which nothing is a number, and each
 * aligned with what is below it. Null when there is none.
 */
const headingsAbove = ({ xs, ys }: Lattice, index: WordIndex): number | null => {
  const [left, right, top] = [firstOf(xs), lastOf(xs), firstOf(ys)]
  const above = textRows(index.within([-Infinity, top - limits.maxHeadingDistance, Infinity, top])).at(-1)
  if (above === undefined || xs.length - 1 < limits.minHeadedColumns) return null
  const { pieces, size } = placeRow(above, xs)
  const isOn =
    top - above.bottom < size * limits.gapAbove &&
    above.words.every(({ box }) => box[0] > left - limits.margin && box[2] < right + limits.margin) &&
    pieces.length === xs.length - 1 &&
    pieces.every(({ first, last, text }, column) => first === column && last === column && !isNumericText(text))
  if (!isOn) return null
  const below = textRows(index.within([left, top, right, lastOf(ys)])).map((row) => placeRow(row, xs))
  const areAligned = pieces.every(({ first, from, to }) => {
    const beneath = below.flatMap((row) => row.pieces.filter((piece) => piece.first === first && piece.last === first))
    return beneath.some(
      (piece) =>
        Math.abs(piece.from - from) < limits.alignment ||
        Math.abs(piece.to - to) < limits.alignment ||
        Math.abs(piece.from + piece.to - from - to) < 2 * limits.alignment,
    )
  })
  return areAligned ? above.top : null
}

const keepsToColumns = ({ xs }: Lattice, top: number, bottom: number, index: WordIndex): boolean => {
  const rows = textRows(index.within([firstOf(xs), top, lastOf(xs), bottom])).map((row) => placeRow(row, xs))
  return (
    rows.length > 0 &&
    rows.every(({ pieces }) => pieces.length > 1) &&
    rows.some(({ pieces }) => pieces.length >= (xs.length - 1) * limits.minColumnShare)
  )
}

/**
 * Extends a table ruled across by a header above its first line and by rows below its last. Returns the same zone when
 * there are none.
 */
export const extendZone = (
  zone: Zone,
  columns: readonly number[],
  { index, rules }: { readonly index: WordIndex; readonly rules: readonly Rule[] },
): Zone => {
  const [top, bottom] = [minOf(zone.rules.map(({ at }) => at)), maxOf(zone.rules.map(({ at }) => at))]
  const size = maxOf(zone.words.map((word) => word.size))
  const partial = rules.filter(
    (rule) =>
      rule.at < top &&
      rule.at > top - size * limits.rangeAbove &&
      rule.from > zone.left - limits.margin &&
      rule.to < zone.right + limits.margin,
  )
  const rowsAt = (from: number, to: number): TextRow[] =>
    textRows(index.within([zone.left - limits.margin, from, zone.right + limits.margin, to]))
  const rowsAbove = rowsAt(top - size * limits.rangeAbove, top)
  const drawnXs = atEndsOf(partial, columns, zone.words)
  const xsOver = (rows: readonly TextRow[]): readonly number[] =>
    partial.length > 0 || zone.xs !== null ? drawnXs : dividedOver(rows, drawnXs, zone.words)
  const above = headerAbove(
    rowsAbove.map((row) => placeRow(row, xsOver([row]))),
    { top, drawn: zone.xs, partial },
  )
  const header = new Set(above)
  const xs = xsOver(rowsAbove.filter(({ words }) => words.some((word) => header.has(word))))
  const belowRows = rowsAt(bottom, bottom + size * limits.rangeBelow).map((row) => placeRow(row, xs))
  const below = rowsBelow(belowRows, bottom, zone, xs)
  if (above.length + below.length === 0) return zone
  const start = minOf(above.map(({ box }) => box[1]))
  return {
    ...zone,
    xs,
    words: [...zone.words, ...above, ...below],
    rules: [...partial.filter((rule) => rule.at > start), ...zone.rules],
  }
}

/** Columns that end in the white of a table where the rows above leave most of it: headings may be wider than what is below. */
const dividedOver = (
  rows: readonly TextRow[],
  xs: readonly number[],
  words: readonly ContentWord[],
): readonly number[] =>
  xs.map((x, index) => {
    if (index === 0 || index === xs.length - 1) return x
    const from = maxOf(words.filter(({ box }) => (box[0] + box[2]) / 2 < x).map(({ box }) => box[2]))
    const to = minOf(words.filter(({ box }) => (box[0] + box[2]) / 2 >= x).map(({ box }) => box[0]))
    return from < to ? dividerIn({ from, to }, rows) : x
  })

/** Columns that end where lines over some of them do, in the same white: a heading may reach far into it. */
const atEndsOf = (partial: readonly Rule[], xs: readonly number[], words: readonly ContentWord[]): number[] =>
  xs.map((x, index) => {
    if (index === 0 || index === xs.length - 1) return x
    const isFree = (end: number): boolean =>
      !words.some(({ box }) => box[0] < Math.max(x, end) && box[2] > Math.min(x, end))
    return partial.flatMap(({ from, to }) => [from, to]).find(isFree) ?? x
  })

type Above = {
  readonly top: number
  readonly drawn: readonly number[] | null
  /** The lines above the table, which group headings. */
  readonly partial: readonly Rule[]
}

const headerAbove = (rows: readonly PlacedRow[], { top, drawn, partial }: Above): ContentWord[] => {
  const header: PlacedRow[] = []
  let edge = top
  for (const row of rows.toReversed()) {
    const isHeader =
      header.length < limits.maxHeaderRows &&
      edge - row.bottom < row.size * limits.gapAbove &&
      (isInColumns(row) ||
        (drawn !== null && isOverValues(row, drawn)) ||
        (header.length > 0 && hasGroupingRules(row, partial, edge))) &&
      (row.pieces.length > 1 ||
        (header.length > 0 && (row.pieces[0]?.first ?? 0) > 0) ||
        (drawn !== null && isOverValues(row, drawn))) &&
      (areBold(row.words) || row.pieces.length + 1 === drawn?.length)
    if (!isHeader) break
    header.push(row)
    edge = row.top
  }
  return header.flatMap(({ words }) => words)
}

/**
 * Tells whether a row is one heading in the middle over all columns but the first. The title of a table is in the
 * middle of all of them.
 */
const isOverValues = ({ pieces: [piece, ...others], size }: PlacedRow, xs: readonly number[]): boolean => {
  const [left, values, right] = [firstOf(xs), xs[1], lastOf(xs)]
  if (piece === undefined || others.length > 0 || values === undefined || xs.length - 1 < limits.minHeadedColumns)
    return false
  const middle = (piece.from + piece.to) / 2
  return Math.abs((values + right) / 2 - middle) < limits.alignment && (values - left) / 2 > size
}

/** Tells whether a line below a row, but above the next, groups the columns of each heading that is over several. */
const hasGroupingRules = (row: PlacedRow, rules: readonly Rule[], edge: number): boolean =>
  row.pieces.every(
    ({ first, last, from, to }) =>
      first === last ||
      rules.some(
        (rule) =>
          rule.at > row.baseline &&
          rule.at < edge + row.size * limits.ruleSlack &&
          rule.from < from + limits.alignment &&
          rule.to > to - limits.alignment,
      ),
  )

const rowsBelow = (rows: readonly PlacedRow[], bottom: number, zone: Zone, xs: readonly number[]): ContentWord[] => {
  const placed = textRows(zone.words).map((row) => placeRow(row, xs))
  const lefts = xs.map((_, column) =>
    minOf(placed.flatMap(({ pieces }) => pieces.filter(({ first }) => first === column).map(({ from }) => from))),
  )
  const rights = xs.map((_, column) =>
    maxOf(placed.flatMap(({ pieces }) => pieces.filter(({ last }) => last === column).map(({ to }) => to))),
  )
  const body: ContentWord[] = []
  let edge = bottom
  for (const row of rows) {
    const aligned = row.pieces.filter(
      ({ first, last, from, to }) =>
        Math.abs(from - (lefts[first] ?? 0)) < limits.alignment ||
        Math.abs(to - (rights[last] ?? 0)) < limits.alignment,
    )
    const isRow =
      row.top - edge < row.size * limits.gapBelow &&
      isInColumns(row) &&
      !isHeading(row) &&
      aligned.length > 1 &&
      aligned.length === row.pieces.length
    if (!isRow) break
    for (const word of row.words) body.push(word)
    edge = row.bottom
  }
  return body
}

const isInColumns = ({ pieces }: PlacedRow): boolean => pieces.every(({ first, last }) => first === last)
