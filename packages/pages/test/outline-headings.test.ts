import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const text =
  'The ship waits for the pilot in front of the harbour, as it has to do in every year when the ice is late. '

/** The headings of a text with these lines, in the look of the text, above its paragraphs; the outline names some of them. */
const headingsOf = async (lines: readonly string[], named: readonly string[]): Promise<string[]> => {
  const bytes = await pdfOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    for (const line of lines) pdf.text(line, 60, pdf.y + 12).text(text.repeat(4), 60, pdf.y + 12, { width: 300 })
    for (const title of named) pdf.outline.addItem(title)
  })
  const { pages } = await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'heading').map((block) => block.text))
}

it('A line that the outline names is a heading, although it looks like the text and has figures alone', async () => {
  const lines = ['0.15 (2024-07-18)', 'What came of it', '0.14 (2024-05-13)']
  assert.deepEqual(await headingsOf(lines, ['0.15 (2024-07-18)', '0.14 (2024-05-13)']), [
    '0.15 (2024-07-18)',
    '0.14 (2024-05-13)',
  ])
})

it('The outline may leave out the number of a section, and set its spaces in another way', async () => {
  assert.deepEqual(await headingsOf(['2.1 What came of it'], ['What  came of it ']), ['2.1 What came of it'])
})

it('The outline may have other punctuation than the heading', async () => {
  const named = ['What came of it – a summary', '***']
  assert.deepEqual(await headingsOf(['What came of it: a summary', '***'], named), ['What came of it: a summary'])
})

it('A caption that the outline names is no heading, nor is a text of which it names the first words', async () => {
  assert.deepEqual(await headingsOf(['Figure 1: The harbour'], ['Figure 1: The harbour', 'The ship waits for']), [])
})

it('A text that is the same as a heading of its page, which the outline names, refers to it', async () => {
  const bytes = await pdfOf((pdf) => {
    pdf.font('Times-Roman').fontSize(18).text('Management', 60, 60)
    pdf.fontSize(10).text('Management', 60, pdf.y + 12)
    pdf.text(text.repeat(6), 60, pdf.y + 12, { width: 300 })
    pdf.outline.addItem('Management')
  })
  const { pages } = await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
  assert.deepEqual(
    pages.flatMap(({ blocks }) => blocks.map(({ type }) => type)),
    ['heading', 'paragraph', 'paragraph'],
  )
})

it('An entry of the outline makes the first of several equal texts a heading, and two entries make two', async () => {
  const lines = ['Management', 'What came of it', 'Management', 'Management']
  assert.deepEqual(await headingsOf(lines, ['Management']), ['Management'])
  assert.deepEqual(await headingsOf(lines, ['Management', 'Management']), ['Management', 'Management'])
})
