import { link, unanswered, type Alignment, type Passage, type Range } from './alignment.ts'
import { oppositeOf } from './mend.ts'

/** Places of the same three words that are tried. */
const maxPlaces = 8
const shortest = 3

/**
 * Lets passages answer to each other that stand elsewhere on the other page, so that what was read in another order is
 * not taken for lost here and invented there: first passages of three words and more, then stretches most of whose words
 * are left over on the other side too, as when a table was read down instead of across.
 */
export const findMoved = (alignment: Alignment): void => {
  movedPassages(alignment)
  const { a, b, toB, toA, scattered } = alignment
  for (const passage of movedWords(alignment)) scattered.push(passage)
  for (const { a: inB, b: inA, length } of movedWords({ ...alignment, a: b, b: a, toB: toA, toA: toB }))
    scattered.push({ a: inA, b: inB, length })
}

const movedPassages = (alignment: Alignment): void => {
  const { a, b, toB, toA } = alignment
  const places = Map.groupBy(
    unanswered(toA).flatMap(({ start, end }) => placesIn(start, end - shortest + 1)),
    (place) => triple(b.keys, place),
  )
  if (places.size === 0) return
  for (const { start, end } of unanswered(toB)) {
    for (let place = start; place + shortest <= end; place += 1) {
      const candidates = (places.get(triple(a.keys, place)) ?? []).slice(0, maxPlaces)
      const passage = candidates
        .map((other): Passage => ({ a: place, b: other, length: commonLength(alignment, place, other) }))
        .reduce((best, next) => (next.length > best.length ? next : best), { a: place, b: 0, length: 0 })
      if (passage.length < shortest) continue
      link(alignment, passage)
      alignment.moves.push(passage)
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

/** Of a stretch, so many words must be left over on the other side for it to be taken as moved word by word. */
const mostOf = 0.6

const movedWords = (alignment: Alignment): Passage[] => {
  const moved: Passage[] = []
  const { a, b, toB, toA } = alignment
  const left = new Map<number, { readonly places: number[]; taken: number }>()
  for (const { start, end } of unanswered(toA))
    for (let place = start; place < end; place += 1) {
      const key = b.keys[place] ?? -1
      const known = left.get(key)
      if (known === undefined) left.set(key, { places: [place], taken: 0 })
      else known.places.push(place)
    }
  if (left.size === 0) return moved
  for (const range of unanswered(toB)) {
    if (isReadOtherwise(alignment, range)) continue
    const pairs: Passage[] = []
    for (let place = range.start; place < range.end; place += 1) {
      const known = left.get(a.keys[place] ?? -1)
      const other = known?.places[known.taken]
      if (known === undefined || other === undefined) continue
      known.taken += 1
      pairs.push({ a: place, b: other, length: 1 })
    }
    if (pairs.length < mostOf * (range.end - range.start)) {
      for (const { a: place } of pairs) {
        const known = left.get(a.keys[place] ?? -1)
        if (known !== undefined) known.taken -= 1
      }
      continue
    }
    for (const pair of pairs) {
      link(alignment, pair)
      moved.push(pair)
    }
  }
  return moved
}

/** One word or figure that stands where the other page has another is read otherwise, not moved. */
const isReadOtherwise = (alignment: Alignment, range: Range): boolean => {
  if (range.end - range.start > 2) return false
  const opposite = oppositeOf(alignment, range)
  return opposite !== null && opposite.end - opposite.start === range.end - range.start
}
