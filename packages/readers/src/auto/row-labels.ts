import type { Table } from '@polyparse/document'
import { rowLabelLimits as limits } from './parameters.ts'

/**
 * The rows without a label that may belong to the label above them: what their second cell says, it says below several labels, as
 * `women` and `men` do.
 */
export const rowsOfLabelAbove = ({ cells, rowCount }: Table): readonly number[] => {
  const textAt = new Map(cells.map(({ row, column, text }) => [`${row} ${column}`, text]))
  const spanned = new Set(
    cells
      .filter(({ column, rowSpan }) => column === 0 && rowSpan > 1)
      .flatMap(({ row, rowSpan }) => Array.from({ length: rowSpan - 1 }, (_, index) => row + 1 + index)),
  )
  const rows = Array.from({ length: rowCount }, (_, row) => ({
    row,
    label: textAt.get(`${row} 0`) ?? '',
    second: textAt.get(`${row} 1`) ?? '',
  }))
  const unlabelled = rows.filter(({ row, label, second }, index) => {
    const above = rows[index - 1]
    return (
      above !== undefined &&
      !spanned.has(row) &&
      label === '' &&
      /\p{L}/u.test(second) &&
      /\p{L}/u.test(above.second) &&
      above.label !== ''
    )
  })
  const groups = Map.groupBy(unlabelled, ({ second }) => second)
  return unlabelled.filter(({ second }) => (groups.get(second) ?? []).length >= limits.minGroups).map(({ row }) => row)
}
