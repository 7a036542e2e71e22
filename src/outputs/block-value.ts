import type { BlockValue } from '../contract/blocks.ts'
import type { Block, Box } from '../document/model.ts'

/** A block as it goes over the wire, where pictures are called images. */
export const blockValue = ({ bbox, picture, runs, words, ...block }: Block): BlockValue => ({
  ...block,
  bbox: boxValue(bbox),
  ...(runs !== undefined && { runs: [...runs] }),
  ...(words !== undefined && { words: words.map((word) => ({ ...word, bbox: [...word.bbox] })) }),
  ...(picture !== undefined && { image: picture }),
})

export const boxValue = (box: Box | null): number[] | null => (box === null ? null : [...box])
