import { countCharacters } from '../completeness/count-characters.ts'
import { judgePage } from '../completeness/judge-page.ts'
import { defaultRequest, type Engine } from '../../engine.ts'
import { pictureBudget } from '../fast/place-pictures.ts'
import { readPdf, type PageRead } from '../fast/read-pdf.ts'
import { recognized } from '../fast/recognize.ts'
import { smallPdf } from '../fast/warm-up.ts'
import { draftPages } from './draft-pages.ts'
import { surveyPage, type SurveyedPage } from './survey-page.ts'

/** PDF read from its characters, drawn lines and tags alone, by a layout analysis of our own. */
const read: Engine['read'] = (bytes, request, onPage) =>
  readPdf(bytes, request, async ({ pdfium, pdf, form, numbers }) => {
    const budget = pictureBudget()
    const surveyed = numbers.map((number) => {
      onPage?.(number)
      return surveyPage(pdfium, pdf, { number, request, budget, form })
    })
    onPage?.(null)
    const found = surveyed.filter((page) => page !== null)
    const drafts = new Map(draftPages(found).map((page, index) => [found[index], page]))
    const pages: (PageRead | null)[] = []
    for (const survey of surveyed) {
      const page = survey === null ? undefined : drafts.get(survey)
      if (survey === null || page === undefined) pages.push(null)
      else if (survey.held > 0 || survey.ink === 0) pages.push(weighed({ ...survey, page }))
      else {
        onPage?.(page.number)
        pages.push(await recognized(pdfium, pdf, { ...survey, page }, request))
        onPage?.(null)
      }
    }
    return pages
  })

/** With a warning when less came out than the page holds. */
const weighed = (read: PageRead & Pick<SurveyedPage, 'held'>): PageRead => {
  const { number, blocks } = read.page
  const missing = judgePage({ number, cameOut: countCharacters(blocks), held: read.held, ink: 0 })
  return { ...read, warnings: [...read.warnings, ...missing] }
}

const warmUp = async (): Promise<void> => {
  await read(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const structureEngine: Engine = { warmUp, read }
