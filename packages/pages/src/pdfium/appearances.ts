import type { Pdfium } from './library.ts'
import { pdfiumLimits } from './parameters.ts'
import { plainText } from './text-layer.ts'

/** The texts of the appearances of a page's annotations, by annotation. */
export type Appearances = { textOf(annotation: number): string }

/**
 * Opens the appearances of a page, for what annotations say there and not in their own entries: fields whose value was emptied, or stamps.
 * Their text comes in lines; it is '' without an appearance, for one of pictures or outlines, and beyond the limit of a page.
 */
export const openAppearances = (pdfium: Pdfium): Appearances => {
  let left = pdfiumLimits.appearances
  return {
    textOf: (annotation) => {
      left -= 1
      return left < 0 ? '' : textOfAppearance(pdfium, annotation)
    },
  }
}

const textOfAppearance = (pdfium: Pdfium, annotation: number): string => {
  const document = pdfium.EPDFAnnot_ExportAppearanceAsDocument(annotation)
  if (document === 0) return ''
  try {
    const page = pdfium.FPDF_LoadPage(document, 0)
    if (page === 0) return ''
    try {
      return plainText(pdfium, page, pdfiumLimits.charactersOfAppearance)
        .split(/\r\n?|\n/)
        .map((line) => line.replaceAll(/\p{Cc}+/gu, ' ').trim())
        .join('\n')
        .trim()
    } finally {
      pdfium.FPDF_ClosePage(page)
    }
  } finally {
    pdfium.FPDF_CloseDocument(document)
  }
}
