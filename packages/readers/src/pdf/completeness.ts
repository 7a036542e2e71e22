import type { Warning } from '@polyparse/document'
import type { DraftBlock } from '../paged/draft.ts'

/** What a page holds and what came out of it; characters are those that leave ink, white space not among them. */
export type PageBalance = {
  readonly number: number
  /** In the blocks of the page: tables, headers and footers included. */
  readonly cameOut: number
  /** In the text layer, without what nobody can see; 0 where there is none. */
  readonly held: number
  /** How much of the page is not of the colour of its ground, 0–1; of interest where it holds no text. */
  readonly ink: number
}

/** Less than this share is too little. Layers hold what nobody misses: leaders, shadows drawn twice, marks at the edges. */
const thinShare = 0.6
/** On a page with fewer characters a share means little: only nothing at all is too little. */
const min = 10
/** A speck of dust is no text. */
const minInk = 0.0005

/** Warnings of a page that came out with less than it holds; none of a blank one. */
export const judgePage = ({ number, cameOut, held, ink }: PageBalance): Warning[] => {
  if (held > 0 && (cameOut === 0 || (held >= min && cameOut < held * thinShare))) {
    const percent = Math.floor((cameOut / held) * 100)
    return [
      {
        code: 'low_text_yield',
        message: `Page ${number} came out with ${percent} % of the characters of its text layer.`,
        page: number,
      },
    ]
  }
  if (cameOut > 0 || held > 0 || ink < minInk) return []
  return [
    {
      code: 'page_without_text',
      message: `Page ${number} is not blank, but no text could be read on it.`,
      page: number,
    },
  ]
}

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
