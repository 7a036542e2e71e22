import type { Block, Cell, ChildBlock } from '../model.ts'
import type { BlockValue, CellValue, ChildBlockValue } from './values.ts'

/* Blocks and cells as callers get them: pictures are called images. */

export const blockValue = ({ words, blocks, picture, runs, ...block }: Block): BlockValue => ({
  ...block,
  ...withImage({ runs, picture }),
  ...(blocks !== undefined && { blocks: blocks.map(childValue) }),
  ...(words !== undefined && { words: [...words] }),
})

export const cellValue = ({ runs, blocks, ...cell }: Cell): CellValue => ({
  ...cell,
  ...withImage({ runs }),
  ...(blocks !== undefined && { blocks: blocks.map(childValue) }),
})

const childValue = ({ picture, runs, ...child }: ChildBlock): ChildBlockValue => ({
  ...child,
  ...withImage({ runs, picture }),
})

const withImage = ({ runs, picture }: { runs?: Block['runs']; picture?: string | undefined }) => ({
  ...(runs !== undefined && { runs: [...runs] }),
  ...(picture !== undefined && { image: picture }),
})
