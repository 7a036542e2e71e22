import type { Alignment } from '../align/alignment.ts'
import { cellAt, type PageTokens } from '../tokens/page-tokens.ts'
import { tablesOf, type PageTable } from './page-table.ts'

export type MatchedTables = {
  readonly pairs: readonly { readonly a: PageTable; readonly b: PageTable }[]
  /** Tables without a counterpart. */
  readonly onlyA: readonly PageTable[]
  readonly onlyB: readonly PageTable[]
}

/** So much of the smaller table must stand in the other for the two to be one. */
const smallestShare = 0.5

/** Brings together the tables of both pages that have the most words in common. */
export const matchTables = ({ a, b, toB }: Alignment): MatchedTables => {
  const [ofA, ofB] = [tablesOf(a), tablesOf(b)]
  const candidates = ofA
    .flatMap((one) => ofB.map((other) => ({ a: one, b: other, share: sharedPart(one, other, toB, b) })))
    .filter(({ share }) => share >= smallestShare)
    .toSorted((one, other) => other.share - one.share)
  const taken = new Set<PageTable>()
  const pairs = candidates.filter((pair) => {
    if (taken.has(pair.a) || taken.has(pair.b)) return false
    taken.add(pair.a).add(pair.b)
    return true
  })
  return { pairs, onlyA: ofA.filter((one) => !taken.has(one)), onlyB: ofB.filter((one) => !taken.has(one)) }
}

const sharedPart = (one: PageTable, other: PageTable, toB: Int32Array, b: PageTokens): number => {
  let shared = 0
  for (const place of toB.subarray(one.tokens.start, one.tokens.end))
    if (cellAt(b, place)?.table === other.table) shared += 1
  const size = ({ tokens: { start, end } }: PageTable): number => end - start
  return shared / Math.max(1, Math.min(size(one), size(other)))
}
