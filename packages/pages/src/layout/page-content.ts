import type { Box } from '@polyparse/document'
import type { DraftWord } from '../paged/draft.ts'
import { monospacedLayout } from './parameters.ts'

/**
 * The visible contents of one page, made from the characters of a PDF or from the words that were recognised in an
 * image. The layout does not know which. Boxes are in points from the top left of the page as it is displayed.
 */
export type PageContent = {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  /** The words that can be seen, in the order in which they were drawn or recognized, which may be any. */
  readonly words: readonly ContentWord[]
  readonly rules: readonly Rule[]
  /** Areas of one colour that are not rules: backgrounds of rows, cells and boxes. */
  readonly fills: readonly Fill[]
  /** The places of pictures. */
  readonly pictures: readonly Box[]
}

/** A stretch of characters without a space, on one line, in one style. */
export type ContentWord = Omit<DraftWord, 'spaced' | 'raised' | 'part'> & {
  /** The y of its baseline, in points. */
  readonly baseline: number
  /** The colour as 0xRRGGBB. */
  readonly color: number
  /** The name of its font or an id of it, '' where it is not known. */
  readonly font: string
  /** The id of its marked content, by which a tagged PDF refers to it. */
  readonly mark: number | null
  /** True if a space was drawn before it, or a gap as wide as one; false where one word changes its style. */
  readonly spaceBefore: boolean
  /** True if it was a space, and not just a gap; absent where that is not known. */
  readonly isSpaceDrawn?: true
  /** True if recognition told this word apart from the one before it; absent where white space alone divides words. */
  readonly isReadApart?: true
}

/**
 * A straight line, or a filled box so thin that it looks like one. `at` is its place across its length, `from` and `to`
 * along it.
 */
export type Rule = {
  readonly direction: 'horizontal' | 'vertical'
  readonly at: number
  readonly from: number
  readonly to: number
  readonly thickness: number
}

/** An area of one colour, as 0xRRGGBB. */
export type Fill = { readonly box: Box; readonly color: number }

/**
 * The pages of a document as they are printed. When nearly all letters are of one width the document is typewritten,
 * and they no longer count as monospaced: its paragraphs are not programs.
 */
export const asPrinted = <Page extends PageContent>(pages: readonly Page[]): readonly Page[] => {
  const words = pages.flatMap((page) => page.words)
  if (
    textLengthOfPageWords(words.filter(({ style }) => style.monospaced)) <
    textLengthOfPageWords(words) * monospacedLayout.minTypewrittenShare
  )
    return pages
  return pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, style: { ...word.style, monospaced: false } })),
  }))
}

const textLengthOfPageWords = (words: readonly ContentWord[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0)
