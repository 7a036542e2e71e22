import type { Pdfium } from './library.ts'

/** More are not counted: no page that is meant to be read has as many. */
const maxCharacters = 400_000
const whiteSpace = new Set([0, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0, 0xad])

/** How many characters of an open page's text leave ink, those of the given text objects aside. */
export const countTextLayer = (pdfium: Pdfium, page: number, leftOut: ReadonlySet<number>): number => {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return 0
  try {
    const all = Math.min(maxCharacters, pdfium.FPDFText_CountChars(text))
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
