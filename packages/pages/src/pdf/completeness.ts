import { type Warning, warning } from '@polyparse/document'
import type { DraftBlock } from '../paged/draft.ts'

/** The size of a page's contents beside the size of the part that was read, in characters without white space. */
export type PageBalance = {
  readonly number: number
  /** Characters in the blocks of the page: tables, headers and footers included. */
  readonly extracted: number
  /** Characters in the text layer, without invisible ones; 0 where there is no text layer. */
  readonly held: number
  /** Share of the page, 0–1, that is not of the colour of its ground; used where it has no text. */
  readonly ink: number
}

/**
 * Share of the characters below which the yield is low. Layers also hold leaders, shadows drawn twice and printer's
 * marks.
 */
const thinShare = 0.6
/** Characters: on a page with fewer, a share means little, and only reading none is too few. */
const min = 10
/** Share of the page: less ink is dust. */
const minInk = 0.0005

/** Warnings for a page of which less was read than it contains; none for a blank page. */
export const completenessWarnings = ({ number, extracted, held, ink }: PageBalance): Warning[] => {
  if (held > 0 && (extracted === 0 || (held >= min && extracted < held * thinShare))) {
    const percent = Math.floor((extracted / held) * 100)
    return [
      warning(
        'low_text_yield',
        `Only ${percent} % of the characters in the text layer of page ${number} were read.`,
        number,
      ),
    ]
  }
  if (extracted > 0 || held > 0 || ink < minInk) return []
  return [warning('page_without_text', `Page ${number} is not blank, but no text could be read on it.`, number)]
}

/** The characters in blocks without white space: those of lines, or of cells where a block is a table. */
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

/**
 * Tells whether most of a text is meaningless: replacement, control and private-use characters of fonts without a map.
 * @example isGarbage('\uFFFD\uFFFD\uFFFD a') // true
 */
export const isGarbage = (text: string): boolean => {
  const garbage = text.match(/[\uFFFD\p{Cn}\p{Co}]|[^\P{Cc}\s]/gu)?.length ?? 0
  return garbage > 0 && garbage > countInk(text) / 2
}
