import type { Rect } from '@llamaindex/liteparse'

/** The smallest rectangle round all of them. Not by spreading into `Math.min`: a page can have more words than a call arguments. */
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
