import type { Alignment, Range } from '../align/alignment.ts'
import type { PageTable } from '../tables/page-table.ts'
import type { Finding } from './finding.ts'

/** Of a column, so many cells must be without an answer for it to be lost as a whole. */
const mostOf = 0.8
const minRows = 3

/** Columns of a table that the other page has nothing of, where it has most of the rest. */
export const lostColumns = ({ b, toB }: Alignment, { rows }: PageTable): Finding[] => {
  const cells = rows.flat()
  const isLost = ({ start, end }: Range): boolean => {
    const [before, after] = [toB[start - 1] ?? -1, toB[end] ?? -1]
    // With something else in its place it is read otherwise.
    const isReplaced = before >= 0 && after > before + 1
    return !isReplaced && toB.subarray(start, end).every((place) => place === -1)
  }
  if (cells.filter(isLost).length > cells.length * 0.6) return []
  return [...Map.groupBy(cells, ({ cell }) => cell.column).values()].flatMap((column): Finding[] => {
    const lost = column.filter(isLost)
    const [first, last] = [lost[0], lost.at(-1)]
    if (first === undefined || last === undefined || lost.length < minRows || lost.length < mostOf * column.length)
      return []
    // The rows all answer; what stands before the first lost cell shows where it would be.
    const place = Math.min(b.length, (toB[first.start - 1] ?? -1) + 1)
    return [
      {
        kind: 'table',
        subject: 'column',
        a: { start: first.start, end: last.end },
        b: { start: place, end: place },
        severity: 0.85,
        cells: lost.map(({ start, end }) => ({ start, end })),
      },
    ]
  })
}
