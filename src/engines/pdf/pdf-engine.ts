import type { Box, Document, Picture, Warning } from '../../document/model.ts'
import { defaultRequest, type Engine, type EngineRequest } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { selectPages } from '../select-pages.ts'
import { assemble } from '../paged/assemble.ts'
import { buildPage } from './build-page.ts'
import type { Draft, DraftBlock, DraftPage } from '../paged/draft.ts'
import { readLayout } from './layout/read-layout.ts'
import { passes } from '../paged/passes/passes.ts'
import { loadPdfium, type Pdfium } from '../pdfium/library.ts'
import { readMetadata } from '../pdfium/metadata.ts'
import { damaged, openPdf, type OpenPdf } from '../pdfium/open-pdf.ts'
import { readOutline } from '../pdfium/outline.ts'
import { withPage, type PageFacts } from '../pdfium/page-facts.ts'
import { coverage, pictureBudget, placePictures } from './place-pictures.ts'
import { insertBlocks } from '../paged/insert-blocks.ts'
import { smallPdf } from './warm-up.ts'

/** What is kept of a page after PDFium has been through it. */
type Surveyed = {
  readonly number: number
  readonly facts: PageFacts
  readonly pictureBlocks: readonly DraftBlock[]
  readonly pictures: readonly Picture[]
  /** Boxes of text that is left out. */
  readonly hidden: readonly Box[]
  readonly warnings: readonly Warning[]
}

/**
 * PDF with a text layer. Two libraries share the work: PDFium says what is drawn where (styles, hidden text, pictures,
 * links, outline), the layout library which words form which paragraphs, lists and tables. The passes do the rest.
 */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  if (!hasSignature(bytes)) throw damaged()
  const pdfium = await loadPdfium()
  const survey = surveyDocument(pdfium, bytes, request)
  const raw: unknown[] | null = request.raw ? [] : null
  const layouts = await readLayout(bytes, {
    numbers: survey.pages.map(({ number }) => number),
    password: request.password,
    hidden: new Map(
      survey.pages.filter(({ hidden }) => hidden.length > 0).map(({ number, hidden }) => [number, hidden]),
    ),
    raw,
  })
  const byNumber = new Map(layouts.map((layout) => [layout.number, layout]))
  const pages = survey.pages.map(({ number, facts, pictureBlocks }): DraftPage => {
    const page = buildPage(byNumber.get(number) ?? { number, items: [], regions: [] }, facts)
    return { ...page, blocks: insertBlocks(page.blocks, pictureBlocks) }
  })
  const warnings = [...survey.warnings, ...survey.pages.flatMap((page, index) => pageWarnings(page, pages[index]))]
  const draft: Draft = {
    metadata: survey.metadata,
    outline: survey.outline,
    pages,
    pictures: survey.pages.flatMap(({ pictures }) => pictures),
    warnings,
  }
  const finished = passes.reduce<Draft>((current, pass) => pass(current), draft)
  return assemble(finished, { words: request.words, raw })
}

/** The signature may be preceded by anything, within the first kilobyte, as readers have always allowed. */
const hasSignature = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF')

const surveyDocument = (pdfium: Pdfium, bytes: Uint8Array, request: EngineRequest) => {
  const pdf = openPdf(pdfium, bytes, request.password)
  try {
    const { numbers, warnings } = selectPages(request, pdf.pageCount)
    const budget = pictureBudget()
    const surveyed = numbers.map((number) => surveyPage(pdfium, pdf, { number, pictures: request.pictures }, budget))
    const pages = surveyed.filter((page) => page !== null)
    if (pages.length === 0) throw damaged()
    const unreadable = numbers.filter((_, index) => surveyed[index] === null).map(pageUnreadable)
    return {
      metadata: readMetadata(pdfium, pdf),
      outline: readOutline(pdfium, pdf),
      pages,
      warnings: [...warnings, ...unreadable],
    }
  } finally {
    pdf.close()
  }
}

const surveyPage = (
  pdfium: Pdfium,
  pdf: OpenPdf,
  { number, pictures: wanted }: { readonly number: number; readonly pictures: boolean },
  budget: { bytes: number },
): Surveyed | null =>
  withPage(pdfium, pdf, number, (page, facts) => {
    const place = { document: pdf.document, page, number, wanted }
    const { blocks, pictures, warnings } = placePictures(pdfium, place, facts, budget)
    return { number, facts, pictureBlocks: blocks, pictures, ...judgeHidden(number, facts, warnings) }
  })

/**
 * Text drawn so that nobody sees it is left out, as it may say anything to a machine; except on a scan, where an
 * invisible layer over the image is the text that is seen.
 */
const judgeHidden = (
  page: number,
  facts: PageFacts,
  warnings: readonly Warning[],
): Pick<Surveyed, 'hidden' | 'warnings'> => {
  const hidden = facts.texts.filter((text) => text.hidden).map(({ box }) => box)
  if (hidden.length === 0) return { hidden, warnings }
  const isScan = coverage(facts) > 0.7
  const message = isScan
    ? `Page ${page} is an image; its text is that of the invisible layer that comes with it.`
    : `Page ${page} has invisible text, which was left out.`
  return { hidden: isScan ? [] : hidden, warnings: [...warnings, { code: 'hidden_text', message, page }] }
}

const pageWarnings = ({ number, facts, warnings }: Surveyed, page: DraftPage | undefined): Warning[] => {
  const hasText = page?.blocks.some(({ lines, table }) => lines.length > 0 || table !== undefined) ?? false
  if (hasText || facts.isBlank) return [...warnings]
  return [
    ...warnings,
    { code: 'page_without_text', message: `Page ${number} has no text layer, so no text could be read.`, page: number },
  ]
}

const pageUnreadable = (page: number): Warning => ({
  code: 'page_damaged',
  message: `Page ${page} is damaged and could not be read.`,
  page,
})

const warmUp = async (): Promise<void> => {
  await read(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const pdfEngine: Engine = { warmUp, read }
