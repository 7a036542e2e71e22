import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Pdf = Parameters<Parameters<typeof pdfOf>[0]>[0]

/** The Markdown of a document with a page for each text in which a function draws. */
const markdownOf = async (
  pages: readonly ((pdf: Pdf) => void)[],
  options: Parameters<typeof pdfOf>[1] = {},
): Promise<string> => {
  const bytes = await pdfOf(
    (pdf) => {
      for (const [index, draw] of pages.entries()) {
        if (index > 0) pdf.addPage()
        pdf.font('Times-Roman').fontSize(10)
        draw(pdf)
      }
    },
    { margin: 20, ...options },
  )
  return markdown(await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' }))
}

const sentences = (about: string): string =>
  Array.from({ length: 12 }, (_, index) => `The ${about} goes on for the time ${index} of many, as it must.`).join(' ')

/** A line at the top of a page and a text a line below it. */
const below =
  (first: string, text: string, { size = 10 } = {}) =>
  (pdf: Pdf): void => {
    pdf.fontSize(size).text(first, 60, 72, { lineBreak: false })
    pdf.fontSize(10).text(text, 60, 92, { width: 300 })
  }

describe('the first line of every page', () => {
  it('is not dropped as a running head where the whole page is there twice', async () => {
    const page = below('The safety goals are those of part 3', sentences('page'))
    assert.match(await markdownOf([page, page]), /The safety goals are those of part 3/)
  })

  it('is not dropped where its number is not that of the page', async () => {
    const found = await markdownOf([
      below('Readings of sample 17 in the laboratory', sentences('first')),
      below('Readings of sample 42 in the laboratory', sentences('second')),
    ])
    assert.match(found, /sample 17/)
    assert.match(found, /sample 42/)
  })

  it('is not dropped where it is set large and counts the things that the pages tell of', async () => {
    const found = await markdownOf([
      below('Question 1', sentences('first'), { size: 14 }),
      below('Question 2', sentences('second'), { size: 14 }),
    ])
    assert.match(found, /Question 1\n/)
    assert.match(found, /Question 2\n/)
  })

  it('is left out of the text where it stands on pages that differ, the same or with the number of the page', async () => {
    for (const head of [
      () => 'Manual of the harbour',
      (page: number) => `Manual of the harbour, page ${page + 3} of 9`,
    ]) {
      const found = await markdownOf([below(head(1), sentences('first')), below(head(2), sentences('second'))])
      assert.doesNotMatch(found, /harbour/)
      assert.match(found, /The first goes on[^]*The second goes on/)
    }
  })
})

describe('the last lines of a page', () => {
  it('are not dropped where the items of a list go on from the text into the margin', async () => {
    const items = Array.from({ length: 41 }, (_, index) => `The thing of the kind ${index + 1} in the list.`)
    const found = await markdownOf(
      [
        (pdf) => {
          pdf.fontSize(7)
          for (const [index, item] of items.entries()) pdf.text(`- ${item}`, 60, 60 + index * 12, { lineBreak: false })
        },
      ],
      { layout: 'landscape' },
    )
    for (const item of items) assert.ok(found.includes(item), `${item} is not there`)
  })
})
