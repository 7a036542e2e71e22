import { defaultRequest, type Engine } from '@polyparse/engine'
import { documentLanguages } from '../../ocr/document-languages.ts'
import { asPrinted, type PageContent } from '../../layout/page-content.ts'
import { layOut } from '../../layout/lay-out.ts'
import { type DraftBlock, type DraftPage, textOfBlock } from '../../paged/draft.ts'
import { insertBlocks } from '../../paged/insert-blocks.ts'
import { tellPageRead } from '../../paged/tell-page.ts'
import { countCharacters, completenessWarnings } from '../completeness.ts'
import { pictureBudget } from '../place-pictures.ts'
import { type PageRead, readPdf, smallPdf } from '../read-pdf.ts'
import { recognized } from '../recognize.ts'
import { readTagged } from '../tagged/read-tagged.ts'
import { withFormulaPictures } from './formula-pictures.ts'
import { turnFrameBack } from './frames.ts'
import { placeTurnedWords } from './turned-headings.ts'
import { stamps } from './parameters.ts'
import { isClearer } from '../verdict/false-layer.ts'
import { layerUntrusted } from '../verdict/warnings.ts'
import { createPartsReader, insertParts } from './picture-text.ts'
import { mendPages } from './mend-pages.ts'
import { type SurveyedPage, surveyPage, textsOfPage } from './survey-page.ts'

/** PDF read from its characters, drawn lines and tags alone, by the project's own layout analysis. */
const readPdfStructure: Engine['read'] = (bytes, request, listener) =>
  readPdf(bytes, request, async ({ pdfium, pdf, form, numbers }) => {
    const budget = pictureBudget()
    const asFound = numbers.map((number) => {
      listener?.onPage(number)
      return surveyPage(pdfium, pdf, { number, request, budget, form })
    })
    listener?.onPage(null)
    const languages = documentLanguages(request.recognition, () =>
      asFound.flatMap((page) => (page === null ? [] : textsOfPage(page.framed))),
    )
    const surveyed = await mendPages(pdfium, pdf, asFound, { request, budget, form }, languages)
    const found = surveyed.filter((page) => page !== null)
    const drafts = new Map(draftPages(found).map((page, index) => [found[index], page]))
    const partsReader = createPartsReader(pdfium, pdf, languages)
    const fromLayer = async (survey: SurveyedPage, page: DraftPage): Promise<PageRead> => {
      const count = survey.pictureBlocks.length
      const pictured = withFormulaPictures(pdfium, pdf, page, { request, budget, count })
      const read = weighed({ ...survey, page: pictured.page, pictures: [...survey.pictures, ...pictured.pictures] })
      if (survey.parts.length === 0) return read
      listener?.onPage(page.number)
      const { blocks, warnings } = await partsReader.read(page.number, survey.parts)
      listener?.onPage(null)
      return {
        ...read,
        page: { ...read.page, blocks: insertParts(read.page.blocks, blocks) },
        warnings: [...read.warnings, ...warnings],
      }
    }
    const fromImage = async (survey: SurveyedPage, page: DraftPage): Promise<PageRead> => {
      listener?.onPage(page.number)
      const read = await recognized(pdfium, pdf, { ...survey, page }, request, languages)
      listener?.onPage(null)
      return read
    }
    const pages: (PageRead | null)[] = []
    listener?.onProgress({ done: 0, total: numbers.length })
    let readInVain = 0
    for (const survey of surveyed) {
      const page = survey === null ? undefined : drafts.get(survey)
      if (survey === null || page === undefined) pages.push(null)
      else if (survey.isStamped && readInVain < stamps.maxInVain) {
        const scan = await fromImage(survey, page)
        const isMore = countCharacters(scan.page.blocks) > survey.held * stamps.minGain
        if (!isMore) readInVain += 1
        pages.push(isMore ? scan : await fromLayer(survey, page))
      } else if (survey.isPoor && readInVain < stamps.maxInVain) {
        const number = page.number
        const scan = await fromImage({ ...survey, warnings: [...unlayered(survey), layerUntrusted(number)] }, page)
        const isBetter = isClearer(wordsOfDraftPage(scan.page), textsOfPage(survey.framed))
        if (!isBetter) readInVain += 1
        pages.push(isBetter ? scan : await fromLayer(survey, page))
      } else if (survey.held > 0 || survey.ink === 0) pages.push(await fromLayer(survey, page))
      else pages.push(await fromImage(survey, page))
      const last = pages.at(-1)
      if (last !== undefined && last !== null) tellPageRead(listener, request, last)
      listener?.onProgress({ done: pages.length, total: numbers.length })
    }
    return pages
  })

/** Returns what a page is warned of, but for the use of its invisible text. */
const unlayered = ({ warnings }: SurveyedPage) => warnings.filter(({ code }) => code !== 'hidden_text')

const wordsOfDraftPage = ({ blocks }: DraftPage) => blocks.flatMap(({ lines }) => lines.flatMap(({ words }) => words))

/** The page with a warning when less was read than it holds. */
const weighed = (read: PageRead & Pick<SurveyedPage, 'held'>): PageRead => {
  const { number, blocks } = read.page
  const missing = completenessWarnings({ number, extracted: countCharacters(blocks), held: read.held, ink: 0 })
  return { ...read, warnings: [...read.warnings, ...missing] }
}

const warmUpStructureEngine = async (): Promise<void> => {
  await readPdfStructure(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const structureEngine: Engine = { warmUp: warmUpStructureEngine, read: readPdfStructure }

/**
 * The pages as blocks in reading order: by the document's structure tree where there is one that can be trusted, by the
 * layout of the page elsewhere. Text in another direction than most of its page follows at the end, and then oblique text.
 */
const draftPages = (pages: readonly SurveyedPage[]): DraftPage[] => {
  const tagged = readTagged(pages.map(({ framed: [main], tree }) => ({ content: main.content, tree })))
  const printed = asPrinted(pages.map(({ framed: [main] }) => main.content))
  const oblique = obliqueBlocks(pages)
  return pages.map((page, index) => {
    const draft = draftPage(page, printed[index] ?? page.framed[0].content, tagged[index] ?? null)
    return { ...draft, blocks: [...draft.blocks, ...(page.held === 0 ? [] : (oblique[index] ?? []))] }
  })
}

/** The oblique text of the pages. What is on several of them, as watermarks are, is no part of their text. */
const obliqueBlocks = (pages: readonly SurveyedPage[]): (readonly DraftBlock[])[] => {
  const counts = new Map<string, number>()
  for (const { oblique } of pages)
    for (const text of new Set(oblique.map(textOfBlock))) counts.set(text, (counts.get(text) ?? 0) + 1)
  return pages.map(({ oblique }) =>
    oblique.map((block) =>
      (counts.get(textOfBlock(block)) ?? 0) > 1 ? { ...block, type: 'page_footer' as const } : block,
    ),
  )
}

const draftPage = (
  { width, height, framed: [main, ...others], pictureBlocks, held }: SurveyedPage,
  content: PageContent,
  tagged: readonly DraftBlock[] | null,
): DraftPage => {
  const { number, rotation } = content
  if (held === 0) return { number, width, height, rotation, blocks: pictureBlocks }
  const upright = turnFrameBack(tagged ?? layOut(content).blocks, main.frame)
  const placed = placeTurnedWords(upright, others)
  const turned = placed.others.flatMap((other) => turnFrameBack(layOut(other.content).blocks, other.frame))
  return { number, width, height, rotation, blocks: insertBlocks([...placed.blocks, ...turned], pictureBlocks) }
}
