import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Pdf = Parameters<Parameters<typeof pdfOf>[0]>[0]

/** The headings of a document of slides, each drawn on a page of its own. */
const headingsOfSlides = async (slides: readonly ((pdf: Pdf) => void)[]): Promise<string[]> => {
  const bytes = await pdfOf((pdf) => {
    for (const [index, draw] of slides.entries()) {
      if (index > 0) pdf.addPage()
      draw(pdf.font('Helvetica'))
    }
  })
  const { pages } = await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) =>
    blocks.filter(({ type }) => type === 'title' || type === 'heading').map(({ text }) => text),
  )
}

const slide =
  (title: string, ...lines: readonly string[]) =>
  (pdf: Pdf): void => {
    pdf.fontSize(30).text(title, 60, 100, { lineBreak: false })
    for (const [index, line] of lines.entries())
      pdf.fontSize(14).text(`• ${line} of the district in the year`, 60, 180 + index * 24, { lineBreak: false })
  }

const titleSlide =
  (below: string) =>
  (pdf: Pdf): void => {
    slide('Results of the harbour')(pdf)
    pdf.fontSize(20).text(below, 60, 200, { lineBreak: false })
  }

const others = [slide('How it went', 'All ships', 'All boats'), slide('What is next', 'More ships', 'More boats')]

it('Who speaks and when, below the title of slides, heads nothing, although the titles of the others are as large', async () => {
  assert.deepEqual(await headingsOfSlides([titleSlide('Jane Aldworth, December 2021'), ...others]), [
    'Results of the harbour',
    'How it went',
    'What is next',
  ])
})

it('A smaller heading of a first page without text is one if text follows before the next title', async () => {
  const [first] = await headingsOfSlides([
    titleSlide('The first part'),
    (pdf) => {
      pdf.fontSize(14).text('The ships came late, because of the ice in the bay and the river. '.repeat(8), 60, 100)
    },
    ...others,
  ])
  assert.equal(first, 'Results of the harbour')
})
