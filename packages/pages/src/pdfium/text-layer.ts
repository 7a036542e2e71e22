import { type Warning, warning } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import type { OpenPdf } from './kept-pdfs.ts'
import { pdfiumLimits } from './parameters.ts'

const whiteSpace = new Set([0, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0, 0xad])

/** The number of characters in an open page's text, without white space and the given text objects. */
export const countTextLayer = (pdfium: Pdfium, page: number, leftOut: ReadonlySet<number>): number => {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return 0
  try {
    const all = Math.min(pdfiumLimits.characters, pdfium.FPDFText_CountChars(text))
    let count = 0
    for (let index = 0; index < all; index += 1) {
      if (whiteSpace.has(pdfium.FPDFText_GetUnicode(text, index) >>> 0)) continue
      if (pdfium.FPDFText_IsGenerated(text, index) === 1) continue
      if (leftOut.size > 0 && leftOut.has(pdfium.FPDFText_GetTextObject(text, index))) continue
      count += 1
    }
    return count
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

/** The text of an open page as it lies in the file, without layout: at most as many characters as are asked for. */
export const plainText = (pdfium: Pdfium, page: number, most: number = pdfiumLimits.characters): string => {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return ''
  try {
    const count = Math.min(most, pdfium.FPDFText_CountChars(text))
    const codes = Array.from(
      { length: Math.max(0, count) },
      (_, index) => pdfium.FPDFText_GetUnicode(text, index) >>> 0,
    )
    return codes.map((code) => (code <= 0x10_ffff ? String.fromCodePoint(code) : '')).join('')
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

/** FPDF_ANNOT_* of fpdf_annot.h: annotations that draw nothing on the page. */
const unmarked = new Set([2, 16])
/** ISO 32000-2, table 167: hidden, and not to be viewed. */
const unseenFlags = (1 << 1) | (1 << 5)

/**
 * A warning for a page that came out without text although it has text that is not read: captions of buttons,
 * stamps and notes, or invisible characters. Null for a page that has none.
 */
export const unreadText = (pdfium: Pdfium, { document }: OpenPdf, number: number): Warning | null => {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return null
  try {
    if (!hasMarks(pdfium, page) && countTextLayer(pdfium, page, new Set()) === 0) return null
    return warning(
      'page_without_text',
      `No text was read on page ${number}, which has form fields, stamps, notes or invisible text.`,
      number,
    )
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

const hasMarks = (pdfium: Pdfium, page: number): boolean => {
  const count = Math.min(pdfiumLimits.marks, pdfium.FPDFPage_GetAnnotCount(page))
  return Array.from({ length: Math.max(0, count) }, (_, index) => index).some((index) => {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) return false
    const isMark =
      !unmarked.has(pdfium.FPDFAnnot_GetSubtype(annotation)) &&
      (pdfium.FPDFAnnot_GetFlags(annotation) & unseenFlags) === 0
    pdfium.FPDFPage_CloseAnnot(annotation)
    return isMark
  })
}
