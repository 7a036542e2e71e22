import type { DisputeSide } from '@polyparse/contract'
import { itemAt } from '@polyparse/document/items'
import type { Box } from '@polyparse/document/schema'
import { isEmpty, type TokenRange } from '../align/alignment.ts'
import { disputeParameters } from '../parameters.ts'
import { textOfTokens, type PageTokens } from '../tokens/page-tokens.ts'
import { standsIn } from '../pictures.ts'
import { rangesOfGroup, type ComparedPair, type GroupedFinding } from './group.ts'

/**
 * Returns the range of each reading that a group of findings is about; an empty range, at its place, where the reading lacks
 * it. `decisive` are the findings of the group that say what it is about. A reading that is in none of them agrees with
 * one that is, so its range is the counterpart of that one's.
 */
export const rangesFor = (
  readings: number,
  decisive: readonly GroupedFinding[],
  group: readonly GroupedFinding[],
  pairs: readonly ComparedPair[],
): TokenRange[] =>
  Array.from(
    { length: readings },
    (_, reading) =>
      rangeIn(reading, decisive) ??
      counterpartIn(reading, decisive, pairs) ??
      rangeIn(reading, group) ?? { start: 0, end: 0 },
  )

/** The span that the findings cover in one reading; an empty range if they only give its place. */
const rangeIn = (reading: number, group: readonly GroupedFinding[]): TokenRange | null => {
  const own = group.flatMap(({ pair, finding }) =>
    rangesOfGroup(pair, finding).flatMap(([of, range]) => (of === reading ? [range] : [])),
  )
  const filled = own.filter((range) => !isEmpty(range))
  return (filled.length > 0 ? filled : own.slice(0, 1)).reduce<TokenRange | null>(
    (whole, { start, end }) =>
      whole === null ? { start, end } : { start: Math.min(whole.start, start), end: Math.max(whole.end, end) },
    null,
  )
}

const counterpartIn = (
  reading: number,
  group: readonly GroupedFinding[],
  pairs: readonly ComparedPair[],
): TokenRange | null => {
  for (const { pair: of, finding } of group)
    for (const [from, range] of rangesOfGroup(of, finding)) {
      const pair = pairs.find(
        ({ one, other }) => (one === from && other === reading) || (one === reading && other === from),
      )
      if (pair === undefined) continue
      const { toB, toA } = pair.alignment
      const places = (pair.one === from ? toB : toA).subarray(range.start, range.end).filter((place) => place >= 0)
      const [first, last] = [places[0], places.at(-1)]
      if (first !== undefined && last !== undefined)
        return { start: Math.min(first, last), end: Math.max(first, last) + 1 }
    }
  return null
}

/** The text of a range in the spelling of its reading, with the words around it and its position. */
export const sideOf = (provider: string, page: PageTokens, { start, end }: TokenRange): DisputeSide => {
  const { maxSideLength, contextWords } = disputeParameters
  return {
    provider,
    // A token has at least one character, so more tokens than that are cut off anyway.
    text: shortened(textOfTokens(page, start, Math.min(end, start + maxSideLength))),
    before: textOfTokens(page, Math.max(0, start - contextWords), start),
    after: textOfTokens(page, end, Math.min(page.length, end + contextWords)),
    page: page.page,
    bbox: boxOfTokenRange(page, start, Math.max(end, start + 1)),
  }
}

const shortened = (text: string): string =>
  text.length <= disputeParameters.maxSideLength
    ? text
    : `${text.slice(0, disputeParameters.maxSideLength).replace(/[\uD800-\uDBFF]$/, '')}…`

/** Tells whether all words of a range are in pictures; of an empty range nothing speaks against it. */
export const isWithin = ({ units, unitOf }: PageTokens, range: TokenRange, pictures: readonly Box[]): boolean =>
  isEmpty(range) ||
  units
    .slice(itemAt(unitOf, range.start), itemAt(unitOf, range.end - 1) + 1)
    .every(({ bbox }) => standsIn(bbox, pictures))

const boxOfTokenRange = (page: PageTokens, start: number, end: number): [number, number, number, number] | null => {
  const [first, last] = [
    page.unitOf[Math.min(start, page.length - 1)] ?? 0,
    page.unitOf[Math.min(end, page.length) - 1] ?? 0,
  ]
  const boxes = page.units.slice(first, last + 1).flatMap(({ bbox }) => (bbox === null ? [] : [bbox]))
  return boxes.length === 0 ? null : boxes.map(([...box]) => box).reduce(union)
}

const union = (one: Box, other: Box): [number, number, number, number] => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
]
