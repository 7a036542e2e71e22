import assert from 'node:assert/strict'
import { it } from 'node:test'
import { markdown } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Pdf = Parameters<Parameters<typeof pdfOf>[0]>[0]

const textsOf = async (draw: (pdf: Pdf) => void): Promise<string[]> => {
  const { pages } = await structureEngine.read(await pdfOf(draw), { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) => blocks.map(({ type, text }) => `${type} ${text}`))
}

it('An item ends where a line begins left of its marker, although its last sentence is open', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('•', 80, 100).text('The schema can be used to change the default of', 92, 100, { lineBreak: false })
    pdf.text('the database (the same as the option schema)', 92, 112, { lineBreak: false })
    pdf.text('If the pool has no handlers then trouble with the database', 60, 124, { lineBreak: false })
    pdf.text('may end the process before its time has come.', 60, 136, { lineBreak: false })
  })
  assert.deepEqual(texts, [
    'list_item The schema can be used to change the default of the database (the same as the option schema)',
    'paragraph If the pool has no handlers then trouble with the database may end the process before its time has come.',
  ])
})

it('A number begins an item where it stands left of the bullet above, and had room on its line', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('All of this was agreed by the board, and is to be done in the course of the year that comes.', 60, 80, {
      lineBreak: false,
    })
    pdf.text('•', 92, 100).text('Renew the contract for 4 years', 104, 100, { lineBreak: false })
    pdf.text('4.', 80, 112).text('Count the orders by district', 92, 112, { lineBreak: false })
  })
  assert.deepEqual(texts.slice(1), [
    'list_item Renew the contract for 4 years',
    'list_item Count the orders by district',
  ])
})

it('A name that begins with a mark keeps the space before it, a mark has none', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('Use the .modelOf() method of the file .html , please.', 80, 100, { lineBreak: false })
  })
  assert.deepEqual(texts, ['paragraph Use the .modelOf() method of the file .html, please.'])
})

it('The text of an item is not raised beside a bullet larger than it', async () => {
  const pdf = await pdfOf((page) => {
    page.font('Times-Roman').fontSize(10).text('The ship waits for the pilot in front of the harbour.', 60, 80)
    for (const [index, text] of ['Pay within a month.', 'Send the rope back.'].entries()) {
      page.fontSize(12).text('•', 78, 100 + index * 18, { lineBreak: false })
      page.fontSize(10).text(text, 96, 99.4 + index * 18, { lineBreak: false })
    }
  })
  const document = await structureEngine.read(pdf, { ...defaultRequest, mediaType: 'application/pdf' })
  assert.match(markdown(document), /^- Pay within a month\.\n- Send the rope back\.$/m)
})
