import type { DisputeSide } from '@polyparse/contract'
import type { Box } from '@polyparse/document'
import type { Range } from '../align/alignment.ts'
import type { PageTokens } from '../tokens/page-tokens.ts'
import { textOf } from '../tokens/text-of.ts'

const maxTextLength = 300
const wordsAround = 8

/** What a reading has in a range, in its own spelling, with the words round it and where it stands. */
export const sideOf = (provider: string, page: PageTokens, { start, end }: Range): DisputeSide => ({
  provider,
  // What is cut anyway need not be put together.
  text: shortened(textOf(page, start, Math.min(end, start + maxTextLength))),
  before: textOf(page, Math.max(0, start - wordsAround), start),
  after: textOf(page, end, Math.min(page.length, end + wordsAround)),
  page: page.page,
  bbox: boxOf(page, start, Math.max(end, start + 1)),
})

const shortened = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')}…`

const boxOf = (page: PageTokens, start: number, end: number): [number, number, number, number] | null => {
  const [first, last] = [
    page.unitOf[Math.min(start, page.length - 1)] ?? 0,
    page.unitOf[Math.min(end, page.length) - 1] ?? 0,
  ]
  const boxes = page.units.slice(first, last + 1).flatMap(({ bbox }) => (bbox === null ? [] : [bbox]))
  return boxes.length === 0 ? null : boxes.map(([...box]) => box).reduce(around)
}

const around = (one: Box, other: Box): [number, number, number, number] => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
]
