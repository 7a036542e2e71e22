import { diffArrays } from 'diff'
import { anchorsOf } from './anchors.ts'
import type { Column } from './column.ts'
import type { Effort } from './effort.ts'

/** Which word of one column is which of the other; -1 where the other has none in this place. */
export type Pairing = { readonly toOther: Int32Array; readonly toOne: Int32Array }

/** Longer texts are divided before they are compared word by word. */
const longest = 200

/**
 * Pairs the words of two columns: long texts by what surely is the same, and word by word what lies between. What is so
 * different that it would cost too much stays unpaired.
 */
export const pairWords = (one: Column, other: Column, effort: Effort): Pairing => {
  const [keys, otherKeys] = [one.words.map(({ key }) => key), other.words.map(({ key }) => key)]
  const toOther = new Int32Array(keys.length).fill(-1)
  const toOne = new Int32Array(otherKeys.length).fill(-1)
  const isLong = Math.max(keys.length, otherKeys.length) > longest
  const stops = [...(isLong ? anchorsOf(keys, otherKeys) : []), { at: keys.length, otherAt: otherKeys.length }]
  let [from, otherFrom] = [0, 0]
  for (const { at, otherAt } of stops) {
    const pairs = pairsBetween(keys.slice(from, at), otherKeys.slice(otherFrom, otherAt), effort)
    for (const [index, otherIndex] of pairs) {
      toOther[from + index] = otherFrom + otherIndex
      toOne[otherFrom + otherIndex] = from + index
    }
    // The first word of the anchor itself; the last stop is beyond the ends.
    if (at < keys.length) toOther[at] = otherAt
    if (otherAt < otherKeys.length) toOne[otherAt] = at
    ;[from, otherFrom] = [at + 1, otherAt + 1]
  }
  return { toOther, toOne }
}

const pairsBetween = (one: string[], other: string[], effort: Effort): [number, number][] => {
  if (one.length === 0 || other.length === 0) return []
  const changes = diffArrays(one, other, { maxEditLength: effort.maxEdits() })
  const edits = changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0)
  effort.spend(edits ?? null)
  const pairs: [number, number][] = []
  let [at, otherAt] = [0, 0]
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) for (let step = 0; step < count; step += 1) pairs.push([at + step, otherAt + step])
    if (!added) at += count
    if (!removed) otherAt += count
  }
  return pairs
}
