import { isEmpty, type Alignment } from '../align/alignment.ts'
import type { MatchedTables } from '../tables/match-tables.ts'
import { differences } from './differences.ts'
import type { Finding } from './finding.ts'
import { orderFinding } from './order.ts'
import { tableFindings } from './table-findings.ts'

/** What two readings of a page differ in, most serious first. */
export const allFindings = (alignment: Alignment, tables: MatchedTables): Finding[] => {
  const order = orderFinding(alignment)
  const ofTables = tableFindings(alignment, tables)
  return [
    ...differences(alignment).filter((finding) => !isOfColumns(ofTables, finding)),
    ...ofTables,
    ...(order === null ? [] : [order]),
  ].toSorted((one, other) => other.seriousness - one.seriousness)
}

/** Whether one page lacks cells as it lacks their whole columns. */
const isOfColumns = (columns: readonly Finding[], { a, b }: Finding): boolean => {
  if (isEmpty(a) === isEmpty(b)) return false
  const having = isEmpty(a) ? b : a
  const covered = columns
    .filter((column) => isEmpty(column.a) === isEmpty(a))
    .flatMap(({ cells = [] }) => cells)
    .reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, having.end) - Math.max(start, having.start)), 0)
  return covered === having.end - having.start
}
