import type { Box } from '@polyparse/document'
import type { DraftBlock } from './draft.ts'

/** Puts blocks into a reading order by their places: each after the last block above it in its column. */
export const insertBlocks = (blocks: readonly DraftBlock[], placed: readonly DraftBlock[]): DraftBlock[] => {
  const ordered = [...blocks]
  for (const block of placed) {
    const above = ordered.findLastIndex(({ box }) => isAbove(box, block.box))
    ordered.splice(above + 1, 0, block)
  }
  return ordered
}

const isAbove = (box: Box, other: Box): boolean =>
  box[3] <= (other[1] + other[3]) / 2 && Math.min(box[2], other[2]) > Math.max(box[0], other[0])
