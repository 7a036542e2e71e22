import type { TextItem } from '@llamaindex/liteparse'
import { type Box, centre, holds } from '@polyparse/document'
import { boundsOf } from './bounds.ts'

/** The items of a page without the words in these boxes; the same items where nothing is left out. */
export const withoutHidden = (items: readonly TextItem[], hidden: readonly Box[]): readonly TextItem[] =>
  hidden.length === 0 ? items : items.flatMap((item) => seenPart(item, hidden))

type Rectangle = Pick<TextItem, 'x' | 'y' | 'width' | 'height'>

const isHidden = ({ x, y, width, height }: Rectangle, hidden: readonly Box[]): boolean => {
  const point = centre([x, y, x + width, y + height])
  return hidden.some((box) => holds(box, point, 0.5))
}

const seenPart = (item: TextItem, hidden: readonly Box[]): TextItem[] => {
  const words = item.words ?? []
  if (words.length === 0) return isHidden(item, hidden) ? [] : [item]
  const seen = words.filter((word) => !isHidden(word, hidden))
  if (seen.length === words.length) return [item]
  if (seen.length === 0) return []
  const { x, width } = boundsOf(seen)
  return [{ ...item, x, width, text: seen.map(({ text }) => text).join(' '), words: seen }]
}
