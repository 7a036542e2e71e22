import { type Box, centre, holds } from '@polyparse/document'
import type { Rect, TextItem } from '../../../layout-library.ts'
import { hidden as parameters } from '../parameters.ts'

/** The items of a page without the words in these boxes; the same items where nothing is left out. */
export const withoutHidden = (items: readonly TextItem[], hidden: readonly Box[]): readonly TextItem[] =>
  hidden.length === 0 ? items : items.flatMap((item) => seenPart(item, hidden))

type Rectangle = Pick<TextItem, 'x' | 'y' | 'width' | 'height'>

const isHiddenTextRectangle = ({ x, y, width, height }: Rectangle, hidden: readonly Box[]): boolean => {
  const point = centre([x, y, x + width, y + height])
  return hidden.some((box) => holds(box, point, parameters.slack))
}

const seenPart = (item: TextItem, hidden: readonly Box[]): TextItem[] => {
  const words = item.words ?? []
  if (words.length === 0) return isHiddenTextRectangle(item, hidden) ? [] : [item]
  const seen = words.filter((word) => !isHiddenTextRectangle(word, hidden))
  if (seen.length === words.length) return [item]
  if (seen.length === 0) return []
  const { x, width } = boundsOf(seen)
  return [{ ...item, x, width, text: seen.map(({ text }) => text).join(' '), words: seen }]
}

/**
 * The bounds of all rectangles. Spreading into `Math.min` would fail: a page can have more words than a call arguments.
 */
export const boundsOf = (rectangles: readonly Rect[]): Rect => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rectangles) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
