import type { Picture, Warning } from '../../document/model.ts'
import type { EngineRequest } from '../engine.ts'
import { layOut } from '../layout/lay-out.ts'
import type { DraftPage } from '../paged/draft.ts'
import { insertBlocks } from '../paged/insert-blocks.ts'
import { placePictures } from '../pdf/place-pictures.ts'
import { hiddenTextLeftOut, hiddenTextTaken, isRecognitionLayer, leftOut } from '../pdfium/hidden-text.ts'
import type { Pdfium } from '../pdfium/library.ts'
import type { OpenPdf } from '../pdfium/open-pdf.ts'
import { withPage } from '../pdfium/page-facts.ts'
import { turnBack, turnPageBack } from './frames.ts'
import { readContent } from './read-content.ts'

/** What is kept of a page when it is closed. */
export type PageRead = {
  readonly page: DraftPage
  readonly pictures: readonly Picture[]
  readonly warnings: readonly Warning[]
  readonly raw: unknown
}

type ToRead = {
  readonly number: number
  readonly request: EngineRequest
  /** Of the pictures of the document, in bytes; what is spent is taken off. */
  readonly budget: { bytes: number }
}

/**
 * A page as blocks in reading order; text that runs in another direction than most follows at the end. Null when PDFium
 * cannot load it.
 */
export const readPage = (pdfium: Pdfium, pdf: OpenPdf, { number, request, budget }: ToRead): PageRead | null =>
  withPage(pdfium, pdf, number, (opened, facts) => {
    const hidden = leftOut(facts).objects
    const [main, ...others] = readContent(pdfium, opened, {
      number,
      facts,
      isHidden: ({ object }) => hidden.has(object),
    })
    const upright = turnPageBack(layOut(main.content), main.frame, facts)
    const turned = others.flatMap(({ frame, content }) => turnBack(layOut(content).blocks, frame))
    const placed = placePictures(pdfium, { document: pdf.document, page: opened, number, request }, facts, budget)
    return {
      page: { ...upright, blocks: insertBlocks([...upright.blocks, ...turned], placed.blocks) },
      pictures: placed.pictures,
      warnings: [
        ...placed.warnings,
        ...(hidden.size > 0 ? [hiddenTextLeftOut(number)] : []),
        ...(isRecognitionLayer(facts) ? [hiddenTextTaken(number)] : []),
      ],
      raw: request.raw ? { page: number, words: main.content.words, rules: main.content.rules } : null,
    }
  })
