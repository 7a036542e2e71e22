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
  const isOfColumns = columnsLost(alignment, ofTables)
  return [
    ...differences(alignment).filter((finding) => !isOfColumns(finding)),
    ...ofTables,
    ...(order === null ? [] : [order]),
  ].toSorted((one, other) => other.severity - one.severity)
}

/** Tells whether one page lacks cells as it lacks their whole columns. */
const columnsLost = ({ a, b }: Alignment, ofTables: readonly Finding[]): ((finding: Finding) => boolean) => {
  const lost = { a: new Uint8Array(a.length), b: new Uint8Array(b.length) }
  for (const finding of ofTables)
    for (const { start, end } of finding.cells ?? []) lost[whoHas(finding)].fill(1, start, end)
  return (finding) => {
    if (isEmpty(finding.a) === isEmpty(finding.b)) return false
    const having = whoHas(finding)
    const { start, end } = finding[having]
    return lost[having].subarray(start, end).every((each) => each === 1)
  }
}

const whoHas = (finding: Finding): 'a' | 'b' => (isEmpty(finding.a) ? 'b' : 'a')
