import { diffArrays } from 'diff'
import type { Column } from './words.ts'
import { marking } from '../parameters.ts'

/** The counterpart of each word in the other column; -1 for none. */
export type Pairing = { readonly toOther: Int32Array; readonly toOne: Int32Array }

/**
 * Pairs the words of two columns: long texts by anchors, and what lies between them word by word. What is too different
 * for the budget stays unpaired.
 */
export const pairWords = (one: Column, other: Column, budget: WorkBudget): Pairing => {
  const [keys, otherKeys] = [one.words.map(({ key }) => key), other.words.map(({ key }) => key)]
  const toOther = new Int32Array(keys.length).fill(-1)
  const toOne = new Int32Array(otherKeys.length).fill(-1)
  const isLong = Math.max(keys.length, otherKeys.length) > marking.longText
  const stops = [...(isLong ? anchorsOf(keys, otherKeys) : []), { at: keys.length, otherAt: otherKeys.length }]
  let [from, otherFrom] = [0, 0]
  for (const { at, otherAt } of stops) {
    const pairs = pairsBetween(keys.slice(from, at), otherKeys.slice(otherFrom, otherAt), budget)
    for (const [index, otherIndex] of pairs) {
      toOther[from + index] = otherFrom + otherIndex
      toOne[otherFrom + otherIndex] = from + index
    }
    // The first word of the anchor itself. The last stop is beyond both ends.
    if (at < keys.length) toOther[at] = otherAt
    if (otherAt < otherKeys.length) toOne[otherAt] = at
    ;[from, otherFrom] = [at + 1, otherAt + 1]
  }
  return { toOther, toOne }
}

const pairsBetween = (one: string[], other: string[], budget: WorkBudget): [number, number][] => {
  if (one.length === 0 || other.length === 0) return []
  const changes = diffArrays(one, other, { maxEditLength: budget.maxEdits() })
  const edits = changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0)
  budget.spend(edits ?? null)
  const pairs: [number, number][] = []
  let [at, otherAt] = [0, 0]
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) for (let step = 0; step < count; step += 1) pairs.push([at + step, otherAt + step])
    if (!added) at += count
    if (!removed) otherAt += count
  }
  return pairs
}

type Anchor = { readonly at: number; readonly otherAt: number }

/**
 * Places that correspond in two texts: three words in a row that each text has once, as many as are in the same order
 * (patience diff). The time is nearly linear, however different the texts are.
 */
const anchorsOf = (one: readonly string[], other: readonly string[]): Anchor[] => {
  const otherPlaces = uniquePlaces(other)
  const found = [...uniquePlaces(one)].flatMap(([gram, at]) => {
    const otherAt = otherPlaces.get(gram)
    return otherAt === undefined ? [] : [{ at, otherAt }]
  })
  return longestAscending(found)
}

/** The place of each gram that occurs once, in order. */
const uniquePlaces = (words: readonly string[]): Map<string, number> => {
  const places = new Map<string, number>()
  const twice = new Set<string>()
  for (let at = 0; at + marking.anchorLength <= words.length; at += 1) {
    const gram = words.slice(at, at + marking.anchorLength).join(' ')
    if (places.has(gram)) twice.add(gram)
    else places.set(gram, at)
  }
  for (const gram of twice) places.delete(gram)
  return places
}

type WordAnchorChain = Anchor & { readonly before: WordAnchorChain | null }

/** The longest chain whose places ascend on both sides; they ascend in `at` already. */
const longestAscending = (anchors: readonly Anchor[]): Anchor[] => {
  /** The chain of each length that ends lowest. */
  const ends: WordAnchorChain[] = []
  for (const anchor of anchors) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle]?.otherAt ?? Infinity) < anchor.otherAt) low = middle + 1
      else high = middle
    }
    ends[low] = { ...anchor, before: ends[low - 1] ?? null }
  }
  const chain: Anchor[] = []
  for (let link = ends.at(-1) ?? null; link !== null; link = link.before) chain.push(link)
  return chain.toReversed()
}

/** The work that may go into marking differences, so that a report of very different texts is made in seconds too. */
export type WorkBudget = {
  /** Returns how many words may differ between two stretches that are compared. */
  maxEdits(): number
  /** @param edits The edits that were found; null when there were more than allowed. */
  spend(edits: number | null): void
}

/**
 * A budget of squared edits: a comparison that finds n differing words spends n². The default, ten million, takes about
 * a second.
 */
export const newWorkBudget = (steps: number = marking.maxSteps): WorkBudget => {
  let left = steps
  const maxEdits = (): number => Math.min(marking.maxEdits, Math.floor(Math.sqrt(Math.max(0, left))))
  return {
    maxEdits,
    spend: (edits) => {
      left -= (edits ?? maxEdits()) ** 2
    },
  }
}
