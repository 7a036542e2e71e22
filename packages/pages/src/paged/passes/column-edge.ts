import { maxOf } from '@polyparse/engine'
import type { DraftBlock, DraftPage } from '../draft.ts'

/** The types of the blocks that are as wide as their column. */
const columnText = new Set<DraftBlock['type']>(['paragraph', 'list_item'])

/** The right edge, in points, of the text in the column of a block: the farthest of the texts above and below it. */
export const rightEdgeOfColumn = ({ box: [left, , right] }: DraftBlock, { blocks }: DraftPage): number =>
  maxOf(
    blocks.filter(({ type, box }) => columnText.has(type) && box[0] < right && box[2] > left).map(({ box }) => box[2]),
    right,
  )
