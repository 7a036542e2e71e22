import type { Cell } from '@polyparse/document'
import { tableBlock, type FlowBlock } from '../flow/flow.ts'

export type Chart = {
  readonly title: string
  /** What stands along the axis. */
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly string[] }[]
}

/** The numbers behind a chart as a table: a row for each category, a column for each series. */
export const chartTable = ({ title, categories, series }: Chart): FlowBlock[] => {
  const rowCount = 1 + Math.max(categories.length, ...series.map(({ values }) => values.length))
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
