import type { DocumentMetadata } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { fillText, withString } from './memory.ts'
import type { OpenPdf } from './kept-pdfs.ts'

/** The metadata in the document's information dictionary and catalog. */
export const readMetadata = (pdfium: Pdfium, { document, pageCount }: OpenPdf): DocumentMetadata => {
  const entry = (key: string): string =>
    withString(pdfium, key, (name) =>
      fillText(pdfium, (pointer, size) => pdfium.FPDF_GetMetaText(document, name, pointer, size)),
    )
  const texts = {
    title: entry('Title'),
    author: entry('Author'),
    subject: entry('Subject'),
    keywords: entry('Keywords'),
    producer: entry('Producer') || entry('Creator'),
    language: fillText(pdfium, (pointer, size) => pdfium.FPDFCatalog_GetLanguage(document, pointer, size)),
    createdAt: isoTimeOfPdfDate(entry('CreationDate')),
    modifiedAt: isoTimeOfPdfDate(entry('ModDate')),
  }
  return {
    mimeType: 'application/pdf',
    documentPageCount: pageCount,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  }
}

/**
 * A date of ISO 32000-2, 7.9.4 (`D:20260131120000+01'00'`), as ISO 8601 in UTC; '' for anything else.
 * @example isoTimeOfPdfDate("D:20260131120000+01'00'") // '2026-01-31T11:00:00.000Z'
 */
export const isoTimeOfPdfDate = (text: string): string => {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?'?|Z.*)?$/.exec(text.trim())
  if (parts === null) return ''
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes = '00'] =
    parts
  const offset = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
