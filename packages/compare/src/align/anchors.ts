import { aligning } from '../parameters.ts'
import { linkTokens, unlink, type Alignment, type AlignedPassage } from './alignment.ts'

/**
 * Links the passages that both pages have, in any order: four words that each page has exactly once, and all equal words
 * around them. Returns the longest sequence of them that is in the same order on both pages; the others have moved.
 */
export const findAnchors = (alignment: Alignment): AlignedPassage[] => {
  const passages = commonPassages(alignment).toSorted((one, other) => one.a - other.a)
  const inOrder = longestIncreasing(passages)
  for (const passage of passages) {
    if (inOrder.has(passage)) continue
    if (passage.length < aligning.minAnchoredMove) unlink(alignment, passage)
    else alignment.movedPassages.push(passage)
  }
  return passages.filter((passage) => inOrder.has(passage))
}

const commonPassages = (alignment: Alignment): AlignedPassage[] => {
  const { a, b, toB, toA } = alignment
  const isCommon = (inA: number, inB: number): boolean =>
    inA >= 0 &&
    inB >= 0 &&
    inA < a.length &&
    inB < b.length &&
    a.keys[inA] === b.keys[inB] &&
    toB[inA] === -1 &&
    toA[inB] === -1
  const passages: AlignedPassage[] = []
  for (const [gram, inA] of a.uniqueGrams) {
    const inB = b.uniqueGrams.get(gram) ?? -1
    if (inA === -1 || inB === -1 || !isCommon(inA, inB)) continue
    let before = 0
    while (isCommon(inA - before - 1, inB - before - 1)) before += 1
    let length = before + 1
    while (isCommon(inA - before + length, inB - before + length)) length += 1
    const passage = { a: inA - before, b: inB - before, length }
    linkTokens(alignment, passage)
    passages.push(passage)
  }
  return passages
}

/** From passages in the order of `a`, the sequence in the order of `b` that has the most words. */
const longestIncreasing = (passages: readonly AlignedPassage[]): ReadonlySet<AlignedPassage> => {
  // A Fenwick tree over the places in `b` holds the best chain that ends before each.
  const places = passages.map(({ b }) => b).toSorted((one, other) => one - other)
  const rank = new Map(places.map((place, index) => [place, index + 1]))
  const best = Array.from({ length: places.length + 1 }, () => emptyPassageChain)
  let longest = emptyPassageChain
  for (const passage of passages) {
    const own = rank.get(passage.b) ?? 0
    let before = emptyPassageChain
    for (let index = own - 1; index > 0; index -= index & -index)
      before = longer(best[index] ?? emptyPassageChain, before)
    const chain = { words: before.words + passage.length, last: { passage, before: before.last } }
    for (let index = own; index < best.length; index += index & -index)
      best[index] = longer(best[index] ?? emptyPassageChain, chain)
    longest = longer(chain, longest)
  }
  const chosen = new Set<AlignedPassage>()
  for (let { last } = longest; last !== null; last = last.before) chosen.add(last.passage)
  return chosen
}

type PassageLink = { readonly passage: AlignedPassage; readonly before: PassageLink | null }
type PassageChain = { readonly words: number; readonly last: PassageLink | null }

const emptyPassageChain: PassageChain = { words: 0, last: null }

const longer = (one: PassageChain, other: PassageChain): PassageChain => (one.words > other.words ? one : other)
