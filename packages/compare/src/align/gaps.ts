import { aligning } from '../parameters.ts'
import { linkTokens, type Alignment, type AlignedPassage } from './alignment.ts'
import { commonSubsequences } from './common-subsequences.ts'

/** Aligns what lies between the anchors word by word, by Myers' algorithm. Gaps that would cost too much stay unmatched. */
export const alignGaps = (alignment: Alignment, anchors: readonly AlignedPassage[]): void => {
  const { a, b, toB, toA } = alignment
  let pairsLeft: number = aligning.maxPairsPerPage
  let [fromA, fromB] = [0, 0]
  for (const next of [...anchors, { a: a.length, b: b.length, length: 0 }]) {
    const inA = unmatched(toB, fromA, next.a)
    const inB = unmatched(toA, fromB, next.b)
    const pairs = inA.length * inB.length
    if (pairs > Math.min(aligning.maxPairsPerGap, pairsLeft)) {
      alignment.isApproximate = true
    } else if (pairs > 0) {
      pairsLeft -= pairs
      alignGap(alignment, inA, inB)
    }
    fromA = next.a + next.length
    fromB = next.b + next.length
  }
}

const unmatched = (counterparts: Int32Array, start: number, end: number): number[] => {
  const places: number[] = []
  for (let place = start; place < end; place += 1) if (counterparts[place] === -1) places.push(place)
  return places
}

const alignGap = (alignment: Alignment, inA: readonly number[], inB: readonly number[]): void => {
  const { keys: keysA } = alignment.a
  const { keys: keysB } = alignment.b
  const found: AlignedPassage[] = []
  commonSubsequences(
    inA.length,
    inB.length,
    (one, other) => keysA[inA[one] ?? -1] === keysB[inB[other] ?? -1],
    (length, one, other) => found.push({ a: one, b: other, length }),
  )
  for (const { a, b, length } of withoutIslands(found, inA.length, inB.length))
    for (let step = 0; step < length; step += 1)
      linkTokens(alignment, { a: inA[a + step] ?? 0, b: inB[b + step] ?? 0, length: 1 })
}

/** Drops the few words that are equal by chance between long stretches that differ: they would only split those. */
const withoutIslands = (
  found: readonly AlignedPassage[],
  lengthA: number,
  lengthB: number,
): readonly AlignedPassage[] => {
  const kept: AlignedPassage[] = []
  const islands = islandsOf(found)
  for (const [index, island] of islands.entries()) {
    const [first] = island
    if (first === undefined) continue
    const next = islands[index + 1]?.[0] ?? { a: lengthA, b: lengthB }
    const words = island.reduce((sum, { length }) => sum + length, 0)
    if (
      words * aligning.islandRatio >
      Math.min(gap(kept.at(-1) ?? passageAtStart, first), gap(island.at(-1) ?? first, next))
    )
      for (const pair of island) kept.push(pair)
  }
  return kept
}

const passageAtStart: AlignedPassage = { a: 0, b: 0, length: 0 }

/** The words between a passage and the next, on the side that has more. */
const gap = ({ a, b, length }: AlignedPassage, next: Pick<AlignedPassage, 'a' | 'b'>): number =>
  Math.max(next.a - a - length, next.b - b - length)

const islandsOf = (found: readonly AlignedPassage[]): readonly (readonly AlignedPassage[])[] => {
  const groups: AlignedPassage[][] = []
  for (const passage of found) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group !== undefined && last !== undefined && gap(last, passage) < aligning.maxIslandGap) group.push(passage)
    else groups.push([passage])
  }
  return groups
}
