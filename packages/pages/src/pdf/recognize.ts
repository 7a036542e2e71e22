import { type Warning, warning } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import type { EngineRequest } from '@polyparse/engine'
import type { DocumentLanguages } from '../ocr/document-languages.ts'
import { insertBlocks } from '../paged/insert-blocks.ts'
import { countCharacters, completenessWarnings } from './completeness.ts'
import type { Pdfium } from '../pdfium/library.ts'
import type { OpenPdf } from '../pdfium/kept-pdfs.ts'
import type { PageRead } from './read-pdf.ts'

/** A page of which no text has been read, with the share of it that is drawn on. */
type Unread = Pick<PageRead, 'page' | 'warnings'> & { readonly ink: number }

/**
 * The page with the text of its image in place of that of its text layer; the page unchanged, with a
 * warning, when it cannot be recognised.
 * @throws {EngineFailure} `unsupported_option`, which the caller has to correct.
 */
export const recognized = async <Read extends Unread>(
  pdfium: Pdfium,
  pdf: OpenPdf,
  read: Read,
  { recognition: { dpi }, forceRecognition }: EngineRequest,
  languages: DocumentLanguages,
): Promise<Read> => {
  const { number } = read.page
  try {
    // Text recognition is slow to load, and most documents do not need it.
    const { recognizePdfPage } = await import('../ocr/recognize-pdf-page.ts')
    const seen = await recognizePdfPage(pdfium, pdf, number, { languages, dpi })
    if (seen === null) return withWarnings(read, notRecognized(number, 'The page cannot be drawn.'))
    const blocks = seen.page.blocks.filter(({ type }) => type !== 'picture')
    const pictures = read.page.blocks.filter(({ type }) => type === 'picture')
    const extracted = countCharacters(blocks)
    return {
      ...read,
      page: { ...read.page, blocks: insertBlocks(blocks, pictures) },
      warnings: [
        ...read.warnings,
        ...seen.warnings,
        ...(extracted > 0 ? [pageRecognized(number, forceRecognition)] : []),
        ...completenessWarnings({ number, extracted, held: 0, ink: read.ink }),
      ],
    }
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.code === 'unsupported_option') throw error
    return withWarnings(read, notRecognized(number, error.message))
  }
}

const withWarnings = <Read extends Unread>(read: Read, added: Warning): Read => ({
  ...read,
  warnings: [...read.warnings, added],
})

const pageRecognized = (page: number, isForced: boolean): Warning =>
  warning(
    'page_recognized',
    isForced
      ? `Page ${page} was read from its image, as requested.`
      : `Page ${page} has no usable text layer, so its text was read from its image.`,
    page,
  )

const notRecognized = (page: number, reason: string): Warning =>
  warning(
    'page_without_text',
    `Page ${page} has no usable text layer, and its image could not be read. ${reason}`,
    page,
  )
