import type { Block, Word } from '@polyparse/document'

/** The words of a block with the marker of a list item before the first, where it is printed; none where words are not known. */
export const wordsWithMarker = ({ words = [], marker = '' }: Block): readonly Word[] => {
  const [first] = words
  if (first === undefined || !/[\p{L}\p{N}]/u.test(marker)) return words
  // Its own box is not known: it is somewhere before the word.
  const [x0, y0, , y1] = first.bbox
  return [{ ...first, text: marker, bbox: [x0, y0, x0, y1] }, ...words]
}
