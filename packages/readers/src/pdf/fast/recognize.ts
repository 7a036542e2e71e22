import type { Warning } from '@polyparse/document'
import { EngineFailure } from '../../engine-failure.ts'
import type { EngineRequest } from '../../engine.ts'
import { insertBlocks } from '../../paged/insert-blocks.ts'
import { countCharacters, judgePage } from '../completeness.ts'
import type { Pdfium } from '../pdfium/library.ts'
import type { OpenPdf } from '../pdfium/open-pdf.ts'
import type { PageRead } from './read-pdf.ts'

/** A page of which no text has been read, and how much of it is drawn on. */
type Unread = Pick<PageRead, 'page' | 'warnings'> & { readonly ink: number }

/**
 * The page with the text that is seen in its image in place of that of its text layer; the page as it was, with a
 * warning, when it cannot be recognised.
 * @throws {EngineFailure} `unsupported_option`, which is for the caller to mend.
 */
export const recognized = async <Read extends Unread>(
  pdfium: Pdfium,
  pdf: OpenPdf,
  read: Read,
  { recognition, forceRecognition }: EngineRequest,
): Promise<Read> => {
  const { number } = read.page
  try {
    // The recogniser takes its time to load, and most documents do not need it.
    const { recognizePdfPage } = await import('../../ocr/recognize-pdf-page.ts')
    const seen = await recognizePdfPage(pdfium, pdf, number, recognition)
    if (seen === null) return withWarnings(read, notRecognized(number, 'The page cannot be drawn.'))
    const blocks = seen.page.blocks.filter(({ type }) => type !== 'picture')
    const pictures = read.page.blocks.filter(({ type }) => type === 'picture')
    const cameOut = countCharacters(blocks)
    return {
      ...read,
      page: { ...read.page, blocks: insertBlocks(blocks, pictures) },
      warnings: [
        ...read.warnings,
        ...(cameOut > 0 ? [pageRecognized(number, forceRecognition)] : []),
        ...judgePage({ number, cameOut, held: 0, ink: read.ink }),
      ],
    }
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.code === 'unsupported_option') throw error
    return withWarnings(read, notRecognized(number, error.message))
  }
}

const withWarnings = <Read extends Unread>(read: Read, warning: Warning): Read => ({
  ...read,
  warnings: [...read.warnings, warning],
})

const pageRecognized = (page: number, isForced: boolean): Warning => ({
  code: 'page_recognized',
  message: isForced
    ? `Page ${page} was read from its image, as was asked for.`
    : `Page ${page} has no usable text layer, so its text was read from its image.`,
  page,
})

const notRecognized = (page: number, reason: string): Warning => ({
  code: 'page_without_text',
  message: `Page ${page} has no usable text layer, and its image could not be read. ${reason}`,
  page,
})
