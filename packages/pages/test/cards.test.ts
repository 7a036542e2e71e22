import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import { pdfOf } from '@polyparse/test-support/pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const lead = 'What the wardens of it have counted in the last year'

/** The blocks, by their first words, of a page with two rows of two cards, whose tops and headings these are. */
const readCards = async (
  tops: readonly (readonly [number, number])[],
  headings: readonly string[],
): Promise<string> => {
  const bytes = await pdfOf((pdf) => {
    pdf.fontSize(20).text('The harbour in figures', 60, 50)
    pdf.fontSize(10).text(lead, 120, 90)
    for (const [index, heading] of headings.entries()) {
      const [x, y = 0] = [60 + (index % 2) * 250, tops[Math.floor(index / 2)]?.[index % 2]]
      pdf.rect(x, y, 230, 110).fill('#e8eef4').fillColor('black')
      pdf.fontSize(13).text(heading, x + 12, y + 10)
      pdf
        .fontSize(10)
        .text(
          `Of ${heading} that came in over the year all are counted here, by their names and ports.`,
          x + 12,
          y + 35,
          {
            width: 200,
          },
        )
    }
  })
  const { pages } = await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) => blocks.map(({ text }) => text.split(' that')[0])).join(' | ')
}

describe('cards on grounds of their own', () => {
  it('are read row by row, below the line above them', async () => {
    assert.equal(
      await readCards(
        [
          [130, 130],
          [260, 260],
        ],
        ['Boats', 'Crews', 'Fees', 'Fines'],
      ),
      `The harbour in figures | ${lead} | Boats | Of Boats | Crews | Of Crews | Fees | Of Fees | Fines | Of Fines`,
    )
  })

  it('are read down the columns that their numbers go down', async () => {
    assert.equal(
      await readCards(
        [
          [130, 130],
          [260, 260],
        ],
        ['1. Boats', '3. Crews', '2. Fees', '4. Fines'],
      ),
      `The harbour in figures | ${lead} | 1. Boats | Of 1. Boats | 2. Fees | Of 2. Fees | 3. Crews | Of 3. Crews | 4. Fines | Of 4. Fines`,
    )
  })
})
