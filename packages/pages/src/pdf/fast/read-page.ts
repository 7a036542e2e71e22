import type { Box, Warning } from '@polyparse/document'
import type { EngineRequest } from '@polyparse/engine'
import { isGarbage } from '../completeness.ts'
import { createBands } from '../../paged/bands.ts'
import { textOfBlock, type DraftPage } from '../../paged/draft.ts'
import { insertBlocks } from '../../paged/insert-blocks.ts'
import { readDrawings, type PageDrawing } from '../../pdfium/drawings.ts'
import { plainStyle } from '../../font-style.ts'
import type { PdfForm } from '../../pdfium/form-fields.ts'
import { hiddenTextLeftOut, hiddenTextUsed, isRecognitionLayer, leftOut } from '../../pdfium/hidden-text.ts'
import { inkCoverage } from '../../pdfium/raster.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import { withRoom } from '../../pdfium/memory.ts'
import type { OpenPdf } from '../../pdfium/kept-pdfs.ts'
import type { PageFacts } from '../../pdfium/page-facts.ts'
import { withPage } from '../../pdfium/with-page.ts'
import { fontSizeIn } from '../../pdfium/page-objects.ts'
import { buildPage } from './build-page.ts'
import { layOutPage, type LayoutPage } from './regions/lay-out-page.ts'
import type { ParsedPages } from './regions/parse-pages.ts'
import { placePictures } from '../place-pictures.ts'
import type { PageRead } from '../read-pdf.ts'
import { checkCompleteness } from './check-completeness.ts'

/** The facts of a page after it is closed. */
type TextPage = PageRead & {
  /** Set if the page has ink but no meaningful text, and is to be read from its image. */
  readonly isUnread: boolean
  /** The share of the page, 0–1, that has ink; measured only where it has no text. */
  readonly ink: number
}

type ToRead = {
  readonly number: number
  /** The layout library's view; null when it could not read the page. */
  readonly parsed: ParsedPages | null
  readonly request: EngineRequest
  /** Bytes left for the pictures of the document, reduced as they are used. */
  readonly budget: { bytes: number }
  readonly form: PdfForm | null
}

/** Reads a page by the two libraries; null when PDFium cannot load it. */
export const readPage = (
  pdfium: Pdfium,
  pdf: OpenPdf,
  { number, parsed, request, budget, form }: ToRead,
): TextPage | null =>
  withPage(pdfium, pdf, number, (opened, facts) => {
    const drawn = createBands(facts.texts)
    const linked = createBands(facts.links)
    const sizeAt = (box: Box): number | null => {
      const text = drawn.under(box)
      return text === null ? null : withRoom(pdfium, 24, (room) => fontSizeIn(pdfium, text, room))
    }
    let drawings: readonly PageDrawing[] | null = null
    const layout =
      parsed === null
        ? noLayout
        : layOutPage(parsed, {
            hidden: leftOut(facts).boxes,
            fields: form?.fieldsOf(opened, facts.display) ?? [],
            sizeAt,
            drawings: () => (drawings ??= readDrawings(pdfium, opened, facts.display)),
          })
    const page = buildPage(number, layout, facts, (box) => ({
      style: drawn.under(box)?.style ?? plainStyle,
      href: linked.under(box)?.href ?? null,
    }))
    const placed = placePictures(pdfium, { document: pdf.document, page: opened, number, request }, facts, budget)
    const hasText = hasLegibleText(page) && !request.forceRecognition
    const ink = hasText ? 0 : inkCoverage(pdfium, opened, facts)
    return {
      page: { ...page, blocks: insertBlocks(hasText ? page.blocks : [], placed.blocks) },
      pictures: placed.pictures,
      warnings: [
        ...placed.warnings,
        ...hiddenWarnings(number, layout, facts),
        ...(ink > 0 ? [] : checkCompleteness(pdfium, opened, { page, layout, facts })),
      ],
      isUnread: ink > 0,
      isBlank: facts.isBlank && ink === 0,
      ink,
      raw: layout.raw,
    }
  })

const noLayout: LayoutPage = { items: [], regions: [], hasHidden: false, raw: null }

const hasLegibleText = ({ blocks }: DraftPage): boolean => {
  const text = blocks
    .map((block) => block.table?.cells.map((cell) => cell.text).join('') ?? textOfBlock(block))
    .join('')
  return text.trim() !== '' && !isGarbage(text)
}

const hiddenWarnings = (number: number, layout: LayoutPage, facts: PageFacts): Warning[] => [
  // The layout library does not report text outside the page.
  ...(layout.hasHidden || facts.texts.some(({ hidden }) => hidden === 'off_page') ? [hiddenTextLeftOut(number)] : []),
  ...(isRecognitionLayer(facts) ? [hiddenTextUsed(number)] : []),
]
