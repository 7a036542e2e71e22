import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Block, type Document } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { sharedPagesPdf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const read = (content: string): Promise<Document> =>
  structureEngine.read(sharedPagesPdf({ content }), { ...defaultRequest, mediaType: 'application/pdf' })

const blocksOf = ({ pages }: Document): readonly Block[] => pages.flatMap(({ blocks }) => blocks)

const lines = [
  'The buyer pays a deposit of 2,450 euros on the day',
  'of the contract, and 900 more when the boat is seen.',
]
const linesAt = (x: number, y: number): string =>
  lines.map((line, index) => `BT /F 11 Tf ${x} ${y - index * 14} Td (${line}) Tj ET`).join('\n')

describe('text that is drawn again at the same place', () => {
  it('is read once when a whole page is drawn twice, filled and then outlined', async () => {
    const page = linesAt(60, 700)
    assert.deepEqual(
      blocksOf(await read(`${page}\n1 Tr 0.3 w\n${page}`)).map(({ text }) => text),
      [lines.join(' ')],
    )
  })

  it('is read once and is bold when it is drawn a little to the right', async () => {
    const content = `BT /F 11 Tf 60 720 Td (Please pay these) Tj ET
      BT /F 11 Tf 149 720 Td (120.00) Tj ET
      BT /F 11 Tf 187 720 Td (euros before the end of the month.) Tj ET
      ${Array.from({ length: 3 }, (_, index) => linesAt(60, 640 - index * 60)).join('\n')}
      BT /F 11 Tf 149.35 720 Td (120.00) Tj ET`
    const [block] = blocksOf(await read(content))
    assert.deepEqual(block?.runs, [
      { text: 'Please pay these ' },
      { text: '120.00 ', bold: true },
      { text: 'euros before the end of the month.' },
    ])
  })

  it('is read once word by word', async () => {
    const words = ['Rate', '4.25', 'per', 'cent']
    const content = words
      .map((word, index) => `BT /F 11 Tf ${60 + index * 40} 700 Td (${word}) Tj 0.3 0 Td (${word}) Tj ET`)
      .join('\n')
    assert.deepEqual(
      blocksOf(await read(content)).map(({ text }) => text),
      ['Rate 4.25 per cent'],
    )
  })

  it('is told from the letters of one glyph, which ActualText may say to be the same twice', async () => {
    const ligature = '/Span << /ActualText (ff) >> BDC (w) Tj EMC'
    const content = `BT /F 11 Tf 60 700 Td (Di) Tj ${ligature} (erent o) Tj ${ligature} (ers were made.) Tj ET`
    assert.deepEqual(
      blocksOf(await read(content)).map(({ text }) => text),
      ['Different offers were made.'],
    )
  })

  it('is told from letters that repeat, in type set tight as well', async () => {
    const content = 'BT 30 Tz /F 11 Tf 60 700 Td (Illinois fills all balloons with 1,111.00) Tj ET'
    assert.deepEqual(
      blocksOf(await read(content)).map(({ text }) => text),
      ['Illinois fills all balloons with 1,111.00'],
    )
  })

  it('costs no more than its characters when a page is printed over itself fifty times', async () => {
    const page = linesAt(60, 700)
    const places = Array.from({ length: 50 }, () => page).join('\n')
    assert.deepEqual(
      blocksOf(await read(places)).map(({ text }) => text),
      [lines.join(' ')],
    )
  })
})
