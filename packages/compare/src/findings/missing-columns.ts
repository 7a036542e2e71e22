import type { Alignment, TokenRange } from '../align/alignment.ts'
import { findingParameters, severities } from '../parameters.ts'
import type { PageTable } from '../tables/matched-tables.ts'
import type { Finding } from './finding.ts'

/** Finds the columns of a table of `a` of which page `b` has nothing, although it has most of the rest. */
export const missingColumns = ({ b, toB }: Alignment, { rows }: PageTable): Finding[] => {
  const { maxMissingTableShare, minMissingColumnRows, minMissingCellShare } = findingParameters
  const cells = rows.flat()
  const isMissing = ({ start, end }: TokenRange): boolean => {
    const [before, after] = [toB[start - 1] ?? -1, toB[end] ?? -1]
    // A cell with other text in its place is a substitution.
    const isReplaced = before >= 0 && after > before + 1
    return !isReplaced && toB.subarray(start, end).every((place) => place === -1)
  }
  if (cells.filter(isMissing).length > cells.length * maxMissingTableShare) return []
  return [...Map.groupBy(cells, ({ cell }) => cell.column).values()].flatMap((column): Finding[] => {
    const missing = column.filter(isMissing)
    const [first, last] = [missing[0], missing.at(-1)]
    if (first === undefined || last === undefined) return []
    if (missing.length < minMissingColumnRows || missing.length < minMissingCellShare * column.length) return []
    // The rows are all there: the text before the first missing cell shows its place.
    const place = Math.min(b.length, (toB[first.start - 1] ?? -1) + 1)
    return [
      {
        kind: 'table',
        subject: 'column',
        a: { start: first.start, end: last.end },
        b: { start: place, end: place },
        severity: severities.missingColumn,
        cells: missing.map(({ start, end }) => ({ start, end })),
      },
    ]
  })
}
