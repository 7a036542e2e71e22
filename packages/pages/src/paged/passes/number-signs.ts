import { itemAt, lastOf, pairwise } from '@polyparse/document/items'
import { isSignAfterNumber, isSignBeforeNumber } from '../../language/numbers.ts'
import { eachBlock, type DraftCell, type DraftTable } from '../draft.ts'
import { isWordOfTable, signedNumbersOf, withSigns, type SignedNumber } from '../signed-numbers.ts'

/** Puts the signs of numbers that have cells of their own into the cells of their numbers. */
export const joinNumberSigns = eachBlock((block) =>
  block.table === undefined ? block : { ...block, table: withoutSignColumns(block.table) },
)

/** A number with its signs, and the columns from the first of them to the last. */
type SpreadNumber = SignedNumber<DraftCell> & ColumnGroup

/** Columns that are one. */
type ColumnGroup = { readonly first: number; readonly last: number }

const withoutSignColumns = (table: DraftTable): DraftTable => {
  if (!table.cells.some(({ text }) => isSignBeforeNumber(text) || isSignAfterNumber(text))) return table
  const named = columnsWithWords(table)
  const isMirrored = runsFromRight(table)
  const signed = rowsOfTexts(table).flatMap((row) =>
    signedNumbersOf(isMirrored ? row.toReversed() : row, ({ column }) => named.has(column)).map(spread),
  )
  const groups = groupsOf(signed).map((group) => withRestOfHeading(group, table))
  const taken = signsOf(signed)
  const whole = groups.filter((group) => isOneColumnOfTexts(group, table, taken))
  const joined = signed.filter(({ first, last }) => whole.some((group) => first >= group.first && last <= group.last))
  return joined.length === 0 ? table : withJoinedColumns(withJoinedTexts(table, joined), whole)
}

/** The columns with a word, which have a meaning of their own. */
const columnsWithWords = ({ cells }: DraftTable): ReadonlySet<number> =>
  new Set(cells.flatMap(({ text, column, columnSpan }) => (columnSpan === 1 && isWordOfTable(text) ? [column] : [])))

/** The cells with a text in each row, by their columns. */
const rowsOfTexts = ({ cells, rowCount }: DraftTable): DraftCell[][] => {
  const rows = Array.from({ length: rowCount }, (): DraftCell[] => [])
  for (const cell of cells) if (cell.text !== '') rows[cell.row]?.push(cell)
  return rows.map((row) => row.toSorted((a, b) => a.column - b.column))
}

/** Tells whether the first columns are on the right, so that what comes before a number is in a later column. */
const runsFromRight = (table: DraftTable): boolean => {
  const steps = rowsOfTexts(table).flatMap((row) =>
    pairwise(row).flatMap(([a, b]) => (a.box === null || b.box === null ? [] : [b.box[0] - a.box[0]])),
  )
  return steps.filter((step) => step < 0).length * 2 > steps.length
}

const spread = (signed: SignedNumber<DraftCell>): SpreadNumber => ({
  ...signed,
  first: Math.min(...signed.cells.map(({ column }) => column)),
  last: Math.max(...signed.cells.map(({ column, columnSpan }) => column + columnSpan - 1)),
})

/** The cells of the signs, which are part of those of their numbers. */
const signsOf = (signed: readonly SpreadNumber[]): ReadonlySet<DraftCell> =>
  new Set(signed.flatMap(({ cells, number }) => cells.filter((cell) => cell !== number)))

const groupsOf = (signed: readonly SpreadNumber[]): ColumnGroup[] => {
  const groups: { first: number; last: number }[] = []
  for (const { first, last } of signed.toSorted((a, b) => a.first - b.first)) {
    const group = groups.at(-1)
    if (group !== undefined && first <= group.last) group.last = Math.max(group.last, last)
    else groups.push({ first, last })
  }
  return groups
}

/** A group with the columns after it, below a heading over both, in which nothing begins. */
const withRestOfHeading = (group: ColumnGroup, { cells }: DraftTable): ColumnGroup => {
  const heading = cells.find(
    ({ text, column, columnSpan }) =>
      text !== '' && columnSpan > 1 && column <= group.first && column + columnSpan - 1 > group.last,
  )
  if (heading === undefined) return group
  const begun = new Set(cells.flatMap(({ text, column }) => (text === '' ? [] : [column])))
  let { last } = group
  while (last < heading.column + heading.columnSpan - 1 && !begun.has(last + 1)) last += 1
  return { first: group.first, last }
}

/** Tells whether no row has two texts in some columns, once signs are part of their numbers, and none reaches out of them. */
const isOneColumnOfTexts = (
  { first, last }: ColumnGroup,
  { cells, rowCount }: DraftTable,
  taken: ReadonlySet<DraftCell>,
): boolean => {
  const counts = new Uint32Array(rowCount)
  for (const cell of cells) {
    const end = cell.column + cell.columnSpan - 1
    if (cell.text === '' || taken.has(cell) || end < first || cell.column > last) continue
    const isAround = cell.column <= first && end >= last
    if (!isAround && (cell.column < first || end > last)) return false
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1) counts[row] = (counts[row] ?? 0) + 1
  }
  return counts.every((count) => count <= 1)
}

const withJoinedTexts = (table: DraftTable, joined: readonly SpreadNumber[]): DraftTable => {
  const numbers = new Map(joined.map((one) => [one.number, one]))
  const taken = signsOf(joined)
  return {
    ...table,
    cells: table.cells.flatMap((cell): DraftCell[] => {
      if (taken.has(cell)) return []
      const one = numbers.get(cell)
      if (one === undefined) return [cell]
      return [{ ...withSigns(one), column: one.first, columnSpan: one.last - one.first + 1 }]
    }),
  }
}

/** The table with each group of columns as one; empty cells in them are none. */
const withJoinedColumns = (table: DraftTable, groups: readonly ColumnGroup[]): DraftTable => {
  const places: number[] = []
  for (let column = 0; column < table.columnCount; column += 1) {
    const isLater = groups.some(({ first, last }) => column > first && column <= last)
    places.push((places.at(-1) ?? -1) + (isLater ? 0 : 1))
  }
  const cells = table.cells.flatMap((cell): DraftCell[] => {
    const end = cell.column + cell.columnSpan - 1
    if (cell.text === '' && groups.some(({ first, last }) => end >= first && cell.column <= last)) return []
    const column = itemAt(places, cell.column)
    return [{ ...cell, column, columnSpan: itemAt(places, end) - column + 1 }]
  })
  return { ...table, columnCount: lastOf(places) + 1, cells }
}
