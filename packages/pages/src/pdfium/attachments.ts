import type { Attachment } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { fillText } from './memory.ts'
import type { OpenPdf } from './kept-pdfs.ts'
import { pdfiumLimits } from './parameters.ts'

/** An attached file of an open document or page by its name, which may be missing. */
export const attachmentAt = (pdfium: Pdfium, attachment: number): Attachment => ({
  name:
    attachment === 0
      ? ''
      : fillText(pdfium, (pointer, size) => pdfium.FPDFAttachment_GetName(attachment, pointer, size)),
})

/** The files that are attached to a document, a portfolio's among them, by their names. */
export const readAttachments = (pdfium: Pdfium, { document }: OpenPdf): Attachment[] => {
  const count = Math.min(pdfiumLimits.attachments, pdfium.FPDFDoc_GetAttachmentCount(document))
  const attachments: Attachment[] = []
  for (let index = 0; index < count; index += 1) {
    const attachment = pdfium.FPDFDoc_GetAttachment(document, index)
    attachments.push(attachmentAt(pdfium, attachment))
  }
  return attachments
}
