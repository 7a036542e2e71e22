import { commonSubsequences } from '../common-subsequences.ts'
import { link, type Alignment, type Passage } from './alignment.ts'

/** How many pairs of words may be looked at between two passages and on a page; beyond, nothing is compared in order. */
const maxPairs = { gap: 4_000_000, page: 12_000_000 }

/** Compares what lies between the passages of the spine word by word, by Myers' algorithm. */
export const fill = (alignment: Alignment, spine: readonly Passage[]): void => {
  const { a, b, toB, toA } = alignment
  let pairsLeft = maxPairs.page
  let [fromA, fromB] = [0, 0]
  for (const next of [...spine, { a: a.length, b: b.length, length: 0 }]) {
    const inA = free(toB, fromA, next.a)
    const inB = free(toA, fromB, next.b)
    const pairs = inA.length * inB.length
    if (pairs > Math.min(maxPairs.gap, pairsLeft)) {
      alignment.coarse = true
    } else if (pairs > 0) {
      pairsLeft -= pairs
      compare(alignment, inA, inB)
    }
    fromA = next.a + next.length
    fromB = next.b + next.length
  }
}

const free = (answers: Int32Array, start: number, end: number): number[] => {
  const places: number[] = []
  for (let place = start; place < end; place += 1) if (answers[place] === -1) places.push(place)
  return places
}

const compare = (alignment: Alignment, inA: readonly number[], inB: readonly number[]): void => {
  const { keys: keysA } = alignment.a
  const { keys: keysB } = alignment.b
  const found: Passage[] = []
  commonSubsequences(
    inA.length,
    inB.length,
    (one, other) => keysA[inA[one] ?? -1] === keysB[inB[other] ?? -1],
    (length, one, other) => found.push({ a: one, b: other, length }),
  )
  for (const { a, b, length } of withoutIslands(found, inA.length, inB.length))
    for (let step = 0; step < length; step += 1)
      link(alignment, { a: inA[a + step] ?? 0, b: inB[b + step] ?? 0, length: 1 })
}

/** Passages with fewer words than this between them belong together. */
const maxGap = 4

/** A few words that are equal by chance between long stretches that are not would only tear those apart. */
const withoutIslands = (found: readonly Passage[], lengthA: number, lengthB: number): readonly Passage[] => {
  const kept: Passage[] = []
  const islands = together(found)
  for (const [index, island] of islands.entries()) {
    const [first] = island
    if (first === undefined) continue
    const next = islands[index + 1]?.[0] ?? { a: lengthA, b: lengthB }
    const words = island.reduce((sum, { length }) => sum + length, 0)
    if (words * 3 > Math.min(gap(kept.at(-1) ?? begin, first), gap(island.at(-1) ?? first, next))) kept.push(...island)
  }
  return kept
}

const begin: Passage = { a: 0, b: 0, length: 0 }

/** How many words lie between a passage and what follows it, on the side where there are more. */
const gap = ({ a, b, length }: Passage, next: Pick<Passage, 'a' | 'b'>): number =>
  Math.max(next.a - a - length, next.b - b - length)

const together = (found: readonly Passage[]): readonly (readonly Passage[])[] => {
  const groups: Passage[][] = []
  for (const passage of found) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group !== undefined && last !== undefined && gap(last, passage) < maxGap) group.push(passage)
    else groups.push([passage])
  }
  return groups
}
