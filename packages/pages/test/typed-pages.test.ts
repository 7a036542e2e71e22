import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

/** The headings of a page typed line by line, as programs print text files. */
const headingsOfTyped = async (text: string): Promise<string[]> => {
  const bytes = await pdfOf((pdf) => {
    pdf.font('Courier').fontSize(10)
    for (const [index, line] of text.split('\n').entries())
      if (line !== '') pdf.text(line, 60, 90 + index * 11.5, { lineBreak: false })
  })
  const { pages } = await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'heading').map((block) => block.text))
}

const paragraph =
  'The archive is copied to the machine, and unpacked there by\nthe user who runs the program, for whom it is writable.'

describe('the items of a numbered list between empty lines', () => {
  it('are no headings', async () => {
    const items = ['1. The first of the things', '2. The second of them', '3. The third']
    assert.deepEqual(await headingsOfTyped([paragraph, ...items, paragraph].join('\n\n')), [])
  })
})

describe('the headings of a page printed in one font', () => {
  it('are the numbered lines and those in capitals that stand between empty lines', async () => {
    const text = [
      'INSTALLATION NOTES',
      paragraph,
      '1. Getting started',
      paragraph,
      '1.1 Disk',
      paragraph,
      'TROUBLESHOOTING',
      paragraph,
    ]
    assert.deepEqual(await headingsOfTyped(text.join('\n\n')), [
      'INSTALLATION NOTES',
      '1. Getting started',
      '1.1 Disk',
      'TROUBLESHOOTING',
    ])
  })

  it('are none of the lines that belong to the text above or below them', async () => {
    const text = [
      `NAME\n${paragraph}`,
      paragraph,
      `OPTIONS\n${paragraph}`,
      'It is so',
      paragraph,
      'It was so',
      paragraph,
    ]
    assert.deepEqual(await headingsOfTyped(text.join('\n\n')), [])
  })
})
