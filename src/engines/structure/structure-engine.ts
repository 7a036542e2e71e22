import type { Document, Warning } from '../../document/model.ts'
import { countCharacters } from '../completeness/count-characters.ts'
import { judgePage } from '../completeness/judge-page.ts'
import { defaultRequest, type Engine, type EngineRequest, type OnPage } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import type { Draft } from '../paged/draft.ts'
import { finishDocument } from '../paged/finish-document.ts'
import { pictureBudget } from '../pdf/place-pictures.ts'
import { recognized, type Unread } from '../pdf/recognize.ts'
import { smallPdf } from '../pdf/warm-up.ts'
import { openForm } from '../pdfium/form-fields.ts'
import { loadPdfium } from '../pdfium/library.ts'
import { readMetadata } from '../pdfium/metadata.ts'
import { damaged, openPdf } from '../pdfium/open-pdf.ts'
import { readOutline } from '../pdfium/outline.ts'
import { selectPages } from '../select-pages.ts'
import { draftPages } from './draft-pages.ts'
import { surveyPage, type SurveyedPage } from './survey-page.ts'

/** PDF read from its characters, drawn lines and tags alone, by a layout analysis of our own. */
const read = async (bytes: Uint8Array, request: EngineRequest, onPage: OnPage = () => {}): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, request.password)
  const form = openForm(pdfium, pdf.document)
  try {
    const { numbers, warnings } = selectPages(request, pdf.pageCount)
    const budget = pictureBudget()
    const read = numbers.map((number) => {
      onPage(number)
      return surveyPage(pdfium, pdf, { number, request, budget, form })
    })
    onPage(null)
    const pages = read.filter((page) => page !== null)
    if (pages.length === 0) throw damaged()
    const unreadable = numbers.filter((_, index) => read[index] === null).map(pageUnreadable)
    const drafted: Unread[] = []
    for (const [index, page] of draftPages(pages).entries()) {
      const { held = 0, ink = 0, warnings: seen = [] } = pages[index] ?? {}
      const read = { page, ink, warnings: seen }
      const isUnread = held === 0 && ink > 0
      onPage(isUnread ? page.number : null)
      drafted.push(isUnread ? await recognized(pdfium, pdf, read, request) : withBalance(read, held))
    }
    const draft: Draft = {
      metadata: readMetadata(pdfium, pdf),
      outline: readOutline(pdfium, pdf),
      pages: drafted.map(({ page }) => page),
      pictures: pages.flatMap(({ pictures }) => pictures),
      warnings: [...warnings, ...unreadable, ...drafted.flatMap((page) => page.warnings)],
    }
    return finishDocument(draft, request, { raw: request.raw ? pages.map(rawOf) : [] })
  } finally {
    form?.close()
    pdf.close()
  }
}

/** With a warning when less came out than the page holds. */
const withBalance = (read: Unread, held: number): Unread => {
  const { number, blocks } = read.page
  return {
    ...read,
    warnings: [...read.warnings, ...judgePage({ number, cameOut: countCharacters(blocks), held, ink: 0 })],
  }
}

const rawOf = ({ framed: [{ content }], tree }: SurveyedPage): unknown => ({
  page: content.number,
  words: content.words,
  rules: content.rules,
  tags: tree,
})

const pageUnreadable = (page: number): Warning => ({
  code: 'page_damaged',
  message: `Page ${page} is damaged and could not be read.`,
  page,
})

const warmUp = async (): Promise<void> => {
  await read(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const structureEngine: Engine = { warmUp, read }
