import { itemAt } from '@polyparse/document/items'
import { labelOf, labelScore } from '../labels/labels.ts'
import type { Table } from '@polyparse/document'
import type { ArraySchema, LeafSchema } from '../schema/extraction-schema.ts'
import { type AskedColumn, isSum, type Row, tokensOfText } from './array-columns.ts'
import type { PlacedTable } from './placed-tables.ts'
import { typedValue, type WritingHabits } from './typed-values.ts'
import { latestYearIn } from './years.ts'
import { areNotes } from './note-references.ts'

/** A table that may be the source of an array, with the column of each property. */
export type TableMatch = {
  readonly score: number
  readonly source: PlacedTable
  readonly columnOf: ReadonlyMap<string, number>
}

/** The share of its filled places that a column must have in the type of a leaf. */
const leastTyped = 0.7
/** The share of a leaf's label that the header of its column has. */
const leastHeader = 0.6

/** Returns how a table may fill an array; null where it does not. */
export const matchTable = (
  name: string,
  array: ArraySchema,
  columns: readonly AskedColumn[],
  source: PlacedTable,
  habits: WritingHabits,
): TableMatch | null => {
  const { grid, headerRows } = source
  const width = grid[0]?.length ?? 0
  const body = grid.slice(headerRows)
  if (body.length === 0 || width === 0) return null
  const headers = Array.from({ length: width }, (_, column) =>
    tokensOfText(
      grid
        .slice(0, headerRows)
        .map((row) => row[column] ?? '')
        .join(' '),
    ),
  )
  const fits = (column: number, leaf: LeafSchema): boolean => {
    const filled = body.map((row) => row[column] ?? '').filter((text) => /[\p{L}\p{N}]/u.test(text))
    if (filled.length === 0) return false
    return filled.filter((text) => typedValue(text, leaf, habits) !== null).length >= leastTyped * filled.length
  }
  const isText = (column: number): boolean => {
    const filled = body.map((row) => row[column] ?? '').filter((text) => text !== '')
    return (
      filled.length > 0.5 * body.length && filled.filter((text) => /\p{L}{2}/u.test(text)).length > 0.7 * filled.length
    )
  }
  const scored = columns
    .filter(({ leaf }) => leaf.type !== 'boolean')
    .flatMap(({ name: column, leaf }) => {
      const label = labelOf(column === '' ? name : column, leaf)
      return headers.map((header, at) => {
        const recall = labelScore(label, header)
        const foreign = header.filter(
          (token) =>
            labelScore(
              {
                groups: label.groups,
                phrases: label.phrases
                  .map((phrase) => phrase.filter((word) => word === token))
                  .filter((phrase) => phrase.length > 0),
              },
              [token],
            ) === 0,
        )
        return { column, leaf, at, score: recall * (1 - 0.4 * (foreign.length / Math.max(1, header.length))) }
      })
    })
    .filter(({ score, at, leaf }) => score >= leastHeader && fits(at, leaf))
    .toSorted((a, b) => b.score - a.score)
  const columnOf = new Map<string, number>()
  let sum = 0
  for (const { column, at, score } of scored) {
    if (columnOf.has(column) || [...columnOf.values()].includes(at)) continue
    columnOf.set(column, at)
    sum += score
  }
  const title = titleScore(name, array, source.titles)
  // The column that names the rows often has no header, or another word: the only text of the table is taken for the
  // only text of the schema.
  const texts = columns.filter(({ leaf }) => leaf.type === 'string' && leaf.enum === null)
  const [onlyText] = texts
  if (
    onlyText !== undefined &&
    !columnOf.has(onlyText.name) &&
    (texts.length === 1 || columns[0] === onlyText) &&
    (columnOf.size > 0 || title >= leastTitle)
  ) {
    const free = Array.from({ length: width }, (_, at) => at).filter(
      (at) => ![...columnOf.values()].includes(at) && isText(at),
    )
    if (free.length === 1) columnOf.set(onlyText.name, itemAt(free, 0))
  }
  // The only number for the only column of numbers, where the title names the table.
  const numbers = columns.filter(({ leaf }) => leaf.type === 'number')
  const [onlyNumber] = numbers
  if (onlyNumber !== undefined && numbers.length === 1 && !columnOf.has(onlyNumber.name) && title >= leastTitle) {
    const free = Array.from({ length: width }, (_, at) => at).filter(
      (at) =>
        ![...columnOf.values()].includes(at) &&
        fits(at, onlyNumber.leaf) &&
        !areNotes(body.map((row) => row[at] ?? '')),
    )
    // The latest of several periods is taken; none, if they cannot be told apart.
    const [first, ...others] = free
    const latest = others.length === 0 ? 0 : latestYearIn(free.map((at) => headers[at]?.join(' ') ?? ''))
    const chosen = latest === null ? undefined : free[latest]
    if (first !== undefined && chosen !== undefined) columnOf.set(onlyNumber.name, chosen)
  }
  const asked = columns.filter(({ leaf }) => leaf.type !== 'boolean').length
  const share = columnOf.size / Math.max(1, asked)
  if (columnOf.size < Math.min(2, asked) || share < 0.5 || (asked === 1 && title < leastTitle && sum < 0.9)) return null
  // A table belongs to the array that has a place for most of its columns.
  const filled = Array.from({ length: width }, (_, at) => at).filter((at) => body.some((row) => (row[at] ?? '') !== ''))
  const explained = columnOf.size / Math.max(1, filled.length)
  return { score: share + 0.5 * (sum / asked) + 0.5 * title + Math.min(1, explained), source, columnOf }
}

/** The share of a row's cells that must begin where cells of the header do, for it to be of the same section. */
const leastAligned = 0.6

/** The first row after the header whose cells are divided in another way: there another table begins. */
const sectionEnd = ({ cells, rowCount }: Table, headerRows: number): number => {
  const rows = Map.groupBy(cells, ({ row }) => row)
  const starts = new Set(
    (rows.get(Math.max(0, headerRows - 1)) ?? [])
      .concat(rows.get(Math.max(0, headerRows - 2)) ?? [], rows.get(headerRows) ?? [])
      .map(({ column }) => column),
  )
  for (let row = headerRows + 1; row < rowCount; row += 1) {
    const own = (rows.get(row) ?? []).filter(({ text }) => text !== '')
    if (own.length >= 3 && own.filter(({ column }) => starts.has(column)).length < leastAligned * own.length) return row
  }
  return Number.POSITIVE_INFINITY
}

/** The share of an array's name that a title must have. */
const leastTitle = 0.75

const titleScore = (name: string, { description }: ArraySchema, titles: readonly string[]): number => {
  const { groups, phrases } = labelOf(name, { title: '', description })
  const label = { groups, phrases: phrases.filter((phrase) => phrase.some((word) => /\p{L}{3}/u.test(word))) }
  return titles.reduce((most, title) => Math.max(most, labelScore(label, tokensOfText(title))), 0)
}

/** The items in a table. */
export const rowsOfTable = (
  { source: { table, grid, headerRows }, columnOf }: TableMatch,
  columns: readonly AskedColumn[],
  habits: WritingHabits,
): Row[] =>
  grid
    .slice(headerRows, sectionEnd(table, headerRows))
    .map((texts) =>
      Object.fromEntries(
        columns.map(({ name, leaf }): [string, string | number | null] => {
          const at = columnOf.get(name)
          return [name, at === undefined ? null : typedValue(texts[at] ?? '', leaf, habits)]
        }),
      ),
    )
    .filter((row) => {
      if (isSum(row, columns)) return false
      // An item without its name continues the one before.
      const name = columns.find((column) => column.leaf.type === 'string' && columnOf.has(column.name))
      if (name !== undefined && row[name.name] === null) return false
      const given = Object.values(row).filter((value) => value !== null).length
      // A row that has a name only is a heading between the others.
      return given >= Math.min(2, columnOf.size)
    })
