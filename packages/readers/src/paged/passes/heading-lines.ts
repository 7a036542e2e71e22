import { textOfBlock, type DraftBlock, type DraftPage } from '../draft.ts'
import { headings as limits } from '../parameters.ts'

/*
 * What a block has in common with a heading, beside its font.
 */

/** Whether a block is short and does not end like a sentence or the lead-in of a list. */
export const isHeadingLine = (block: DraftBlock): boolean => {
  const text = textOfBlock(block)
  return (
    block.lines.length <= limits.short.maxLines && text.length <= limits.short.maxCharacters && !/[.,;:]$/u.test(text)
  )
}

/** Whether a text is set in capitals: several letters, none of them small. */
export const isCapitals = (text: string): boolean => /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text)

/** Whether a block stands in the middle of its column, as the nearest texts of several lines above and below show it. */
export const isCentred = (block: DraftBlock, { blocks }: DraftPage): boolean => {
  const { box } = block
  const size = block.lines[0]?.size ?? 0
  const columns = blocks.filter(
    (other) =>
      other !== block &&
      other.lines.length >= limits.minColumnLines &&
      other.box[0] < box[0] - size &&
      other.box[2] > box[2] + size,
  )
  const above = columns.findLast((other) => other.box[3] <= box[1] + size)
  const below = columns.find((other) => other.box[1] >= box[3] - size)
  return [above, below].some((other) => {
    if (other === undefined) return false
    const [left, right] = [box[0] - other.box[0], other.box[2] - box[2]]
    return Math.abs(left - right) < size * limits.centreTolerance && Math.min(left, right) > size * limits.minIndent
  })
}
