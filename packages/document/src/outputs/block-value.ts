import type { Block } from '../model.ts'
import type { BlockValue } from './values.ts'

/** A block as callers get it: pictures are called images. */
export const blockValue = ({ picture, runs, words, ...block }: Block): BlockValue => ({
  ...block,
  ...(runs !== undefined && { runs: [...runs] }),
  ...(words !== undefined && { words: [...words] }),
  ...(picture !== undefined && { image: picture }),
})
