import type { Alignment } from '../align/alignment.ts'
import { cellAt } from '../tokens/page-tokens.ts'
import { tablesOf, type PageTable } from './page-table.ts'

export type MatchedTables = {
  readonly pairs: readonly { readonly a: PageTable; readonly b: PageTable }[]
  /** Tables without a counterpart. */
  readonly onlyA: readonly PageTable[]
  readonly onlyB: readonly PageTable[]
}

/** So much of the smaller table must stand in the other for the two to be one. */
const minShare = 0.5

/** Brings together the tables of both pages that have the most words in common. */
export const matchTables = (alignment: Alignment): MatchedTables => {
  const [ofA, ofB] = [tablesOf(alignment.a), tablesOf(alignment.b)]
  const inB = new Map(ofB.map((other) => [other.table, other]))
  const shared = sharedWords(alignment)
  const candidates = ofA
    .flatMap((one) =>
      [...(shared.get(one.table) ?? [])].flatMap(([table, words]) => {
        const other = inB.get(table)
        return other === undefined ? [] : [{ a: one, b: other, share: words / Math.min(sizeOf(one), sizeOf(other)) }]
      }),
    )
    .filter(({ share }) => share >= minShare)
    .toSorted((one, other) => other.share - one.share)
  const taken = new Set<PageTable>()
  const pairs = candidates.filter((pair) => {
    if (taken.has(pair.a) || taken.has(pair.b)) return false
    taken.add(pair.a).add(pair.b)
    return true
  })
  return { pairs, onlyA: ofA.filter((one) => !taken.has(one)), onlyB: ofB.filter((one) => !taken.has(one)) }
}

/** By table of the one page and of the other, how many words stand in both: only of tables that share any. */
const sharedWords = ({ a, b, toB }: Alignment): ReadonlyMap<number, ReadonlyMap<number, number>> => {
  const shared = new Map<number, Map<number, number>>()
  for (const [place, answer] of toB.entries()) {
    const [one, other] = [cellAt(a, place)?.table, cellAt(b, answer)?.table]
    if (one === undefined || other === undefined) continue
    const counts = shared.get(one) ?? new Map<number, number>()
    shared.set(one, counts.set(other, (counts.get(other) ?? 0) + 1))
  }
  return shared
}

const sizeOf = ({ tokens: { start, end } }: PageTable): number => end - start
