import { itemAt, pairwise } from '@polyparse/document/items'
import type { DraftCell, DraftTable } from '../../paged/draft.ts'
import { isWordOfTable, signedNumbersOf, withSigns } from '../../paged/signed-numbers.ts'
import type { TaggedCell, TaggedRow } from './tagged-row.ts'
import { taggedPdfLimits } from './parameters.ts'

/*
 * Browsers leave empty cells out of the tree, so that the spans of a row no longer say where its cells are. Where no
 * row is whole, the page says it: the rows with the most texts show the columns.
 */

/** A column: the place of its texts, and the most columns that one of them claims. */
type PlaceOfColumn = { readonly left: number; readonly right: number; readonly span: number }

/**
 * A table with its cells where they are on the page. Returns null where that is not clear: the fullest rows differ, or
 * two texts of a row are in one column.
 */
export const placeByPage = (tagged: readonly TaggedRow[]): DraftTable | null => {
  const rows = rowsWithSigns(tagged)
  if (rows === null) return null
  const columns = columnsOfFullest(rows)
  if (columns === null) return null
  const cells: DraftCell[] = []
  for (const [row, own] of rows.entries()) {
    let free = 0
    for (const cell of own) {
      const [first, last] = columnsUnder(cell, columns)
      if (first < free) return null
      free = last + 1
      const { id: _id, headers: _headers, ...content } = cell
      cells.push({ ...content, row, column: first, columnSpan: last - first + 1, rowSpan: 1 })
    }
  }
  return { rowCount: rows.length, columnCount: columns.length, cells }
}

type CellOnPage = TaggedCell & { readonly box: NonNullable<TaggedCell['box']> }

const isOnPage = (cell: TaggedCell): cell is CellOnPage => cell.box !== null

/** The texts of each row from the left, with the signs of numbers. Null where one goes over rows, or a row is too long. */
const rowsWithSigns = (rows: readonly TaggedRow[]): CellOnPage[][] | null => {
  const texts = rows.map(({ cells }) => cells.filter(isOnPage).toSorted((a, b) => a.box[0] - b.box[0]))
  if (texts.some((row) => row.length > taggedPdfLimits.comparedCells || row.some(({ rowSpan }) => rowSpan > 1)))
    return null
  const headings = texts
    .flatMap((row) => row.filter(({ text, columnSpan }) => columnSpan === 1 && isWordOfTable(text)))
    .slice(0, taggedPdfLimits.comparedCells)
  // A heading over both is one of the number.
  const isNamed = (sign: CellOnPage, number: CellOnPage): boolean =>
    headings.some((heading) => areOver(heading, sign) && !areOver(heading, number))
  return texts.map((row) => {
    const signed = signedNumbersOf(row, isNamed)
    const numbers = new Map(signed.map((one) => [one.number, withSigns(one)]))
    const taken = new Set(signed.flatMap(({ cells }) => cells))
    return row.flatMap((cell) => numbers.get(cell) ?? (taken.has(cell) ? [] : [cell])).filter(isOnPage)
  })
}

const areOver = (a: CellOnPage, b: CellOnPage): boolean => a.box[0] < b.box[2] && a.box[2] > b.box[0]

/** The columns of the rows with the most texts. Null where there is one such row, or their texts are not below each other. */
const columnsOfFullest = (rows: readonly (readonly CellOnPage[])[]): PlaceOfColumn[] | null => {
  const count = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const fullest = rows.filter(({ length }) => length === count)
  if (count < 2 || fullest.length < 2) return null
  const columns = Array.from({ length: count }, (_, column) =>
    fullest.reduce(
      ({ left, right, span }, row): PlaceOfColumn => {
        const { box, columnSpan } = itemAt(row, column)
        return { left: Math.min(left, box[0]), right: Math.max(right, box[2]), span: Math.max(span, columnSpan) }
      },
      { left: Infinity, right: -Infinity, span: 1 },
    ),
  )
  return pairwise(columns).every(([a, b]) => a.right <= b.left) ? columns : null
}

/** The first and the last column of a cell: those it lies over; more where it claims more than its own. */
const columnsUnder = (
  { box, columnSpan }: CellOnPage,
  columns: readonly PlaceOfColumn[],
): readonly [first: number, last: number] => {
  const over = columns.flatMap(({ left, right }, column) => (box[0] < right && box[2] > left ? [column] : []))
  const [first = nearestPlace(box, columns), last = first] = [over[0], over.at(-1)]
  const widest = columns.reduce((most, { span }) => Math.max(most, span), 1)
  if (columnSpan <= widest) return [first, last]
  // A label begins with the first column; a heading is in the middle of its columns.
  if (first === 0)
    return [
      0,
      Math.max(
        last,
        columns.findLastIndex((_, end) => spanOfColumns(columns, 0, end) <= columnSpan),
      ),
    ]
  const middle = (box[0] + box[2]) / 2
  let best: readonly [number, number] = [first, last]
  let distance = first === last ? Infinity : offMiddle(columns, best, middle)
  for (let from = 1; from <= first; from += 1)
    for (let to = Math.max(last, from + 1); to < columns.length; to += 1) {
      const off = offMiddle(columns, [from, to], middle)
      if (off < distance) [best, distance] = [[from, to], off]
    }
  return best
}

const nearestPlace = (box: CellOnPage['box'], columns: readonly PlaceOfColumn[]): number => {
  const gap = ({ left, right }: PlaceOfColumn): number => Math.max(left - box[2], box[0] - right)
  return columns.reduce((best, column, at) => (gap(column) < gap(itemAt(columns, best)) ? at : best), 0)
}

const spanOfColumns = (columns: readonly PlaceOfColumn[], from: number, to: number): number =>
  columns.slice(from, to + 1).reduce((sum, { span }) => sum + span, 0)

const offMiddle = (columns: readonly PlaceOfColumn[], [from, to]: readonly [number, number], middle: number): number =>
  Math.abs((itemAt(columns, from).left + itemAt(columns, to).right) / 2 - middle)
