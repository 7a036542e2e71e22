import type { DraftBlock } from '../../paged/draft.ts'

/** The characters in blocks that leave ink: those of lines, or of cells where a block is a table. */
export const countCharacters = (blocks: readonly DraftBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.table === undefined ? inLines(block) : inCells(block.table.cells)), 0)

const inLines = ({ lines, marker = '' }: DraftBlock): number => {
  let count = countInk(marker)
  for (const { words } of lines) for (const { text } of words) count += countInk(text)
  return count
}

const inCells = (cells: readonly { readonly text: string }[]): number =>
  cells.reduce((sum, { text }) => sum + countInk(text), 0)

const countInk = (text: string): number => text.length - (text.match(/\s/g)?.length ?? 0)

/** Whether most of a text stands for nothing: replacement, control and private-use characters of fonts without a map. */
export const isGarbage = (text: string): boolean => {
  const garbage = text.match(/[\uFFFD\p{Cn}\p{Co}]|[^\P{Cc}\s]/gu)?.length ?? 0
  return garbage > 0 && garbage > countInk(text) / 2
}
