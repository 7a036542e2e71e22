import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { sharedPagesPdf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const line = (y: number, text: string, x: number): string => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET`

const paragraph = [700, 686, 672].map((y) =>
  line(y, 'Ships wait until the flag is raised, and pay their fees at the office before they leave.', 60),
)

const rows = [
  ['Ship', 'Paid', 'Left'],
  ['Anna', 'yes', 'no'],
  ['Berta', 'no', 'yes'],
]

/** A table with an image of one pixel, a mask, below its header. */
const tableWith = async (mask: string): Promise<string> => {
  const cells = rows.flatMap((row, index) =>
    row.map((text, column) => line(600 - index * 12 - (index > 0 ? 2 : 0), text, 70 + column * 44)),
  )
  const rule = `q 130 0 0 .5 64 596 cm BI /W 1 /H 1 /IM true /BPC 1 ${mask} EI Q`
  const content = [...paragraph, ...cells, rule].join('\n')
  return markdown(
    await structureEngine.read(sharedPagesPdf({ content }), { ...defaultRequest, mediaType: 'application/pdf' }),
  )
}

describe('images of one pixel in a PDF', () => {
  it('are lines of tables, as dvips draws them', async () => {
    assert.match(
      await tableWith('/D [1 0] ID \x80'),
      /\| Ship \| Paid \| Left \|\n\| --- \| --- \| --- \|\n\| Anna \| yes \| no \|/,
    )
  })

  it('are nothing where the mask paints nothing', async () => {
    assert.match(await tableWith('/D [0 1] ID \x80'), /\n\nShip Paid Left\n\nAnna yes no\n\nBerta no yes$/)
  })
})
