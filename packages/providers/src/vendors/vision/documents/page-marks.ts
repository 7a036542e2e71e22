import { randomBytes } from 'node:crypto'
import { itemAt } from '@polyparse/document/items'
import { withoutFence } from '../vision-blocks.ts'

/** The lines that divide one answer about several pages. */
export type PageMarks = {
  readonly count: number
  /** No page has it, because it is new for each request: what is printed on a page cannot pass for a mark. */
  readonly secret: string
}

export const createPageMarks = (count: number): PageMarks => ({ count, secret: randomBytes(4).toString('hex') })

/** The line before the n-th page, counted from 1. */
export const markOf = ({ count, secret }: PageMarks, position: number): string =>
  `=====PAGE ${position} OF ${count} [${secret}]=====`

/**
 * Returns what an answer says about each page, by position from 1. A page without a mark is missing; if the marks are not in
 * order, each at most once, none of them is believed.
 */
export const dividedByMarks = (answer: string, { count, secret }: PageMarks): ReadonlyMap<number, string> => {
  const text = withoutFence(answer)
  const found = [...text.matchAll(/^[ \t]*=====PAGE (\d{1,5}) OF \d{1,5} \[([\da-f]{8})\]=====[ \t]*$/gm)].filter(
    ([, , written]) => written === secret,
  )
  const positions = found.map(([, position]) => Number(position))
  const isInOrder = positions.every((position, index) => position > (positions[index - 1] ?? 0) && position <= count)
  if (!isInOrder) return new Map()
  return new Map(
    found.map(({ 0: mark, index }, nth) => [
      itemAt(positions, nth),
      text.slice(index + mark.length, found[nth + 1]?.index).trim(),
    ]),
  )
}
