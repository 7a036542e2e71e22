import type { Cell } from '@polyparse/document'
import { type FlowBlock, tableBlock } from '../flow/flow.ts'
import { maxOf } from '../extremes.ts'

export type Chart = {
  readonly title: string
  /** The labels along the axis. */
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly string[] }[]
}

/** The numbers behind a chart as a table: a row for each category, a column for each series. */
export const chartTable = ({ title, categories, series }: Chart): FlowBlock[] => {
  const rowCount =
    1 +
    maxOf(
      series.map(({ values }) => values.length),
      categories.length,
    )
  if (rowCount === 1 || series.length === 0) return title === '' ? [] : [{ type: 'paragraph', text: title }]
  const texts = [
    ['', ...series.map(({ name }) => name)],
    ...Array.from({ length: rowCount - 1 }, (_, row) => [
      categories[row] ?? '',
      ...series.map(({ values }) => values[row] ?? ''),
    ]),
  ]
  const cells = texts.flatMap((row, rowIndex) =>
    row.map((text, column): Cell => ({
      row: rowIndex,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text,
      header: rowIndex === 0,
    })),
  )
  const table = tableBlock({ ...(title !== '' && { caption: title }), rowCount, columnCount: series.length + 1, cells })
  return title === '' ? [table] : [{ type: 'caption', text: title }, table]
}

/**
 * Marks the first row as the header where the document marks none and it looks like one: all of its cells filled with
 * words rather than numbers, and rows below.
 */
export const withHeaderRow = (cells: readonly Cell[], columnCount: number): readonly Cell[] => {
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
