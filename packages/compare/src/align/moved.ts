import { aligning } from '../parameters.ts'
import {
  linkTokens,
  oppositeOf,
  swapped,
  unmatchedRanges,
  type Alignment,
  type AlignedPassage,
  type TokenRange,
} from './alignment.ts'

/** Words of the minLength moved passage; passages are looked up by their first three. */
const minLength = 3

/**
 * Matches passages that are elsewhere on the other page, so that another reading order is not taken for text that is
 * missing here and made up there: first passages of three words and more, then stretches most of whose words are left
 * over on the other side too, as when a table was read down instead of across.
 */
export const findMoved = (alignment: Alignment): void => {
  linkMovedPassages(alignment)
  const { movedWords } = alignment
  for (const word of linkMovedWords(alignment)) movedWords.push(word)
  for (const { a: inB, b: inA, length } of linkMovedWords(swapped(alignment)))
    movedWords.push({ a: inA, b: inB, length })
}

const linkMovedPassages = (alignment: Alignment): void => {
  const { a, b, toB, toA } = alignment
  const places = Map.groupBy(
    unmatchedRanges(toA).flatMap(({ start, end }) => placesIn(start, end - minLength + 1)),
    (place) => triple(b.keys, place),
  )
  if (places.size === 0) return
  for (const { start, end } of unmatchedRanges(toB)) {
    for (let place = start; place + minLength <= end; place += 1) {
      const candidates = (places.get(triple(a.keys, place)) ?? []).slice(0, aligning.maxMoveCandidates)
      const passage = candidates
        .map((other): AlignedPassage => ({ a: place, b: other, length: commonLength(alignment, place, other) }))
        .reduce((best, next) => (next.length > best.length ? next : best), { a: place, b: 0, length: 0 })
      if (passage.length < minLength) continue
      linkTokens(alignment, passage)
      alignment.movedPassages.push(passage)
      place += passage.length - 1
    }
  }
}

const placesIn = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)

const triple = (keys: Int32Array, place: number): string => `${keys[place]} ${keys[place + 1]} ${keys[place + 2]}`

const commonLength = ({ a, b, toB, toA }: Alignment, inA: number, inB: number): number => {
  let length = 0
  while (
    inA + length < a.length &&
    inB + length < b.length &&
    a.keys[inA + length] === b.keys[inB + length] &&
    toB[inA + length] === -1 &&
    toA[inB + length] === -1
  )
    length += 1
  return length
}

const linkMovedWords = (alignment: Alignment): AlignedPassage[] => {
  const moved: AlignedPassage[] = []
  const { a, b, toB, toA } = alignment
  const leftOver = new Map<number, { readonly places: number[]; taken: number }>()
  for (const { start, end } of unmatchedRanges(toA))
    for (let place = start; place < end; place += 1) {
      const key = b.keys[place] ?? -1
      const known = leftOver.get(key)
      if (known === undefined) leftOver.set(key, { places: [place], taken: 0 })
      else known.places.push(place)
    }
  if (leftOver.size === 0) return moved
  for (const range of unmatchedRanges(toB)) {
    if (isSubstitution(alignment, range)) continue
    const pairs: AlignedPassage[] = []
    for (let place = range.start; place < range.end; place += 1) {
      const known = leftOver.get(a.keys[place] ?? -1)
      const other = known?.places[known.taken]
      if (known === undefined || other === undefined) continue
      known.taken += 1
      pairs.push({ a: place, b: other, length: 1 })
    }
    if (pairs.length < aligning.minMovedShare * (range.end - range.start)) {
      for (const { a: place } of pairs) {
        const known = leftOver.get(a.keys[place] ?? -1)
        if (known !== undefined) known.taken -= 1
      }
      continue
    }
    for (const pair of pairs) {
      linkTokens(alignment, pair)
      moved.push(pair)
    }
  }
  return moved
}

/** A word or number in the place of another is a substitution, not a move. */
const isSubstitution = (alignment: Alignment, range: TokenRange): boolean => {
  if (range.end - range.start > aligning.maxSubstitutionLength) return false
  const opposite = oppositeOf(alignment, range)
  return opposite !== null && opposite.end - opposite.start === range.end - range.start
}
