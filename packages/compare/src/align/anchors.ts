import { itemAt } from '@polyparse/document/items'
import { aligning } from '../parameters.ts'
import { linkTokens, unlink, type Alignment, type AlignedPassage } from './alignment.ts'

/**
 * Links the passages that both pages have, in any order. A passage is four words that each page has exactly once, with all
 * equal words around them. Returns the longest sequence of passages that is in the same order on both pages; the others have
 * moved.
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

/** Returns the sequence in the order of `b` that has the most words, of passages in the order of `a` that do not overlap. */
const longestIncreasing = (passages: readonly AlignedPassage[]): ReadonlySet<AlignedPassage> => {
  // A Fenwick tree over the places in `b` holds the best chain that ends before each.
  const ranks = passages.map(() => 0)
  const inOrderOfB = [...passages.entries()].toSorted(([, one], [, other]) => one.b - other.b)
  for (const [rank, [index]] of inOrderOfB.entries()) ranks[index] = rank + 1
  const best = Array.from({ length: passages.length + 1 }, () => emptyPassageChain)
  let longest = emptyPassageChain
  for (const [at, passage] of passages.entries()) {
    const own = itemAt(ranks, at)
    let before = emptyPassageChain
    for (let index = own - 1; index > 0; index -= index & -index) before = longer(itemAt(best, index), before)
    const chain = { words: before.words + passage.length, last: { passage, before: before.last } }
    for (let index = own; index < best.length; index += index & -index) best[index] = longer(itemAt(best, index), chain)
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
