import { pairwise } from '@polyparse/document/items'
import { swapped, type Alignment, type TokenRange } from '../align/alignment.ts'
import { findingParameters, severities } from '../parameters.ts'
import type { CellUnit, MatchedTables, PageTable } from '../tables/matched-tables.ts'
import { unitAt, type PageTokens } from '../tokens/page-tokens.ts'
import { turned, type Finding } from './finding.ts'
import { missingColumns } from './missing-columns.ts'

/** Finds the differences between the tables of two pages, other than in their words. */
export const tableFindings = (alignment: Alignment, { pairs, onlyA, onlyB }: MatchedTables): Finding[] => {
  const reverse = swapped(alignment)
  return [
    ...pairs.flatMap((pair) => differencesBetween(alignment, pair.a, pair.b)),
    ...onlyA.flatMap((table) => tableAsText(alignment, table)),
    ...onlyB.flatMap((table) => tableAsText(reverse, table).map(turned)),
  ]
}

/** Finds that `b` has the text of a table of `a`, but not as a table. */
const tableAsText = ({ a, b, toB }: Alignment, { tokens, rows }: PageTable): Finding[] => {
  const { minTableTextShare, minTableCells } = findingParameters
  const places = Array.from(toB.subarray(tokens.start, tokens.end)).filter((place) => place >= 0)
  const isFound = places.length >= minTableTextShare * (tokens.end - tokens.start)
  if (!isFound || rows.flat().length < minTableCells || a.length === 0 || b.length === 0) return []
  return [
    {
      kind: 'table',
      subject: 'table_as_text',
      a: tokens,
      b: tokenRangeOfPlaces(places),
      severity: severities.tableAsText,
    },
  ]
}

const tokenRangeOfPlaces = (places: readonly number[]): TokenRange => {
  let [start, end] = [Infinity, 0]
  for (const place of places) {
    start = Math.min(start, place)
    end = Math.max(end, place + 1)
  }
  return start === Infinity ? { start: 0, end: 0 } : { start, end }
}

type CellMatch = { readonly from: CellUnit; readonly to: CellUnit }

const differencesBetween = (alignment: Alignment, one: PageTable, other: PageTable): Finding[] => {
  const whole = { a: one.tokens, b: other.tokens }
  const missing = [...missingColumns(alignment, one), ...missingColumns(swapped(alignment), other).map(turned)]
  if (missing.length > 0) return missing
  const matches = one.rows.flatMap((row) => matchesOf(alignment, row, other))
  const columns = columnCounterparts(matches)
  const inOrder = [...columns].toSorted(([from], [to]) => from - to).map(([, column]) => column)
  if (pairwise(inOrder).some(([left, right]) => right < left))
    return [{ kind: 'table', subject: 'columns', ...whole, severity: severities.swappedColumns }]
  const displaced = displacedCells(matches, columns, one)
  const [first] = displaced
  if (first !== undefined && displaced.length <= findingParameters.maxDisplacedShare * matches.length)
    return [
      {
        kind: 'table',
        subject: 'cells',
        a: { start: first.from.start, end: first.from.end },
        b: { start: first.to.start, end: first.to.end },
        severity: severities.displacedCells,
      },
    ]
  return sameShape(alignment, one, other)
    ? []
    : [{ kind: 'table', subject: 'shape', ...whole, severity: severities.tableShape }]
}

/** Finds cells that have slipped into another column: both columns have a counterpart in the other table. */
const displacedCells = (
  matches: readonly CellMatch[],
  columns: ReadonlyMap<number, number>,
  table: PageTable,
): CellMatch[] => {
  const counterparts = new Set(columns.values())
  return matches.filter(
    ({ from, to }) =>
      columns.get(from.cell.column) !== to.cell.column &&
      ((columns.has(from.cell.column) && counterparts.has(to.cell.column)) || isStrandedHead(table, from, columns)),
  )
}

/** Tells whether a cell heads a column whose other cells are all in a column of another name there. */
const isStrandedHead = ({ rows }: PageTable, { cell }: CellUnit, columns: ReadonlyMap<number, number>): boolean =>
  cell.row === rows[0]?.[0]?.cell.row && columns.has(cell.column)

/** Matches the cells of a row with those of the same text in the other table, where each text occurs once in its row. */
const matchesOf = ({ a, b, toB }: Alignment, row: readonly CellUnit[], other: PageTable): CellMatch[] => {
  const matches = row.flatMap((from): CellMatch[] => {
    const to = unitAt(b, toB[from.start] ?? -1)
    if (to === undefined || to.cell === null || to.cell.table !== other.table) return []
    return sayTheSame(a, from, b, to) ? [{ from, to: { ...to, cell: to.cell } }] : []
  })
  const otherRow = mostFrequent(matches.map(({ to }) => to.cell.row))
  const texts = countsOf(row.map(({ text }) => text))
  return matches.filter(({ from, to }) => to.cell.row === otherRow && texts.get(from.text) === 1)
}

const sayTheSame = (a: PageTokens, from: TokenRange, b: PageTokens, to: TokenRange): boolean => {
  if (from.end - from.start !== to.end - to.start) return false
  for (let step = 0; step < from.end - from.start; step += 1)
    if (a.keys[from.start + step] !== b.keys[to.start + step]) return false
  return true
}

const countsOf = <Value>(values: readonly Value[]): Map<Value, number> => {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const mostFrequent = (values: readonly number[]): number | undefined =>
  [...countsOf(values)].reduce<readonly [number, number] | null>(
    (best, next) => (best === null || next[1] > best[1] ? next : best),
    null,
  )?.[0]

/** Maps each column to the column of the other table that has most of its cells. */
const columnCounterparts = (matches: readonly CellMatch[]): Map<number, number> =>
  new Map(
    [...Map.groupBy(matches, ({ from }) => from.cell.column)].flatMap(([column, ofColumn]) => {
      const counterpart = mostFrequent(ofColumn.map(({ to }) => to.cell.column))
      return counterpart === undefined || ofColumn.length < findingParameters.minColumnMatches
        ? []
        : [[column, counterpart] as const]
    }),
  )

/** Tells whether both have as many rows and columns, without those that are missing completely. */
const sameShape = ({ toB, toA }: Alignment, one: PageTable, other: PageTable): boolean => {
  const shape = ({ rows }: PageTable, counterparts: Int32Array): string => {
    const cells = rows.flat().filter(({ start, end }) => counterparts.subarray(start, end).some((place) => place >= 0))
    return `${new Set(cells.map(({ cell }) => cell.row)).size} ${new Set(cells.map(({ cell }) => cell.column)).size}`
  }
  return shape(one, toB) === shape(other, toA)
}
