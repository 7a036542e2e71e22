import type { Block, Page } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import { autoTextParameters, structureDoubtLimits as limits } from './parameters.ts'
import { textsMovedBy } from './order-doubts.ts'
import type { SecondPage } from './second-reading.ts'
import { flowOf } from './structure-doubt.ts'
import { hasWholeText, hasWideWhite } from './text-agreement.ts'
import { lineHeight, linesOfWords } from './white.ts'
import { isNumber, pairsOf, wordsOfDocument } from './words.ts'

/*
 * Most programs draw a text in the order in which it is read. Where a page was read in exactly that order, the program that made it
 * says the same as our layout, which did not know the order: a layout by somebody else is no better evidence.
 */

/**
 * A page as it is drawn, as the second reading of one whose every text it has word after word, and the texts one after another. Null for
 * any other page, for one with tables, whose rows and columns no order of words can confirm, and for one with wide white between texts
 * of a line, which may be columns that were drawn, and read, row by row.
 *
 * Of 120 pages without tables of 98 PDFs 108 are such. The layout library doubted 42 of their texts: 25 numbers of pages, which it leaves
 * out, and 17 others, of which all were right whose truth is known.
 */
export const confirmedByDrawing = ({ blocks }: Page, drawn: string | undefined): SecondPage | null => {
  if (drawn === undefined || blocks.some(({ table }) => table !== undefined)) return null
  const words = wordsOfDocument(drawn.replaceAll(dividedWord, ''))
  const page: SecondPage = { words: new Set(words), sequence: words, pairs: new Set(pairsOf(words)), tables: [] }
  const isConfirmed = (block: Block): boolean => hasWholeText(page, block.text) && !isNumberAlone(block)
  const flow = flowOf(blocks)
  return blocks.every((block) => block.ocr === true || isConfirmed(block)) &&
    !flow.some(mayBeColumns) &&
    textsMovedBy(page, flow).length === 0
    ? page
    : null
}

/** Tells whether wide white is in a line between texts of more words than a label or its value mostly has. */
const mayBeColumns = ({ words = [] }: Block): boolean =>
  !words.some(({ text }) => boxToTick.test(text)) &&
  hasWideWhite(words) &&
  linesOfWords(words).some((line) =>
    pairwise(line)
      .slice(limits.minWordsOfColumn - 1, 1 - limits.minWordsOfColumn)
      .some(([word, next]) => next.bbox[0] - word.bbox[2] > autoTextParameters.maxWhite * lineHeight(line)),
  )

/** Boxes are in rows that are read across. */
const boxToTick = /^[☐☑☒]$/u

/** Nothing is beside it whose order would say that it belongs there. The numbers of pages are known as such. */
const isNumberAlone = ({ type, text }: Block): boolean => {
  const words = type === 'page_header' || type === 'page_footer' ? [] : wordsOfDocument(text)
  return words.length === 1 && words.every(isNumber)
}

/** The hyphen and the end of the line within a word that goes on in small letters. */
const dividedWord = /(?<=\p{L})[-\u00AD‐][\r\n]+(?=\p{Ll})/gu
