import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, render } from '@polyparse/document'
import { defaultRequest, type Engine } from '@polyparse/engine'
import { pagesPdf, pdfOf, smallPagesPdf } from '@polyparse/test-support/pdf'
import { opticalEngine } from '../src/ocr/optical-engine.ts'
import { pdfEngine } from '../src/pdf/fast/pdf-engine.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

/** The pages that an engine tells of, each with how many it had said to be done before; and its document. */
const readTold = async (engine: Engine, bytes: Uint8Array) => {
  const told: { page: Document; doneBefore: number }[] = []
  let doneBefore = 0
  const document = await engine.read(
    bytes,
    { ...defaultRequest, mediaType: 'application/pdf', pictures: true, words: true, raw: true },
    {
      onPage: () => {},
      onProgress: ({ done }) => {
        doneBefore = done
      },
      onPageRead: (page) => told.push({ page, doneBefore }),
    },
  )
  return { told, document }
}

const textOfWhole = async (document: Document): Promise<string> => (await render(document, ['text'])).text ?? ''

describe('pages that are told of as soon as they are read', () => {
  for (const [name, engine, pdf] of [
    ['structure', structureEngine, () => pagesPdf(3)],
    ['fast', pdfEngine, () => pagesPdf(3)],
    ['optical', opticalEngine, smallPagesPdf],
  ] as const) {
    it(`come one by one from the ${name} reader, each a document of its own with the text of that page`, async () => {
      const { told, document } = await readTold(engine, await pdf())
      assert.ok(told.length > 1)
      assert.deepEqual(
        told.map(({ page, doneBefore }) => [page.pages.map(({ number }) => number), doneBefore]),
        document.pages.map(({ number }, index) => [[number], index]),
      )
      for (const { page } of told) {
        const [first] = page.pages
        assert.ok(first)
        const whole = { ...document, pages: document.pages.filter((each) => each.number === first.number) }
        const [own = '', final = ''] = await Promise.all([page, whole].map(textOfWhole))
        assert.notEqual(final, '')
        for (const paragraph of final.split('\n\n')) assert.ok(own.includes(paragraph), `${own} lacks ${paragraph}`)
        assert.equal(page.raw, undefined)
      }
    })
  }

  it('have what only later pages show to be a page header', async () => {
    const text = 'Each of the pages has a text of its own, which goes on for long enough to be more than one line. '
    const pages = ['The harbour is deep.', 'The town is old.', 'The island is small.']
    const bytes = await pdfOf((pdf) => {
      for (const [index, own] of pages.entries()) {
        if (index > 0) pdf.addPage()
        pdf.fontSize(11).text('Guide to the island', 60, 72).text(`${own} ${text}`, 60, 92)
      }
    })
    const { told, document } = await readTold(structureEngine, bytes)
    assert.match(await textOfWhole(told[0]?.page ?? document), /Guide to the island/)
    assert.doesNotMatch(await textOfWhole(document), /Guide to the island/)
  })
})
