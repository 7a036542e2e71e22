import { type Document, type Picture, type Warning, warning } from '@polyparse/document'
import type { Engine, EngineRequest, ReadListener } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { type DocumentLanguages, documentLanguages, paddleLanguages } from './document-languages.ts'
import { requireLanguages } from './recognition/languages.ts'
import { charactersOf, recognizePage, type RecognizedPage, isThin } from './recognition/recognize-page.ts'
import type { Draft, DraftBlock, DraftPage } from '../paged/draft.ts'
import { finishDocument } from '../paged/finish-document.ts'
import { insertBlocks } from '../paged/insert-blocks.ts'
import { tellPageRead } from '../paged/tell-page.ts'
import { loadPdfium } from '../pdfium/library.ts'
import { damaged } from '../pdfium/open-pdf.ts'
import { selectPages } from '@polyparse/engine'
import { cutPictures } from './cut-pictures.ts'
import { openImageSource } from './image-source.ts'
import type { PageSource, SourcePage } from './page-source.ts'
import { openPdfSource } from './pdf-source.ts'
import { recognitionWarnings } from './recognition-warnings.ts'
import { toDraftPages } from './recognize-pdf-page.ts'

/** PDF and images read from what is visible. A text layer is ignored. */
const readOpticalDocument = async (
  bytes: Uint8Array,
  request: EngineRequest,
  languages: DocumentLanguages,
  listener?: ReadListener,
): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const source = await openSource(bytes, request)
  try {
    const { numbers, warnings: missing } = selectPages(request, source.pageCount)
    const { pages, warnings } = await readOpticalPages(source, numbers, { ...request, languages }, listener)
    const draft: Draft = {
      metadata: source.metadata,
      outline: source.outline.entries,
      pages: draftOpticalPages(pages),
      pictures: pages.flatMap(({ pictures }) => pictures),
      warnings: [...missing, ...source.outline.warnings, ...source.warnings, ...warnings],
    }
    return withQuality(
      finishDocument(draft, { ...request, confidence: true }, { raw: pages.map((page) => page.raw) }),
      pages,
    )
  } finally {
    source.close()
  }
}

const openSource = async (
  bytes: Uint8Array,
  { password, mediaType, recognition: { dpi } }: EngineRequest,
): Promise<PageSource> =>
  mediaType === 'application/pdf'
    ? openPdfSource(await loadPdfium(), bytes, { password, dpi })
    : openImageSource(bytes, { dpi })

type OpticalPageRequest = EngineRequest & { readonly languages: DocumentLanguages }

/** The part of a page that is kept after its pixels are gone. */
type OpticalPage = {
  readonly recognized: Omit<RecognizedPage, 'raster' | 'raw'>
  readonly source: Pick<SourcePage, 'width' | 'height' | 'rotation' | 'lostRows'>
  readonly blocks: readonly DraftBlock[]
  readonly pictures: readonly Picture[]
  readonly raw: unknown
}

/** @throws {EngineFailure} the failure of the last page, when no page could be read. */
const readOpticalPages = async (
  source: PageSource,
  numbers: readonly number[],
  request: OpticalPageRequest,
  listener?: ReadListener,
): Promise<{ readonly pages: readonly OpticalPage[]; readonly warnings: readonly Warning[] }> => {
  const pages: OpticalPage[] = []
  const warnings: Warning[] = []
  let failure: EngineFailure = damaged()
  listener?.onProgress({ done: 0, total: numbers.length })
  for (const [index, number] of numbers.entries()) {
    listener?.onPage(number)
    try {
      const page = await readOpticalPage(source, number, request)
      if (page === null) warnings.push(pageDamaged(number))
      else {
        pages.push(page)
        const judged = [...yieldWarnings(page.recognized), ...recognitionWarnings(page.recognized)]
        const unread = judged.length === 0 && hasNoRecognizedText(page.recognized) ? source.unread(number) : null
        const told = [...lostRowWarnings(number, page.source), ...judged, ...(unread === null ? [] : [unread])]
        warnings.push(...told)
        if (listener?.onPageRead !== undefined)
          for (const draft of draftOpticalPages([page]))
            tellPageRead(listener, request, { page: draft, pictures: page.pictures, warnings: told })
      }
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      failure = error
      warnings.push(pageUnread(number, error.message))
    }
    listener?.onProgress({ done: index + 1, total: numbers.length })
  }
  listener?.onPage(null)
  if (pages.length === 0) throw failure
  return { pages, warnings }
}

const hasNoRecognizedText = ({ content }: OpticalPage['recognized']): boolean => charactersOf(content) === 0

const readOpticalPage = async (
  source: PageSource,
  number: number,
  request: OpticalPageRequest,
): Promise<OpticalPage | null> => {
  const page = await source.page(number)
  if (page === null) return null
  const { width, height, rotation, raster, dpi, isPdfPage, lostRows = 0 } = page
  const { raw, raster: _, ...recognized } = await recognizePage({ number, raster, dpi, isPdfPage }, request.languages)
  return {
    recognized,
    source: { width, height, rotation, lostRows },
    ...cutPictures(page, recognized, request),
    raw: request.raw ? raw(number) : null,
  }
}

const draftOpticalPages = (pages: readonly OpticalPage[]): DraftPage[] =>
  toDraftPages(pages).map((page, index) => withPictures(page, pages[index]?.blocks ?? []))

const withPictures = (page: DraftPage, pictures: readonly DraftBlock[]): DraftPage => ({
  ...page,
  blocks: insertBlocks(page.blocks, pictures),
})

/** The quality of each page, and that of the document as their mean, weighted by characters. */
const withQuality = (document: Document, read: readonly OpticalPage[]): Document => {
  const byNumber = new Map(read.map(({ recognized }) => [recognized.content.number, recognized]))
  const pages = document.pages.map((page) => ({
    ...page,
    quality: roundOpticalQuality(byNumber.get(page.number)?.quality ?? 1),
  }))
  const weights = read.map(({ recognized: { content, quality } }) => ({
    quality,
    weight: charactersOf(content),
  }))
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  const score = total === 0 ? 1 : weights.reduce((sum, { quality, weight }) => sum + quality * weight, 0) / total
  return { ...document, pages, quality: { score: roundOpticalQuality(score), scale: '0-1' } }
}

const roundOpticalQuality = (share: number): number => Math.round(share * 1000) / 1000

/** Tesseract takes 0.4 s and 200 MB to load: it waits for the first page, which takes ten times as long. */
const warmUpOpticalEngine = async (): Promise<void> => {
  await loadPdfium()
}

/** Reads by the best model of recognition that is installed and knows the languages, and by Tesseract. */
export const opticalEngine: Engine = {
  warmUp: warmUpOpticalEngine,
  read: async (bytes, request, listener) => {
    const languages = documentLanguages(request.recognition)
    requireLanguages(languages.current(), languages.folder)
    return readOpticalDocument(bytes, request, languages, listener)
  },
}

/** Reads by the best model alone. */
export const paddleEngine: Engine = {
  warmUp: warmUpOpticalEngine,
  read: async (bytes, request, listener) => {
    const languages = paddleLanguages(request.recognition.folder)
    if (languages.models.length === 0)
      throw new EngineFailure('unsupported_option', 'No model of recognition is installed.')
    return readOpticalDocument(bytes, request, languages, listener)
  },
}

/** Warnings for a page on which little or nothing was read although it has ink; none for a blank page. */
const yieldWarnings = (page: Pick<RecognizedPage, 'content' | 'ink'>): Warning[] => {
  const { number } = page.content
  if (!isThin(page)) return []
  return charactersOf(page.content) === 0
    ? [warning('page_without_text', `Page ${number} is not blank, but no text could be read on it.`, number)]
    : [warning('low_text_yield', `Page ${number} has more on it than could be read as text.`, number)]
}

const lostRowWarnings = (page: number, { lostRows = 0 }: OpticalPage['source']): Warning[] =>
  lostRows === 0
    ? []
    : [
        warning(
          'picture_damaged',
          `Page ${page} is a fax in which ${lostRows} ${lostRows === 1 ? 'row of pixels is' : 'rows of pixels are'} damaged and ${lostRows === 1 ? 'shows' : 'show'} what is above; letters and numbers there may be wrong.`,
          page,
        ),
      ]

const pageDamaged = (page: number): Warning =>
  warning('page_damaged', `Page ${page} is damaged and could not be read.`, page)

const pageUnread = (page: number, reason: string): Warning =>
  warning('page_without_text', `Page ${page} could not be read. ${reason}`, page)
