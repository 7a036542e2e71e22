import type { Box } from '@polyparse/document'
import { textOfBlock, type DraftBlock, type DraftPage, type Line } from '../draft.ts'
import { headings as limits } from '../parameters.ts'

/*
 * The looks that a block shares with a heading, beside its font.
 */

/** Tells whether a block is short and does not end like a sentence or the lead-in of a list. */
export const isHeadingLine = (block: DraftBlock): boolean => {
  const text = textOfBlock(block)
  return (
    block.lines.length <= limits.short.maxLines && text.length <= limits.short.maxCharacters && !/[.,;:]$/u.test(text)
  )
}

/**
 * Tells whether a text is set in capitals: several letters, none of them small.
 * @example isCapitals('TERMS OF USE') // true
 */
export const isCapitals = (text: string): boolean => /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text)

/**
 * Tells whether each line of a block is in the middle of its column, as the nearest texts of several lines above and below
 * show it.
 */
export const isCentred = (block: DraftBlock, { blocks }: DraftPage): boolean => {
  const { box, lines } = block
  const size = lines[0]?.size ?? 0
  const columns = blocks.filter(
    (other) =>
      other !== block &&
      other.lines.length >= limits.minColumnLines &&
      other.box[0] < box[0] + size &&
      other.box[2] > box[2] - size,
  )
  const above = columns.findLast((other) => other.box[3] <= box[1] + size)
  const below = columns.find((other) => other.box[1] >= box[3] - size)
  return [above, below].some((other) => other !== undefined && areCentred(lines, other.box))
}

const areCentred = (lines: readonly Line[], [left, , right]: Box): boolean =>
  lines.every(({ box, size }) => Math.abs(box[0] - left - (right - box[2])) < size * limits.centreTolerance) &&
  lines.some(({ box, size }) => Math.min(box[0] - left, right - box[2]) > size * limits.minIndent)
