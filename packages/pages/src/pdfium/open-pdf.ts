import { locked, unsupportedEncryption } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { type OpenPdf, openOnce } from './kept-pdfs.ts'
import type { Pdfium } from './library.ts'
import { put, withString } from './memory.ts'

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of fpdfview.h. */
const errors = { password: 4, security: 5 }

/** Documents that are open in the one instance of this process. */
let openCount = 0

/**
 * Starts over, in less than a millisecond, when no document is open: a font that replaces a missing one keeps the
 * widths that were last drawn with it, and would measure the characters of the next document by them.
 */
const forgetFonts = (pdfium: Pdfium): void => {
  if (openCount > 0) return
  pdfium.FPDF_DestroyLibrary()
  pdfium.PDFiumExt_Init()
}

/** @throws {EngineFailure} `document_encrypted` or `document_damaged`. */
export const openPdf = (pdfium: Pdfium, bytes: Uint8Array, password: string | null): OpenPdf =>
  openOnce(bytes, password, {
    open: () => openFromBytes(pdfium, bytes, password),
    closePage: (page) => pdfium.FPDF_ClosePage(page),
  })

const openFromBytes = (pdfium: Pdfium, bytes: Uint8Array, password: string | null): OpenPdf => {
  const pointer = put(pdfium, bytes)
  const load = (secret: number): number => pdfium.FPDF_LoadMemDocument64(pointer, bytes.length, secret)
  const document = password === null ? load(0) : withString(pdfium, password, load)
  if (document === 0) {
    const error = pdfium.FPDF_GetLastError()
    pdfium.free(pointer)
    throw whyNotOpened(error, bytes, password)
  }
  openCount += 1
  const close = (): void => {
    pdfium.FPDF_CloseDocument(document)
    pdfium.free(pointer)
    openCount -= 1
    forgetFonts(pdfium)
  }
  return { document, pageCount: pdfium.FPDF_GetPageCount(document), close }
}

const whyNotOpened = (error: number, bytes: Uint8Array, password: string | null): EngineFailure => {
  if (error === errors.password) return locked(password)
  if (error === errors.security) return unsupportedEncryption()
  return hasEnd(bytes) ? damaged() : cutOff()
}

/** Every PDF ends in this marker (ISO 32000-2, 7.5.5), except for bytes that were appended. */
const hasEnd = (bytes: Uint8Array): boolean => {
  const length = Math.min(bytes.length, 2048)
  return Buffer.from(bytes.buffer, bytes.byteOffset + bytes.length - length, length).includes('%%EOF')
}

const cutOff = (): EngineFailure =>
  new EngineFailure(
    'document_damaged',
    'The document is cut off: the end of the PDF, which lists its contents, is missing.',
  )

export const damaged = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_damaged', 'The document is damaged: it cannot be read as a PDF.', { cause })
