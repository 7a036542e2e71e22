import {
  type Block,
  blockId,
  type Document,
  type Field,
  type OutlineEntry,
  type Page,
  pagesOutOfRange,
  type Table,
  type Warning,
} from '@polyparse/document'
import { countUnreadMarkup, createContents } from '@polyparse/formats/markup'
import type { Answer, AnswerBlock, AnswerPage } from './answer.ts'
import { createAnswerPictures, type AnswerPictures } from './answer-pictures.ts'
import { pageFrame, type PageFrame } from './page-frame.ts'
import type { AnsweredRequest } from './answer-reader.ts'
import { ProviderFailure } from './provider.ts'
import { pagesOfSurvey, type Survey } from './survey.ts'
import { withoutSignatures } from './without-signatures.ts'

type AnswerDocumentContext = {
  readonly vendor: string
  readonly request: AnsweredRequest
  readonly survey: Survey
}

/**
 * The document of the answer that `read` takes from what a vendor has sent: with ids, boxes in points inside their pages, and pictures measured; with the
 * requested pages and no others, and a warning for each that is missing.
 */
export const answerDocument = (read: () => Answer, { vendor, request, survey }: AnswerDocumentContext): Document => {
  const { value: answer, unread } = countUnreadMarkup(read)
  const tables: Table[] = []
  const truncated: Warning[] = []
  const pictures = createAnswerPictures(request)
  const given = askedPages(answer.pages, survey)
  if (given.length === 0) throw noPageReadFailure(vendor, request, survey)
  const finished = given.map((page) => finishPage(page, survey, { tables, pictures, truncated }))
  const pages = finished.map(({ page }) => page)
  const last = pages.at(-1)?.number ?? 0
  const model = answer.model ?? ''
  return {
    metadata: {
      ...(answer.language !== undefined && { language: answer.language }),
      ...survey.metadata,
      documentPageCount: survey.pageCount ?? last,
    },
    pages,
    tables,
    pictures: pictures.taken,
    outline: survey.outline.length > 0 ? survey.outline : (answer.outline ?? pages.flatMap(headingsOf)),
    warnings: [
      ...survey.warnings,
      ...(answer.warnings ?? []),
      ...missingPages(pages, { vendor, survey, answer }),
      ...finished.flatMap(({ page, unplaced }) =>
        unplaced === 0 ? [] : [blocksUnplaced(vendor, page.number, unplaced)],
      ),
      ...truncated,
      ...pictures.warnings(),
      ...markupUnread(vendor, unread),
    ],
    ...(given.some(({ fields }) => fields !== undefined) && { fields: finished.flatMap(({ fields }) => fields) }),
    ...(answer.quality !== undefined && { quality: answer.quality }),
    ...(answer.usage !== undefined && { usage: answer.usage }),
    ...(model !== '' && { model: model.slice(0, maxModelCharacters) }),
    ...(request.includeRaw && { raw: withoutSignatures(answer.raw) }),
  }
}

const maxModelCharacters = 200

/** Ascending, each once, without pages that do not exist or were not requested. */
const askedPages = (given: readonly AnswerPage[], { pages, pageCount }: Survey): AnswerPage[] => {
  const byNumber = new Map<number, AnswerPage>()
  for (const page of given) {
    const isThere = page.number >= 1 && page.number <= (pageCount ?? Number.MAX_SAFE_INTEGER)
    if (isThere && (pages?.includes(page.number) ?? true) && !byNumber.has(page.number)) byNumber.set(page.number, page)
  }
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number)
}

type Sinks = { readonly tables: Table[]; readonly pictures: AnswerPictures; readonly truncated: Warning[] }

const finishPage = (
  { blocks: given, fields: values = [], ...answered }: AnswerPage,
  survey: Survey,
  { tables, pictures, truncated }: Sinks,
): { readonly page: Page; readonly fields: Field[]; readonly unplaced: number } => {
  const { number, quality } = answered
  const frame = pageFrame(answered, survey.sizes.get(number))
  const finish = createContents(number, {
    tables,
    takePicture: (picture, alt) => {
      const id = pictures.take(picture, { page: number, bbox: null, alt })
      return id === null ? {} : { picture: id }
    },
    warn: (warning) => truncated.push(warning),
  })
  let unplaced = 0
  const blocks = given.map(({ box, picture, confidence, ...answeredBlock }, index): Block => {
    const block = withPlacedCells(answeredBlock, frame)
    const bbox = frame.place(box)
    if (box === null && bbox !== null) unplaced += 1
    const id = picture === undefined ? null : pictures.take(picture, { page: number, bbox, alt: block.text })
    return {
      id: blockId(number, index + 1),
      page: number,
      bbox,
      ...(finish(block, bbox) ?? { type: block.type, text: block.text }),
      ...(confidence !== undefined && { confidence: Math.min(1, Math.max(0, confidence)) }),
      ...(id !== null && { picture: id }),
    }
  })
  const { width, height, rotation } = frame
  const page = { number, width, height, rotation, blocks, ...(quality !== undefined && { quality }) }
  const fields = values.map(({ box, ...field }) => ({ ...field, page: number, bbox: frame.place(box) }))
  return { page, fields, unplaced }
}

type Unplaced = Omit<AnswerBlock, 'box' | 'picture' | 'confidence'>

/** Cells with places of their own have them in the unit of their block. */
const withPlacedCells = (block: Unplaced, frame: PageFrame): Unplaced => {
  if (block.table === undefined) return block
  const cells = block.table.cells.map(({ bbox = null, ...cell }) => {
    const placed = bbox === null ? null : frame.place(bbox)
    return placed === null ? cell : { ...cell, bbox: placed }
  })
  return { ...block, table: { ...block.table, cells } }
}

const headingsOf = ({ number, blocks }: Page): OutlineEntry[] =>
  blocks
    .filter(({ type, text }) => (type === 'title' || type === 'heading') && text !== '')
    .map(({ text, level }) => ({ title: text, level: level ?? 1, page: number }))

const noPageReadFailure = (vendor: string, { pages }: AnsweredRequest, { pageCount }: Survey): ProviderFailure =>
  pages !== null && pageCount === null
    ? new ProviderFailure('page_out_of_range', 'None of the requested pages exists.')
    : new ProviderFailure('document_damaged', `${vendor} could not read any page of the document.`)

/** Warnings of the pages that neither the vendor nor the survey has mentioned. */
const missingPages = (
  pages: readonly Page[],
  { vendor, survey, answer }: { vendor: string; survey: Survey; answer: Answer },
): Warning[] => {
  const mentioned = new Set([
    ...pages.map(({ number }) => number),
    ...(answer.warnings ?? []).filter(({ code }) => code === 'page_failed').map(({ page }) => page),
  ])
  const missing = pagesOfSurvey(survey).filter((page) => !mentioned.has(page))
  return survey.pageCount === null
    ? pagesOutOfRange(missing, (which) => `${vendor} returned nothing for ${which}, which may not exist.`)
    : missing.map((page) => ({ code: 'page_failed', message: `${vendor} returned nothing for page ${page}.`, page }))
}

const blocksUnplaced = (vendor: string, page: number, count: number): Warning => ({
  code: 'blocks_unplaced',
  message: `${vendor} does not say where ${count === 1 ? 'a block' : `${count} blocks`} of page ${page} ${
    count === 1 ? 'is, so its box is' : 'are, so their boxes are'
  } the whole page.`,
  page,
})

const markupUnread = (vendor: string, count: number): Warning[] =>
  count === 0
    ? []
    : [
        {
          code: 'markup_unread',
          message: `${count === 1 ? 'A piece' : `${count} pieces`} of what ${vendor} wrote ${
            count === 1 ? 'was' : 'were'
          } too long or too tangled to be read as markup: only the text was kept.`,
        },
      ]
