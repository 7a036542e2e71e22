import type { Alignment, Range } from '../align/alignment.ts'
import type { MatchedTables } from '../tables/match-tables.ts'
import type { CellUnit, PageTable } from '../tables/page-table.ts'
import { unitAt, type PageTokens } from '../tokens/page-tokens.ts'
import type { Finding } from './finding.ts'
import { lostColumns } from './lost-columns.ts'

/** A smaller table may as well be called lines of text. */
const minCells = 4

/** What the tables of two pages differ in, besides the words in them. */
export const tableFindings = (alignment: Alignment, { pairs, onlyA, onlyB }: MatchedTables): Finding[] => {
  const { a, b, toB, toA } = alignment
  const swapped = { ...alignment, a: b, b: a, toB: toA, toA: toB }
  return [
    ...pairs.flatMap((pair) => comparedTables(alignment, pair.a, pair.b)),
    ...onlyA.flatMap((table) => noTable(alignment, table)),
    ...onlyB.flatMap((table) => noTable(swapped, table).map(turned)),
  ]
}

const turned = (finding: Finding): Finding => ({ ...finding, a: finding.b, b: finding.a })

/** A table whose text the other has, but not as a table. */
const noTable = ({ a, b, toB }: Alignment, { tokens, rows }: PageTable): Finding[] => {
  const places = Array.from(toB.subarray(tokens.start, tokens.end)).filter((place) => place >= 0)
  const isFound = places.length >= 0.5 * (tokens.end - tokens.start)
  if (!isFound || rows.flat().length < minCells || a.length === 0 || b.length === 0) return []
  return [{ kind: 'table', subject: 'no_table', a: tokens, b: around(places), severity: 0.45 }]
}

const around = (places: readonly number[]): Range => {
  let [start, end] = [Infinity, 0]
  for (const place of places) {
    start = Math.min(start, place)
    end = Math.max(end, place + 1)
  }
  return start === Infinity ? { start: 0, end: 0 } : { start, end }
}

type Answer = { readonly from: CellUnit; readonly to: CellUnit }

const comparedTables = (alignment: Alignment, one: PageTable, other: PageTable): Finding[] => {
  const whole = { a: one.tokens, b: other.tokens }
  const swapped = { ...alignment, a: alignment.b, b: alignment.a, toB: alignment.toA, toA: alignment.toB }
  const lost = [...lostColumns(alignment, one), ...lostColumns(swapped, other).map(turned)]
  if (lost.length > 0) return lost
  const rows = one.rows.map((row) => answersOf(alignment, row, other))
  const columns = usualColumns(rows.flat())
  const usual = new Set(columns.values())
  const inOrder = [...columns].toSorted(([from], [to]) => from - to).map(([, column]) => column)
  if (inOrder.some((column, index) => column < (inOrder[index - 1] ?? 0)))
    return [{ kind: 'table', subject: 'columns', ...whole, severity: 0.85 }]
  const displaced = rows.flatMap((row) =>
    row.filter(
      ({ from, to }) =>
        columns.get(from.cell.column) !== to.cell.column &&
        // Its column is there, and the one it stands in is another one's: it has slipped out of its own.
        ((columns.has(from.cell.column) && usual.has(to.cell.column)) || isHeadAlone(one, from, columns)),
    ),
  )
  const [first] = displaced
  if (first !== undefined && displaced.length <= rows.flat().length / 4)
    return [
      {
        kind: 'table',
        subject: 'cells',
        a: { start: first.from.start, end: first.from.end },
        b: { start: first.to.start, end: first.to.end },
        severity: 0.7,
      },
    ]
  return sameShape(alignment, one, other) ? [] : [{ kind: 'table', subject: 'shape', ...whole, severity: 0.5 }]
}

/** Whether it heads a column whose other cells all stand in another one, so that they go by another name there. */
const isHeadAlone = ({ rows }: PageTable, { cell }: CellUnit, columns: ReadonlyMap<number, number>): boolean =>
  cell.row === rows[0]?.[0]?.cell.row && columns.has(cell.column)

/** The cells of a row with those of the other table that say the same, where each says it once in its row. */
const answersOf = ({ a, b, toB }: Alignment, row: readonly CellUnit[], other: PageTable): Answer[] => {
  const answers = row.flatMap((from): Answer[] => {
    const to = unitAt(b, toB[from.start] ?? -1)
    if (to === undefined || to.cell === null || to.cell.table !== other.table) return []
    return sayTheSame(a, from, b, to) ? [{ from, to: { ...to, cell: to.cell } }] : []
  })
  const usual = max(answers.map(({ to }) => to.cell.row))
  const texts = countsOf(row.map(({ text }) => text))
  return answers.filter(({ from, to }) => to.cell.row === usual && texts.get(from.text) === 1)
}

const sayTheSame = (a: PageTokens, from: CellUnit, b: PageTokens, to: { start: number; end: number }): boolean => {
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

const max = (values: readonly number[]): number | undefined =>
  [...countsOf(values)].reduce<readonly [number, number] | null>(
    (best, next) => (best === null || next[1] > best[1] ? next : best),
    null,
  )?.[0]

/** The column of the other table in which the cells of a column mostly stand. */
const usualColumns = (answers: readonly Answer[]): Map<number, number> =>
  new Map(
    [...Map.groupBy(answers, ({ from }) => from.cell.column)].flatMap(([column, ofColumn]) => {
      const usual = max(ofColumn.map(({ to }) => to.cell.column))
      return usual === undefined || ofColumn.length < 2 ? [] : [[column, usual] as const]
    }),
  )

/** As many rows and columns, not counting those that were lost as a whole. */
const sameShape = ({ toB, toA }: Alignment, one: PageTable, other: PageTable): boolean => {
  const shape = ({ rows }: PageTable, answers: Int32Array): string => {
    const cells = rows.flat().filter(({ start, end }) => answers.subarray(start, end).some((place) => place >= 0))
    return `${new Set(cells.map(({ cell }) => cell.row)).size} ${new Set(cells.map(({ cell }) => cell.column)).size}`
  }
  return shape(one, toB) === shape(other, toA)
}
