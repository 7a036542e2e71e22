import { distance } from 'fastest-levenshtein'
import { firstOf, lastOf } from '@polyparse/document/items'
import { agreementParameters } from '../parameters.ts'
import type { ReadingTable } from '../reading.ts'

/** A cell by its spans, as `rows,columns`, and its text. */
type TedsCell = { readonly spans: string; readonly text: string }
type TedsRow = readonly TedsCell[]

/**
 * The similarity of two tables, from 0 to 1: tree edit distance based similarity (TEDS; Zhong, ShafieiBavani and Jimeno
 * Yepes: Image-based table recognition, 2020) over the tree of table, rows and cells, where cells differ by their spans
 * and by the edit distance of their texts, in which stretches of white space are one space. Rows are kept whole: a row
 * is mapped to one row, and its cells to cells of that row (constrained mappings of ordered trees; Zhang, 1995).
 *
 * Symmetric. Two tables without cells are alike (1). Very large tables are compared more coarsely, by the limits of
 * `parameters.ts`. The cells must be in reading order, as `readingOf` has them.
 *
 * @example teds(ours.tables[0], theirs.tables[0]) // such as 0.9412
 */
export const teds = (one: ReadingTable, other: ReadingTable): number => {
  const [rows, others] = [tedsRowsOfTable(one), tedsRowsOfTable(other)]
  const size = 1 + Math.max(sizeOfTedsRows(rows), sizeOfTedsRows(others))
  return Math.max(0, 1 - rowsDistance(rows, others) / size)
}

const tedsRowsOfTable = ({ cells }: ReadingTable): TedsRow[] =>
  [...Map.groupBy(cells, ({ row }) => row).values()].map((row) =>
    row.map(({ rowSpan = 1, columnSpan = 1, text }) => ({
      spans: `${rowSpan},${columnSpan}`,
      text: normalizeTedsText(text),
    })),
  )

const sizeOfTedsRows = (rows: readonly TedsRow[]): number => rows.reduce((sum, row) => sum + 1 + row.length, 0)

const rowsDistance = (rows: readonly TedsRow[], others: readonly TedsRow[]): number => {
  const prints = rows.map(printOf)
  const otherPrints = others.map(printOf)
  // Some best mapping maps equal rows at either end to each other.
  let start = 0
  while (start < rows.length && start < others.length && prints[start] === otherPrints[start]) start += 1
  let [end, otherEnd] = [rows.length, others.length]
  while (end > start && otherEnd > start && prints[end - 1] === otherPrints[otherEnd - 1]) {
    end -= 1
    otherEnd -= 1
  }
  const [left, right] = [rows.slice(start, end), others.slice(start, otherEnd)]
  const cells = (of: readonly TedsRow[]): number => of.reduce((sum, row) => sum + row.length, 0)
  if (left.length * right.length > agreementParameters.maxRowPairs) return unsharedSize(left, right)
  const isLarge = cells(left) * cells(right) > agreementParameters.maxCellPairs
  const costs = (row: number, otherRow: number): number => {
    if (prints[start + row] === otherPrints[start + otherRow]) return 0
    const [one, other] = [left[row] ?? [], right[otherRow] ?? []]
    return isLarge ? Math.max(one.length, other.length) : cellsDistance(one, other)
  }
  return editDistance(left, right, (row) => 1 + row.length, costs)
}

/** The size of what is left of the larger side when equal rows are removed. */
const unsharedSize = (rows: readonly TedsRow[], others: readonly TedsRow[]): number => {
  const left = new Map<string, number>()
  for (const print of others.map(printOf)) left.set(print, (left.get(print) ?? 0) + 1)
  const shared = rows.filter((row) => {
    const print = printOf(row)
    const count = left.get(print) ?? 0
    left.set(print, count - 1)
    return count > 0
  })
  return Math.max(sizeOfTedsRows(rows), sizeOfTedsRows(others)) - sizeOfTedsRows(shared)
}

const cellsDistance = (row: TedsRow, other: TedsRow): number =>
  editDistance(
    row,
    other,
    () => 1,
    (one, two) => cellDistance(row[one], other[two]),
  )

const cellDistance = (one: TedsCell | undefined, other: TedsCell | undefined): number => {
  if (one === undefined || other === undefined || one.spans !== other.spans) return 1
  if (one.text === other.text) return 0
  const length = Math.max(one.text.length, other.text.length)
  return length > agreementParameters.maxCellTextLength ? 1 : distance(one.text, other.text) / length
}

const normalizeTedsText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const printOf = (row: TedsRow): string => row.map(({ spans, text }) => `${spans},${text}`).join('\u0000')

/** The minimal cost of turning one sequence into the other; `change` takes indices. */
const editDistance = <Item>(
  items: readonly Item[],
  others: readonly Item[],
  removal: (item: Item) => number,
  change: (index: number, other: number) => number,
): number => {
  let previous = [0]
  for (const other of others) previous.push(lastOf(previous) + removal(other))
  for (const [index, item] of items.entries()) {
    const current = [firstOf(previous) + removal(item)]
    for (const [at, other] of others.entries())
      current.push(
        Math.min(
          (previous[at + 1] ?? 0) + removal(item),
          (current[at] ?? 0) + removal(other),
          (previous[at] ?? 0) + change(index, at),
        ),
      )
    previous = current
  }
  return lastOf(previous)
}
