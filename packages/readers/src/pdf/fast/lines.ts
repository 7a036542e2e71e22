import { type Box, union } from '@polyparse/document'
import type { DraftWord, Line } from '../../paged/draft.ts'
import type { LayoutItem } from './regions/lay-out-page.ts'

/** How a word at a place looks and what it links to. */
export type WordLook = (box: Box) => Pick<DraftWord, 'style' | 'href'>

/** The lines of a block, from the items of text in it, top to bottom. */
export const makeLines = (items: readonly LayoutItem[], look: WordLook): Line[] => {
  const rows: LayoutItem[][] = []
  for (const item of items.toSorted((a, b) => a.box[1] - b.box[1])) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row !== undefined && first !== undefined && onOneLine(first, item)) row.push(item)
    else rows.push([item])
  }
  return rows.flatMap((row) => makeLine(row, look) ?? [])
}

/** More than half of the lower one's height is beside the other. */
const onOneLine = (a: LayoutItem, b: LayoutItem): boolean => {
  const shared = Math.min(a.box[3], b.box[3]) - Math.max(a.box[1], b.box[1])
  return shared > Math.min(a.box[3] - a.box[1], b.box[3] - b.box[1]) / 2
}

const makeLine = (row: readonly LayoutItem[], look: WordLook): Line | null => {
  const items = row.toSorted((a, b) => a.box[0] - b.box[0])
  const box = union(items.map((item) => item.box))
  if (box === null) return null
  const size = Math.max(...items.map((item) => item.size))
  const words: DraftWord[] = []
  for (const item of items) {
    for (const [index, word] of item.words.entries()) {
      const gap = word.box[0] - (words.at(-1)?.box[2] ?? 0)
      words.push({
        ...word,
        ...look(word.box),
        size: item.size,
        raised: item.size < size * 0.8 && word.box[3] < box[3] - size * 0.15,
        spaced: index > 0 || gap > item.size * 0.12,
        confidence: 1,
      })
    }
  }
  return { box, size, words }
}
