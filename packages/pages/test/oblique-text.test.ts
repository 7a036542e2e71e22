import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { sharedPagesPdf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const read = (content: string, count = 1): Promise<Document> =>
  structureEngine.read(sharedPagesPdf({ content, count }), { ...defaultRequest, mediaType: 'application/pdf' })

const blocksOf = ({ pages }: Document) => pages.flatMap(({ blocks }) => blocks.map(({ type, text }) => [type, text]))
const codesOf = ({ warnings }: Document) => warnings.map(({ code }) => code)

/** Text that is turned by some degrees to the left. */
const turned = (text: string, { degrees, x, y, size }: { degrees: number; x: number; y: number; size: number }) => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return `BT /F ${size} Tf ${[cos, sin, -sin, cos, x, y].map((one) => one.toFixed(4)).join(' ')} Tm (${text}) Tj ET`
}

const lines = [
  'The members agreed that the deck of the old mill bridge',
  'must be replaced before the winter, and that the piers can',
  'stay as they are. The vote was eleven to two, and nobody',
  'asked that it be repeated when the minutes were read.',
]
const text = lines.map((line, index) => `BT /F 12 Tf 60 ${700 - index * 16} Td (${line}) Tj ET`).join('\n')
const paragraph = ['paragraph', lines.join(' ')]

describe('oblique text', () => {
  it('of a watermark is whole and follows the text that it crosses', async () => {
    for (const degrees of [20, 40, 45, -60]) {
      const y = degrees < 0 ? 760 : 610
      const watermark = turned('NOT FOR SALE', { degrees, x: 80, y, size: 40 })
      for (const content of [`${text}\n${watermark}`, `${watermark}\n${text}`]) {
        const document = await read(content)
        assert.deepEqual(blocksOf(document), [paragraph, ['paragraph', 'NOT FOR SALE']], `${degrees} degrees`)
        assert.deepEqual(codesOf(document), ['oblique_text'])
      }
    }
  })

  it('that stands on several pages is part of none', async () => {
    const document = await read(`${text}\n${turned('DRAFT', { degrees: 45, x: 200, y: 600, size: 60 })}`, 2)
    const page = [paragraph, ['page_footer', 'DRAFT']]
    assert.deepEqual(blocksOf(document), [...page, ...page])
  })

  it('as labels of a chart stays word by word', async () => {
    const labels = ['January', 'February', 'March'].map((label, index) =>
      turned(label, { degrees: 45, x: 100 + index * 60, y: 500, size: 9 }),
    )
    const document = await read(`${text}\n${labels.join('\n')}`)
    assert.deepEqual(blocksOf(document).slice(1), [
      ['paragraph', 'January'],
      ['paragraph', 'February'],
      ['paragraph', 'March'],
    ])
  })

  it('along a circle is one text, with the letters in it that stand upright', async () => {
    const letters = Array.from('ROUNDSTAMP', (letter, index) => {
      const degrees = 90 - index * 20
      const angle = (degrees * Math.PI) / 180
      const [x, y] = [300 - 40 * Math.sin(angle), 500 + 40 * Math.cos(angle)]
      return turned(letter, { degrees, x, y, size: 14 })
    })
    const document = await read(`${text}\n${letters.join('\n')}`)
    assert.equal(
      blocksOf(document)
        .slice(1)
        .map(([, one]) => one)
        .join('|'),
      'ROUNDSTAMP',
    )
  })

  it('of a whole page is the text of the page', async () => {
    const content = Array.from({ length: 6 }, (_, index) =>
      turned('A page that was laid askew and is all oblique text', {
        degrees: 6,
        x: 60,
        y: 600 - index * 60,
        size: 12,
      }),
    )
    assert.deepEqual(codesOf(await read(content.join('\n'))), [])
  })

  it('of a hundred thousand letters is read within seconds', async () => {
    const letters = Array.from({ length: 100_000 }, (_, index) =>
      turned('x', { degrees: 6 + (index % 70), x: (index * 7) % 580, y: (index * 13) % 800, size: 3 }),
    )
    await withinCpu(30_000, () => read(letters.join('\n')))
  })
})
