import { type FlowCell, type FlowBlock, tableBlock } from '../flow/flow.ts'
import { maxOf } from '@polyparse/engine'

export type Chart = {
  readonly title: string
  /** The titles of the axis of the labels, and of that of the values. */
  readonly axes?: readonly [labels: string, values: string]
  readonly series: readonly {
    readonly name: string
    /** The labels along the axis, or the values on it. */
    readonly labels: readonly string[]
    readonly values: readonly string[]
  }[]
}

/**
 * The numbers behind a chart as a table: a column for each series, after one of its labels unless it shares those of
 * the series before.
 */
export const chartTable = ({ title: own, axes: [labelAxis, valueAxis] = ['', ''], series }: Chart): FlowBlock[] => {
  const title = own === '' || valueAxis === '' ? own || valueAxis : `${own} (${valueAxis})`
  const columns: string[][] = []
  for (const [index, { name, labels, values }] of series.entries()) {
    const shared = series[index - 1]?.labels
    if (shared === undefined || !isSame(labels, shared)) columns.push([labelAxis, ...labels])
    columns.push([name, ...values])
  }
  const rowCount = maxOf(
    columns.map((column) => column.length),
    1,
  )
  if (rowCount === 1) return title === '' ? [] : [{ type: 'paragraph', text: title }]
  const texts = Array.from({ length: rowCount }, (_, row) => columns.map((column) => column[row] ?? ''))
  const cells = texts.flatMap((row, rowIndex) =>
    row.map((text, column): FlowCell => ({
      row: rowIndex,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text,
      header: rowIndex === 0,
    })),
  )
  const table = tableBlock({ ...(title !== '' && { caption: title }), rowCount, columnCount: columns.length, cells })
  return title === '' ? [table] : [{ type: 'caption', text: title }, table]
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index])

/**
 * Marks the first row as the header where the document marks none and it looks like one: all of its cells filled with
 * words rather than numbers, and rows below.
 */
export const withHeaderRow = (cells: readonly FlowCell[], columnCount: number): readonly FlowCell[] => {
  if (cells.some(({ header }) => header)) return cells
  const first = cells.filter(({ row }) => row === 0)
  const width = first.reduce((sum, { columnSpan }) => sum + columnSpan, 0)
  const looksLikeHeader =
    columnCount > 1 &&
    width === columnCount &&
    first.every(({ text, rowSpan }) => rowSpan === 1 && /\p{L}/u.test(text) && text.length <= 100) &&
    cells.some(({ row }) => row > 0)
  return looksLikeHeader ? cells.map((cell) => (cell.row === 0 ? { ...cell, header: true } : cell)) : cells
}
