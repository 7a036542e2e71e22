import type { Cell, Table, Word } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { at, type Curve } from './curve.ts'
import { alone, cells as known, autoTableParameters } from './parameters.ts'
import type { SecondPage } from './second-reading.ts'
import { shapeOf, type TableShape } from './table-shape.ts'
import { pairOfWords, pairsOf, wordsOfDocument } from './words.ts'

/** The probability that a table is right as a whole, and that each of its cells is, in their order. */
export type TableConfidence = {
  readonly table: number
  readonly cells: readonly number[]
  readonly shape: TableShape
}

/**
 * Three things speak for a cell: the words of a table are clearly in columns; the second reading has a table
 * with the same cells; it has the words of the cell and of those beside it one after another.
 */
export const confidenceOfTable = (
  table: Table,
  words: readonly Word[],
  second: SecondPage | undefined,
): TableConfidence => {
  const shape = shapeOf(table, words)
  const { isClear } = shape
  const brokenRows = new Set([...shape.brokenWords].map((index) => itemAt(table.cells, index).row))
  const texts = table.cells.map(({ text }) => wordsOfDocument(text).join(' '))
  const { other, share } = closestTable(texts, second)
  const isInLine = second === undefined ? () => false : inLinesOf(table.cells, second)
  const cellConfidence = (cell: Cell, index: number): number => {
    const text = itemAt(texts, index)
    if (isDoubted(cell, index, shape)) return known.merged
    // What is beside a doubtful label is as doubtful in its row.
    if (brokenRows.has(cell.row)) return known.clear.contradicted
    if (second === undefined) return isClear ? alone.cell : known.unclear.other
    if (text === '' || other.has(text)) return at(isClear ? known.clear.same : known.unclear.same, share)
    if (!isClear) return known.unclear.other
    if (share >= known.minOtherwiseSame || !areTogether(text, second)) return known.clear.contradicted
    return isInLine(cell) ? known.clear.inLine : known.clear.apart
  }
  const whole: Curve = isClear ? autoTableParameters.clear : autoTableParameters.unclear
  return {
    table: second === undefined ? alone.table : at(whole, share),
    cells: table.cells.map(cellConfidence),
    shape,
  }
}

const isDoubted = (cell: Cell, index: number, shape: TableShape): boolean =>
  shape.mergedRows.has(cell.row) ||
  shape.continuedRows.has(cell.row) ||
  shape.fusedRows.has(cell.row) ||
  shape.continuedRows.has(cell.row + cell.rowSpan) ||
  [shape.brokenNumbers, shape.brokenWords, shape.dividedCells].some((cells) => cells.has(index)) ||
  (cell.header && shape.repeatedHeadings.flat().some((column) => column === cell.column || column === cell.column + 1))

type Alike = { readonly other: ReadonlySet<string>; readonly share: number }

/** The table of the second reading that has most of the cells; an empty one with a share of 0 if it has none. */
const closestTable = (texts: readonly string[], second: SecondPage | undefined): Alike => {
  const own = texts.filter((text) => text !== '')
  return (second?.tables ?? [])
    .map((other) => ({ other: new Set(other), share: sharedShare(own, other) }))
    .reduce((best, one) => (one.share > best.share ? one : best), { other: new Set<string>(), share: 0 })
}

/** The share of texts that another list has as well, as often. */
const sharedShare = (own: readonly string[], other: readonly string[]): number => {
  const left = new Map<string, number>()
  for (const text of other) left.set(text, (left.get(text) ?? 0) + 1)
  const shared = own.filter((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count > 0
  })
  return own.length === 0 ? 1 : shared.length / own.length
}

const areTogether = (text: string, { pairs }: SecondPage): boolean =>
  pairsOf(text.split(' ')).every((pair) => pairs.has(pair))

/** Says of a cell whether its words, and those next to it in its row, follow one another in the second reading. */
const inLinesOf = (cells: readonly Cell[], second: SecondPage): ((cell: Cell) => boolean) => {
  const rows = Map.groupBy(
    cells.filter(({ text }) => wordsOfDocument(text).length > 0),
    ({ row }) => row,
  )
  const inLine = new Set<Cell>()
  for (const row of rows.values()) {
    const ordered = row.toSorted((one, other) => one.column - other.column)
    const follows = ordered.map(
      ({ text }, index) =>
        index === 0 ||
        second.pairs.has(
          pairOfWords(wordsOfDocument(ordered[index - 1]?.text ?? '').at(-1) ?? '', wordsOfDocument(text)[0] ?? ''),
        ),
    )
    for (const [index, cell] of ordered.entries())
      if (
        ordered.length > 1 &&
        follows[index] === true &&
        follows[index + 1] !== false &&
        areTogether(wordsOfDocument(cell.text).join(' '), second)
      )
        inLine.add(cell)
  }
  return (cell) => inLine.has(cell)
}
