import type { Block, Page } from '@polyparse/document'
import type { SecondPage } from './second-reading.ts'
import { hasWholeText } from './text-agreement.ts'
import { isNumber, pairsOf, wordsOfDocument } from './words.ts'

/*
 * Most programs draw a text in the order in which it is read. Where a page was read in exactly that order, the program that made it
 * says the same as our layout, which did not know the order: a layout by somebody else is no better evidence.
 */

/**
 * A page as it is drawn, as the second reading of one whose every text it has word after word; null for any other page, and for one
 * with tables, whose rows and columns no order of words can confirm.
 *
 * Of 120 pages without tables of 98 PDFs 108 are such. The layout library doubted 42 of their texts: 25 numbers of pages, which it leaves
 * out, and 17 others, of which all were right whose truth is known.
 */
export const confirmedByDrawing = ({ blocks }: Page, drawn: string | null): SecondPage | null => {
  if (drawn === null || blocks.some(({ table }) => table !== undefined)) return null
  const words = wordsOfDocument(drawn.replaceAll(dividedWord, ''))
  const page: SecondPage = { words: new Set(words), sequence: words, pairs: new Set(pairsOf(words)), tables: [] }
  return blocks.every((block) => block.ocr === true || (hasWholeText(page, block.text) && !isNumberAlone(block)))
    ? page
    : null
}

/** Nothing is beside it whose order would say that it belongs there. The numbers of pages are known as such. */
const isNumberAlone = ({ type, text }: Block): boolean => {
  const words = type === 'page_header' || type === 'page_footer' ? [] : wordsOfDocument(text)
  return words.length === 1 && words.every(isNumber)
}

/** The hyphen and the end of the line within a word that goes on in small letters. */
const dividedWord = /(?<=\p{L})[-\u00AD‐][\r\n]+(?=\p{Ll})/gu
