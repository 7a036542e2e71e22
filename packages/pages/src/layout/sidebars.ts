import { type Box, centre, holds } from '@polyparse/document'
import type { DraftBlock } from '../paged/draft.ts'
import { insertBlocks } from '../paged/insert-blocks.ts'
import type { ContentWord, PageContent } from './page-content.ts'
import { sidebars as limits } from './parameters.ts'
import { grounds } from './tables/parameters.ts'

/*
 * Boxes on a ground of their own within running text, such as notes and summaries: the lines beside them go on below
 * them, and none of their words belongs to these. Those of tables are found before.
 */

/** The grounds of a page that may be those of boxes with text; of many none. */
export const groundsOfBoxes = ({ fills, width, height }: Pick<PageContent, 'fills' | 'width' | 'height'>): Box[] => {
  const sized = fills
    .filter(({ box: [x0, y0, x1, y1], color }) => {
      const isSeen = [color >> 16, color >> 8, color].some((part) => (part & 255) <= grounds.white)
      return (
        isSeen &&
        x1 - x0 >= limits.minWidth &&
        x1 - x0 <= width * limits.maxWidthShare &&
        y1 - y0 <= height * limits.maxHeightShare
      )
    })
    .map(({ box }) => box)
  return sized.length > limits.maxGrounds ? [] : sized
}

/** The grounds with text that have running text beside them, none within another. */
export const findSidebars = (sized: readonly Box[], words: readonly ContentWord[]): Box[] => {
  const found: Box[] = []
  for (const box of sized.toSorted((a, b) => areaOf(b) - areaOf(a)))
    if (!found.some((other) => doOverlap(other, box)) && standsInText(box, words)) found.push(box)
  return found
}

const areaOf = ([x0, y0, x1, y1]: Box): number => (x1 - x0) * (y1 - y0)

const doOverlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]

/** Tells whether a box holds several lines of words. */
export const holdsText = (box: Box, words: readonly ContentWord[]): boolean => {
  const inside = words.filter((word) => holds(box, centre(word.box)))
  return inside.length >= limits.minWords && countLines(inside) >= limits.minLines
}

/** Tells whether a box holds several whole lines of words, and has lines of text beside it. */
const standsInText = (box: Box, words: readonly ContentWord[]): boolean => {
  if (!holdsText(box, words)) return false
  const beside = words.filter((word) => {
    const [, y] = centre(word.box)
    return y > box[1] && y < box[3] && !holds(box, centre(word.box))
  })
  if (beside.some((word) => doOverlap(box, word.box))) return false
  return countLines(beside) >= limits.minLines && beside.length >= countLines(beside) * limits.minWordsOfLine
}

const countLines = (words: readonly ContentWord[]): number =>
  new Set(words.map(({ baseline }) => Math.round(baseline / limits.lineTolerance))).size

/** Blocks with those of a sidebar after the last one beside it. */
export const insertSidebar = (
  blocks: readonly DraftBlock[],
  sidebar: readonly DraftBlock[],
  [left, top, right, bottom]: Box,
): DraftBlock[] => {
  const margin = (right - left) * limits.maxDistanceShare
  const last = blocks.findLastIndex(
    ({ box }) => box[1] < bottom && box[3] > top && box[0] < right + margin && box[2] > left - margin,
  )
  return last < 0 ? insertBlocks(blocks, sidebar) : blocks.toSpliced(last + 1, 0, ...sidebar)
}
