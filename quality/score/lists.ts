import { align } from './align.ts'
import type { Content, ContentBlock } from './content.ts'
import { similarity } from './text.ts'

type Item = Extract<ContentBlock, { kind: 'item' }>

/** Below this similarity, two texts do not belong to the same item. */
const leastAlike = 0.8

/** The score of an item whose marker or depth is wrong. */
const wrongMarker = 0.5

/**
 * Scores how well list items were found, 0 to 1: twice the number of common items, in order, over the number of items on both
 * sides. An item with a bullet for its number, another number or another depth counts half. Null when the truth has no
 * items.
 */
export const scoreLists = (truth: Content, read: Content): number | null => {
  const [items, others] = [itemsOf(truth), itemsOf(read)]
  if (items.length === 0) return null
  const worth = (index: number, other: number): number => {
    const [item, second] = [items[index], others[other]]
    if (item === undefined || second === undefined || similarity(item.text, second.text) < leastAlike) return 0
    return item.number === second.number && item.depth === second.depth ? 1 : wrongMarker
  }
  const common = align(items.length, others.length, worth).reduce((sum, [index, other]) => sum + worth(index, other), 0)
  return (2 * common) / (items.length + others.length)
}

const itemsOf = (content: Content): Item[] => content.filter((block) => block.kind === 'item')
