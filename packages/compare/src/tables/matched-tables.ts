import type { Alignment, TokenRange } from '../align/alignment.ts'
import { findingParameters } from '../parameters.ts'
import { cellAt, type PageTokens, type TokenUnit } from '../tokens/page-tokens.ts'

/** A table on a page, as the cells that have text, by rows. */
export type PageTable = {
  /** The index in the reading. */
  readonly table: number
  readonly tokens: TokenRange
  readonly rows: readonly (readonly CellUnit[])[]
}

export type CellUnit = TokenUnit & { readonly cell: NonNullable<TokenUnit['cell']> }

export type MatchedTables = {
  readonly pairs: readonly { readonly a: PageTable; readonly b: PageTable }[]
  /** Tables without a counterpart. */
  readonly onlyA: readonly PageTable[]
  readonly onlyB: readonly PageTable[]
}

/** Pairs the tables of two pages that have the most words in common. */
export const matchTables = (alignment: Alignment): MatchedTables => {
  const [tablesA, tablesB] = [tablesOfPageTokens(alignment.a), tablesOfPageTokens(alignment.b)]
  const inB = new Map(tablesB.map((other) => [other.table, other]))
  const common = commonWords(alignment)
  const candidates = tablesA
    .flatMap((one) =>
      [...(common.get(one.table) ?? [])].flatMap(([table, words]) => {
        const other = inB.get(table)
        return other === undefined
          ? []
          : [{ a: one, b: other, share: words / Math.min(tokenCountOfTable(one), tokenCountOfTable(other)) }]
      }),
    )
    .filter(({ share }) => share >= findingParameters.minTableOverlap)
    .toSorted((one, other) => other.share - one.share)
  const taken = new Set<PageTable>()
  const pairs = candidates.filter((pair) => {
    if (taken.has(pair.a) || taken.has(pair.b)) return false
    taken.add(pair.a).add(pair.b)
    return true
  })
  return { pairs, onlyA: tablesA.filter((one) => !taken.has(one)), onlyB: tablesB.filter((one) => !taken.has(one)) }
}

/** The tables of a page that have any text, in reading order. */
const tablesOfPageTokens = ({ units }: PageTokens): PageTable[] =>
  [...Map.groupBy(units.filter(isCell), ({ cell }) => cell.table)].flatMap(([table, cells]) => {
    const filled = cells.filter(({ start, end }) => end > start)
    const [first, last] = [filled[0], filled.at(-1)]
    if (first === undefined || last === undefined) return []
    const rows = [...Map.groupBy(filled, ({ cell }) => cell.row).values()]
    return [{ table, tokens: { start: first.start, end: last.end }, rows }]
  })

const isCell = (unit: TokenUnit): unit is CellUnit => unit.cell !== null

/** The number of words that a table of `a` and a table of `b` have in common; pairs without any are absent. */
const commonWords = ({ a, b, toB }: Alignment): ReadonlyMap<number, ReadonlyMap<number, number>> => {
  const common = new Map<number, Map<number, number>>()
  for (const [place, counterpart] of toB.entries()) {
    const [one, other] = [cellAt(a, place)?.table, cellAt(b, counterpart)?.table]
    if (one === undefined || other === undefined) continue
    const counts = common.get(one) ?? new Map<number, number>()
    common.set(one, counts.set(other, (counts.get(other) ?? 0) + 1))
  }
  return common
}

const tokenCountOfTable = ({ tokens: { start, end } }: PageTable): number => end - start
