import { itemAt } from '@polyparse/document/items'
import type { Alignment, TokenRange } from '../align/alignment.ts'
import { familyOfFinding, type Finding } from '../findings/finding.ts'

/** Two readings of a page, by their indices among the readings, and the findings between them. */
export type ComparedPair = {
  readonly one: number
  readonly other: number
  readonly alignment: Alignment
  readonly findings: readonly Finding[]
}

export type GroupedFinding = { readonly pair: ComparedPair; readonly finding: Finding }

/** Groups the findings of all pairs of readings that are about the same place of the page. */
export const groupFindings = (pairs: readonly ComparedPair[]): GroupedFinding[][] => {
  if (pairs.every(({ findings }) => findings.length === 0)) return []
  const all = pairs.flatMap((pair) => pair.findings.map((finding) => ({ pair, finding })))
  const parents = all.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parents[at] !== at) {
      // Path halving.
      const next = parents[parents[at] ?? at] ?? at
      parents[at] = next
      at = next
    }
    return at
  }
  const unite = (one: number, other: number): void => {
    parents[root(other)] = root(one)
  }

  const owners = { numbers: newOwners(pairs), words: newOwners(pairs), tables: newOwners(pairs) }
  let order = -1
  for (const [index, { pair, finding }] of all.entries()) {
    const family = familyOfFinding(finding)
    if (family === 'order') {
      // A page has one reading order.
      if (order >= 0) unite(order, index)
      order = index
      continue
    }
    for (const [reading, { start, end }] of rangesOfGroup(pair, finding)) {
      const own = owners[family].get(reading)
      for (let place = start; own !== undefined && place < end; place += 1) {
        const owner = own[place] ?? -1
        if (owner >= 0) unite(owner, index)
        else own[place] = index
      }
    }
  }
  const families = new Set<string>(all.map(({ finding }) => familyOfFinding(finding)))
  for (const { one, other, alignment } of pairs)
    for (const [family, ofFamily] of Object.entries(owners)) {
      if (!families.has(family)) continue
      const [mine, theirs] = [ofFamily.get(one), ofFamily.get(other)]
      for (const [place, counterpart] of alignment.toB.entries()) {
        const [owner, otherOwner] = [mine?.[place] ?? -1, theirs?.[counterpart] ?? -1]
        if (owner >= 0 && otherOwner >= 0) unite(owner, otherOwner)
      }
    }
  return [...Map.groupBy(all.keys(), root).values()].map((indices) => indices.map((index) => itemAt(all, index)))
}

/** The finding that each token of a reading is part of, or -1, by reading. */
type Owners = ReadonlyMap<number, Int32Array>

const newOwners = (pairs: readonly ComparedPair[]): Owners =>
  new Map(
    pairs.flatMap(({ one, other, alignment: { a, b } }) => [
      [one, new Int32Array(a.length).fill(-1)],
      [other, new Int32Array(b.length).fill(-1)],
    ]),
  )

/** The range of each of the two readings that a finding is about. */
export const rangesOfGroup = (
  { one, other }: ComparedPair,
  { a, b }: Finding,
): [reading: number, range: TokenRange][] => [
  [one, a],
  [other, b],
]
