import type { BlockType, Box, Cell, Field, DocumentMetadata, OutlineEntry, Picture, Warning } from '@polyparse/document'
import type { TextStyle } from '../font-style.ts'
import { isWrittenDown, joinLines } from '../language/line-joints.ts'

/** A document in the making: pages of blocks in reading order, which the passes turn into those of the document. */
export type Draft = {
  readonly metadata: DocumentMetadata
  readonly outline: readonly OutlineEntry[]
  readonly pages: readonly DraftPage[]
  readonly pictures: readonly Picture[]
  readonly warnings: readonly Warning[]
}

/** One change of a whole draft. It returns another draft and leaves the one it was given alone. */
export type Pass = (draft: Draft) => Draft

/** A page in points, with its blocks in reading order. */
export type DraftPage = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  readonly blocks: readonly DraftBlock[]
}

/** A block with its lines; its box in points from the top left of the page. */
export type DraftBlock = {
  readonly type: BlockType
  readonly box: Box
  readonly lines: readonly Line[]
  readonly level?: number
  readonly marker?: string
  /** The type of which it continues the last block, from another column or page. */
  readonly continues?: BlockType
  /** True if the document itself says what it is; no pass may change its type, its level or its ends. */
  readonly known?: boolean
  /** True if its text was recognised in a picture of a page that has other text. */
  readonly isRecognized?: boolean
  readonly table?: DraftTable
  readonly picture?: string
  /** The alternative text of a picture. */
  readonly alternative?: string
}

/** A line of words in reading order; its box in points. */
export type Line = {
  readonly box: Box
  /** The height of its largest font in points. */
  readonly size: number
  readonly words: readonly DraftWord[]
}

/** A stretch of text in one style, mostly one word; its box and its size in points. */
export type DraftWord = {
  readonly text: string
  readonly box: Box
  readonly size: number
  readonly style: TextStyle
  /** An id of its font; absent or '' where it is not known. */
  readonly font?: string
  readonly href: string | null
  readonly raised: boolean
  /** True if it is lower than its line; absent where it does not, or where that is not known. */
  readonly lowered?: boolean
  /** True if a space precedes it on its line. */
  readonly spaced: boolean
  /** Confidence in its text, 0 to 1; 1 where it was not recognised in an image. */
  readonly confidence: number
  /** The field of a form that it was entered in, the same for all its words; absent for text of the page. */
  readonly entry?: DraftEntry
  /** Its part in a line that pairs a label with its value. */
  readonly part?: 'label' | 'value'
}

/** A field of a form that is filled in, or a box to tick. */
export type DraftEntry = { readonly kind: Exclude<Field['kind'], 'pair'> }

/**
 * A table with every cell listed once, at its top left, row by row, counted from 0. A place without a cell is empty.
 */
export type DraftTable = {
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly DraftCell[]
  readonly caption?: string
}

/** A cell; its box in points, null where it is not known. */
export type DraftCell = Omit<Cell, 'bbox'> & { readonly box: Box | null }

/** A pass that replaces every block by one block or by any number of them. */
export const eachBlock =
  (change: (block: DraftBlock, page: DraftPage) => DraftBlock | readonly DraftBlock[]): Pass =>
  (draft) => ({
    ...draft,
    pages: draft.pages.map((page) => ({ ...page, blocks: page.blocks.flatMap((block) => change(block, page)) })),
  })

/** The text of a line, with the spaces between its words. */
export const textOfLine = ({ words }: Pick<Line, 'words'>): string =>
  words.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('')

/** The text of a line of a cell. The mark of a note after a number, and an index below it, are none of its digits. */
export const textOfCellLine = ({ words }: Line): string =>
  words.reduce((text, word, index) => {
    const digits = word.raised ? raisedDigits : word.lowered === true ? loweredDigits : null
    const own = digits !== null && /\p{N}$/u.test(text) ? withDigits(word.text, digits) : word.text
    return text + (word.spaced && index > 0 ? ' ' : '') + own
  }, '')

const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const loweredDigits = '₀₁₂₃₄₅₆₇₈₉'

const withDigits = (text: string, digits: string): string =>
  text.replaceAll(/[0-9]/g, (digit) => digits.charAt(Number(digit)))

/** The text of a block, with its lines joined by spaces in scripts that have them. */
export const textOfBlock = ({ lines }: DraftBlock): string => joinLines(lines.map(textOfLine))

/**
 * The mean confidence of texts by their length; one that does not state it was not recognised. 1 without any text.
 * @example meanConfidence([{ text: 'ab', confidence: 0.9 }, { text: 'cd', confidence: 0.7 }]) // 0.8
 */
export const meanConfidence = (
  texts: readonly { readonly text: string; readonly confidence?: number | undefined }[],
): number => {
  const length = texts.reduce((sum, { text }) => sum + text.length, 0)
  const sure = texts.reduce((sum, { text, confidence = 1 }) => sum + text.length * confidence, 0)
  return length === 0 ? 1 : sure / length
}

/** The size in points, to the half, of most characters of some lines; 0 without any. */
export const mainSize = (lines: readonly Line[]): number => {
  const weights = new Map<number, number>()
  for (const { words } of lines)
    for (const { size, text } of words) {
      const rounded = Math.round(size * 2) / 2
      weights.set(rounded, (weights.get(rounded) ?? 0) + text.length)
    }
  return [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}

/**
 * Tells whether a line is turned to run up or down the page: it is higher than it is wide, although it has several letters,
 * of a script that is not written so.
 */
export const isTurned = ({ box, words }: Line): boolean =>
  box[3] - box[1] > box[2] - box[0] &&
  !words.some(({ text }) => isWrittenDown(text)) &&
  words.reduce((sum, { text }) => sum + text.length, 0) >= minTurnedLetters

/** Fewer may be one high letter. */
const minTurnedLetters = 3
