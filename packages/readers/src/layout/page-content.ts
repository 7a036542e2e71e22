import type { Box } from '@polyparse/document'
import type { DraftWord } from '../paged/draft.ts'

/**
 * What is to be seen on one page, before anyone says what it means. It is made from the characters of a PDF or from the
 * words recognised in an image; the layout rooms know nothing of where it came from. Boxes in points, as displayed.
 */
export type PageContent = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  /** In the order in which they were drawn or recognised, which may be any. Hidden text is not among them. */
  readonly words: readonly ContentWord[]
  readonly rules: readonly Rule[]
  /** Areas filled with one colour that are no rules: backgrounds of rows, cells, boxes. */
  readonly fills: readonly Fill[]
  /** Where pictures stand. */
  readonly pictures: readonly Box[]
}

/** A stretch of characters without a space, on one line, in one style. */
export type ContentWord = Omit<DraftWord, 'spaced' | 'raised'> & {
  /** The y of the line it stands on. */
  readonly baseline: number
  /** Red, green and blue, as 0xRRGGBB. */
  readonly color: number
  /** The name of the font or a sign for it, '' where it is not known. */
  readonly font: string
  /** Marked-content id, by which a tagged PDF refers to it. */
  readonly mark: number | null
  /** Whether a space was drawn before it, or a gap as wide as one; false where one word changes its style. */
  readonly spaceBefore: boolean
}

/** A straight line, or a filled box so thin that it looks like one. `at` is its middle across its length. */
export type Rule = {
  readonly direction: 'horizontal' | 'vertical'
  readonly at: number
  readonly from: number
  readonly to: number
  readonly thickness: number
}

export type Fill = { readonly box: Box; readonly color: number }

/** From here on letters of one width are how a document is written, and say nothing of programs in it. */
const typewritten = 0.85

/** The pages of a document, with its letters of one width taken for ordinary ones when nearly all of them are such. */
export const asPrinted = <Page extends PageContent>(pages: readonly Page[]): readonly Page[] => {
  const words = pages.flatMap((page) => page.words)
  if (lengthOf(words.filter(({ style }) => style.monospaced)) < lengthOf(words) * typewritten) return pages
  return pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, style: { ...word.style, monospaced: false } })),
  }))
}

const lengthOf = (words: readonly ContentWord[]): number => words.reduce((sum, { text }) => sum + text.length, 0)
