import { itemAt } from '@polyparse/document/items'
import { dimensionsOf, type ReadPage } from './reading.ts'
import type { ScrollPlace } from './scroll-link.ts'

/** The pages below each other, in pixels. */
export type PageSheets = {
  readonly tops: readonly number[]
  readonly heights: readonly number[]
  /** The pixels of a point on each page. */
  readonly scales: readonly number[]
  readonly total: number
}

/** Above, between and below the pages, in pixels. */
export const sheetGap = 16

export const pageSheets = (pages: readonly ReadPage[], width: number): PageSheets => {
  const scales = pages.map((page) => width / dimensionsOf(page).width)
  const heights = pages.map((page, index) => dimensionsOf(page).height * itemAt(scales, index))
  const tops: number[] = []
  let top = sheetGap
  for (const height of heights) {
    tops.push(top)
    top += height + sheetGap
  }
  return { tops, heights, scales, total: top }
}

export const placeAtHeight = (
  { tops, heights, scales }: PageSheets,
  pages: readonly ReadPage[],
  height: number,
): ScrollPlace | null => {
  const index = Math.max(
    0,
    tops.findLastIndex((top) => top <= height),
  )
  const page = pages[index]
  if (page === undefined) return null
  const down = Math.max(0, Math.min(height - (tops[index] ?? 0), heights[index] ?? 0))
  return { page: page.page, y: down / (scales[index] ?? 1) }
}

export const heightOfPlace = (
  { tops, scales }: PageSheets,
  pages: readonly ReadPage[],
  { page, y }: ScrollPlace,
): number | null => {
  const index = pages.findIndex((each) => each.page === page)
  const top = tops[index]
  return top === undefined ? null : top + y * (scales[index] ?? 1)
}
