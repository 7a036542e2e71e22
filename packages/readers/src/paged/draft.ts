import type { BlockType, Box, Cell, Metadata, OutlineEntry, Picture, Warning } from '@polyparse/document'
import type { FontStyle } from '../font-style.ts'

/** A document in the making: what the passes work on, each taking one draft and returning another. */
export type Draft = {
  readonly metadata: Metadata
  readonly outline: readonly OutlineEntry[]
  readonly pages: readonly DraftPage[]
  readonly pictures: readonly Picture[]
  readonly warnings: readonly Warning[]
}

export type Pass = (draft: Draft) => Draft

export type DraftPage = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  readonly blocks: readonly DraftBlock[]
}

export type DraftBlock = {
  readonly type: BlockType
  readonly box: Box
  readonly lines: readonly Line[]
  readonly level?: number
  readonly marker?: string
  /** Whether it goes on with the last block of its type before it, from another column or page. */
  readonly continues?: boolean
  /** Whether the document itself says what it is: its type, its level and where it ends are not to be guessed again. */
  readonly known?: boolean
  readonly table?: DraftTable
  readonly picture?: string
  /** What the document says of a picture for those who do not see it. */
  readonly alternative?: string
}

export type Line = {
  readonly box: Box
  /** Height of its largest font in points. */
  readonly size: number
  readonly words: readonly DraftWord[]
}

export type DraftWord = {
  readonly text: string
  readonly box: Box
  readonly size: number
  readonly style: FontStyle
  /** Its font, the same for all words set in it; absent or '' where it is not known. */
  readonly font?: string
  readonly href: string | null
  readonly raised: boolean
  /** Whether a space precedes it on its line. */
  readonly spaced: boolean
  /** 0–1: how sure it is that the text is right; 1 where it was not read from an image. */
  readonly confidence: number
}

/** A grid with every cell listed once, at its top left, row by row; what no cell covers is empty. */
export type DraftTable = {
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly DraftCell[]
  readonly caption?: string
}

export type DraftCell = Omit<Cell, 'bbox'> & { readonly box: Box | null }

/** A pass over every block that may put any number of blocks in its place. */
export const eachBlock =
  (change: (block: DraftBlock, page: DraftPage) => DraftBlock | readonly DraftBlock[]): Pass =>
  (draft) => ({
    ...draft,
    pages: draft.pages.map((page) => ({ ...page, blocks: page.blocks.flatMap((block) => change(block, page)) })),
  })

export const textOfLine = ({ words }: Line): string =>
  words.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('')

export const textOfBlock = ({ lines }: DraftBlock): string => lines.map(textOfLine).join(' ')

/** The size most of a text is set in, by characters. */
export const mainSize = (lines: readonly Line[]): number => {
  const weights = new Map<number, number>()
  for (const { size, words } of lines.flatMap((line) =>
    line.words.map((word) => ({ size: word.size, words: word.text })),
  )) {
    const rounded = Math.round(size * 2) / 2
    weights.set(rounded, (weights.get(rounded) ?? 0) + words.length)
  }
  return [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}
