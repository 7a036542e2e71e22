import type { TextItem } from '@llamaindex/liteparse'
import type { Box } from '../../../document/model.ts'
import { centre, holds } from '../../paged/geometry.ts'
import { boundsOf } from './bounds.ts'

/** Where a page has text that is not to be seen. */
export type HiddenBoxes = readonly Box[]

/** The items of a page without the words in these boxes. */
export const withoutHidden = (items: readonly TextItem[], hidden: HiddenBoxes): TextItem[] =>
  items.flatMap((item) => seenPart(item, hidden))

type Rectangle = Pick<TextItem, 'x' | 'y' | 'width' | 'height'>

const isHidden = ({ x, y, width, height }: Rectangle, hidden: HiddenBoxes): boolean => {
  const point = centre([x, y, x + width, y + height])
  return hidden.some((box) => holds(box, point, 0.5))
}

const seenPart = (item: TextItem, hidden: HiddenBoxes): TextItem[] => {
  const words = item.words ?? []
  if (words.length === 0) return isHidden(item, hidden) ? [] : [{ ...item, words: [] }]
  const seen = words.filter((word) => !isHidden(word, hidden))
  if (seen.length === words.length) return [item]
  if (seen.length === 0) return []
  const { x, width } = boundsOf(seen)
  return [{ ...item, x, width, text: seen.map(({ text }) => text).join(' '), words: seen }]
}
