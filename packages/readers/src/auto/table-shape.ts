import type { Box, Cell, Table, Word } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import { doubtsOfLines, repeatedHeadings, type CellLineDoubts } from './cell-lines.ts'
import { shape as limits } from './parameters.ts'
import { lineHeight, widestWhite } from './white.ts'

/** The evidence of the places of a table's words about its rows and columns, whoever divided it. */
export type TableShape = CellLineDoubts & {
  /** Clear white is between all columns, and no wide white within a cell. */
  readonly isClear: boolean
  /** Rows in which a cell has several numbers where the others of its column have one, so that something was merged. */
  readonly mergedRows: ReadonlySet<number>
  /** Cells, by their index, with a number that goes on, or another that begins, in the next line, for want of room. */
  readonly brokenNumbers: ReadonlySet<number>
  /** Columns with one heading, of groups whose first columns alone are told apart. */
  readonly repeatedHeadings: readonly (readonly [column: number, again: number])[]
  /** The extent, from the left, of the text of each column that has a cell of its own. */
  readonly columns: readonly ColumnExtent[]
  /** The height of its lines in points; 0 without words. */
  readonly height: number
  /** True if its words run up or down the page; then left is its top, or its bottom. */
  readonly isTurned: boolean
}

/** A table with what the places of its words say of it. */
export type ShapedTable = { readonly table: Table; readonly shape: TableShape }

export type ColumnExtent = { readonly column: number; readonly left: number; readonly right: number }

export const shapeOf = (table: Table, words: readonly Word[]): TableShape =>
  areTurned(words)
    ? { ...shapeAcross(transposedTable(table), words.map(transposed)), isTurned: true }
    : shapeAcross(table, words)

/** Tells whether most words run up or down the page, and the columns of their table with them. */
const areTurned = (words: readonly Word[]): boolean => {
  const long = words.filter(({ text }) => text.length >= limits.minTurnedLetters)
  return long.filter(({ bbox: [left, top, right, bottom] }) => bottom - top > right - left).length * 2 > long.length
}

const transposed = <Placed extends { readonly bbox: Box }>(placed: Placed): Placed => ({
  ...placed,
  bbox: transposedBox(placed.bbox),
})

const transposedTable = (table: Table): Table => ({
  ...table,
  cells: table.cells.map((cell) => (cell.bbox === undefined ? cell : { ...cell, bbox: transposedBox(cell.bbox) })),
})

const transposedBox = ([left, top, right, bottom]: Box): Box => [top, left, bottom, right]

const shapeAcross = (table: Table, words: readonly Word[]): TableShape => {
  const mergedRows = rowsWithMergedNumbers(table)
  const columns = new Map<number, Extent>()
  const bodies = new Map<number, Extent>()
  const height = lineHeight(words)
  const inCells = wordsByCell(table.cells, words)
  let isClear = height > 0 && mergedRows.size === 0
  for (const [cell, within] of inCells) {
    if (widestWhite(within) > limits.maxGap * height) isClear = false
    const boxes = within.map(({ bbox }) => bbox)
    for (const extents of cell.columnSpan === 1 && boxes.length > 0
      ? [columns, ...(isOfBody(cell) ? [bodies] : [])]
      : [])
      extents.set(cell.column, boxes.reduce(extended, extents.get(cell.column) ?? emptyColumnExtent))
  }
  const extents = [...columns]
    .map(([column, extent]) => ({ column, ...extent }))
    .toSorted((one, other) => one.left - other.left)
  const corridor = table.rowCount < limits.manyRows ? limits.minCorridor : limits.minCorridorOfManyRows
  const areApart = extents.every(
    ({ left }, index) => left - (extents[index - 1]?.right ?? -Infinity) >= corridor * height,
  )
  const brokenNumbers = new Set(
    table.cells.flatMap((cell, index) => {
      const column = bodies.get(cell.column)
      const isBroken = column !== undefined && isOfBody(cell) && hasBrokenNumber(inCells.get(cell) ?? [], column)
      return isBroken ? [index] : []
    }),
  )
  const ofLines = doubtsOfLines(table, inCells)
  const isWhole = ofLines.continuedRows.size === 0 && ofLines.dividedCells.size === 0
  return {
    isClear: isClear && areApart && isWhole,
    mergedRows,
    brokenNumbers,
    ...ofLines,
    repeatedHeadings: repeatedHeadings(table),
    columns: extents,
    height,
    isTurned: false,
  }
}

/** A heading may be wider than what is set below it. */
const isOfBody = ({ row, columnSpan, header }: Cell): boolean => row > 0 && columnSpan === 1 && !header

/**
 * Tells whether a line of figures fills its column, and a shorter one is below it: the rest of the number where a program
 * breaks words anywhere, or another number.
 */
const hasBrokenNumber = (words: readonly Word[], column: Extent): boolean =>
  pairwise(words).some(([above, below]) => {
    if (!figures.test(above.text) || !figures.test(below.text) || below.text.length >= above.text.length) return false
    const [[left, , right, bottom], [from, top, to]] = [above.bbox, below.bbox]
    const room = column.right - column.left - (right - left)
    return (top + below.bbox[3]) / 2 > bottom && room < (to - from) / below.text.length
  })

const figures = /^\p{Nd}[\p{Nd}.,]*$/u

type Extent = { readonly left: number; readonly right: number }
const emptyColumnExtent: Extent = { left: Infinity, right: -Infinity }

const extended = ({ left, right }: Extent, [from, , to]: Box): Extent => ({
  left: Math.min(left, from),
  right: Math.max(right, to),
})

/** The words of each cell, by the place of their middles, in their order. */
const wordsByCell = (cells: readonly Cell[], words: readonly Word[]): ReadonlyMap<Cell, readonly Word[]> => {
  // Large tables have many cells and words: only those of the bands of a cell are looked at.
  const places = words.map(({ bbox: [left, top, right, bottom] }, index) => ({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    index,
  }))
  const bands = [...Map.groupBy(places, ({ y }) => Math.floor(y / limits.band))]
  return new Map(
    cells.map((cell) => {
      const [left, top, right, bottom] = cell.bbox ?? [0, 0, 0, 0]
      const within = bands
        .filter(([band]) => (band + 1) * limits.band >= top && band * limits.band <= bottom)
        .flatMap(([, some]) => some.filter(({ x, y }) => left <= x && x <= right && top <= y && y <= bottom))
      return [cell, within.toSorted((one, other) => one.index - other.index).flatMap(({ index }) => words[index] ?? [])]
    }),
  )
}

const rowsWithMergedNumbers = ({ cells }: Table): ReadonlySet<number> => {
  const merged = [...Map.groupBy(cells, ({ column }) => column).values()].flatMap((column) => {
    const texts = column.filter(({ text }) => text !== '')
    const single = texts.filter(({ text }) => oneNumber.test(text)).length
    return single > 1 && 2 * single >= texts.length - 1 ? texts.filter(({ text }) => hasSeveralNumbers(text)) : []
  })
  return new Set(merged.map(({ row }) => row))
}

/** A number with its sign, currency, brackets or per cent; spaces may group its figures. */
const oneNumber = /^[\s\p{Sc}(+\-−–]*\p{Nd}[\p{Nd}.,'’]*(?:\s\p{Nd}{3}(?!\p{Nd}))*(?:[.,]\p{Nd}+)?[\s)%\p{Sc}]*$/u
const hasSeveralNumbers = (text: string): boolean =>
  !oneNumber.test(text) &&
  /^[\s\p{Nd}.,\p{Sc}()%+\-−–]+$/u.test(text) &&
  (text.match(/\p{Nd}[\p{Nd}.,]*/gu) ?? []).length > 1
