import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Document, markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { encodePng } from '@polyparse/engine/images'
import { pdfOf, png } from '@polyparse/test-support/pdf'
import { joinNear } from '../src/pdf/structure/picture-text.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'
import { loadPdfium } from '../src/pdfium/library.ts'
import { openPdf } from '../src/pdfium/open-pdf.ts'
import { withPage } from '../src/pdfium/with-page.ts'
import { renderPage } from '../src/pdfium/raster.ts'

const read = (bytes: Uint8Array): Promise<Document> =>
  structureEngine.read(bytes, { ...defaultRequest, words: true, mediaType: 'application/pdf' })

/** A picture of text, as a screenshot is one. */
const screenshot = async (lines: readonly string[]): Promise<Buffer> => {
  const bytes = await pdfOf(
    (pdf) => {
      pdf.rect(0, 0, 260, 100).fill('#ffffff').fillColor('#000000').fontSize(12)
      for (const [index, line] of lines.entries()) pdf.text(line, 10, 10 + index * 20, { lineBreak: false })
    },
    { size: [260, 100], margin: 0 },
  )
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, null)
  try {
    const raster = withPage(pdfium, pdf, 1, (page) => renderPage(pdfium, page, { dpi: 200, channels: 3 }))
    assert.ok(raster)
    return Buffer.from(encodePng(raster))
  } finally {
    pdf.close()
  }
}

const pageWith = (picture: Buffer): Promise<Buffer> =>
  pdfOf((pdf) => {
    pdf.fontSize(12).text('The order came as a picture, which is shown here below.', 60, 90)
    pdf.image(picture, 60, 120, { width: 260 })
    pdf.text('We thank you for it, and shall send the boats in spring.', 60, 300)
  })

/** Letters as strokes, on a grid of 4 by 6. */
const strokesOfLetters: Readonly<Record<string, readonly (readonly [x: number, y: number])[][]>> = {
  A: [
    [
      [0, 0],
      [2, 6],
      [4, 0],
    ],
    [
      [0.7, 2],
      [3.3, 2],
    ],
  ],
  I: [
    [
      [1, 0],
      [1, 6],
    ],
  ],
  K: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [4, 6],
      [0, 2.4],
    ],
    [
      [1.3, 3.4],
      [4, 0],
    ],
  ],
  M: [
    [
      [0, 0],
      [0, 6],
      [2, 2],
      [4, 6],
      [4, 0],
    ],
  ],
  N: [
    [
      [0, 0],
      [0, 6],
      [4, 0],
      [4, 6],
    ],
  ],
  V: [
    [
      [0, 6],
      [2, 0],
      [4, 6],
    ],
  ],
  X: [
    [
      [0, 0],
      [4, 6],
    ],
    [
      [0, 6],
      [4, 0],
    ],
  ],
  Y: [
    [
      [0, 6],
      [2, 3],
      [4, 6],
    ],
    [
      [2, 3],
      [2, 0],
    ],
  ],
}

describe('rows of letters', () => {
  it('are one part where a later one joins earlier ones, so that no word is read twice', () => {
    const [left, right, between] = [
      [0, 0, 50, 10],
      [120, 0, 170, 10],
      [60, 20, 110, 30],
    ] as const
    const overlapping = [0, 25, 200, 60] as const
    assert.deepEqual(joinNear([left, right, between]), [[0, 0, 170, 30]])
    assert.deepEqual(joinNear([left, right, overlapping, between]), [[0, 0, 200, 60]])
  })
})

describe('letters that are drawn as outlines', () => {
  it('are read as text of the page', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(12).text('The names of the boats are drawn below.', 60, 60)
      pdf.lineWidth(2)
      for (const [row, name] of ['KAYAK MAIN', 'MANX VANYA'].entries())
        for (const [column, letter] of Array.from(name).entries())
          for (const [first, ...rest] of strokesOfLetters[letter] ?? []) {
            const at = ([x, y]: readonly [number, number] = [0, 0]): [number, number] => [
              80 + column * 14 + x * 2.4,
              140 + row * 30 - y * 2.4,
            ]
            pdf.moveTo(...at(first))
            for (const point of rest) pdf.lineTo(...at(point))
            pdf.stroke()
          }
    })
    const text = markdown(await read(bytes))
    assert.match(text, /KAYAK MAIN/)
    assert.match(text, /MANX VANYA/)
  })
})

describe('text in a picture on a page that has text', () => {
  let shot: Buffer
  before(async () => {
    shot = await screenshot(['Order 4711 of the harbour', 'Twelve boats at 345 euros', 'Delivery in the second week'])
  })

  it('is read, after its picture and marked as recognised', async () => {
    const document = await read(await pageWith(shot))
    const blocks = document.pages.flatMap((page) => page.blocks)
    assert.match(
      markdown(document),
      /below\.[^]*Order 4711 of the harbour[^]*Twelve boats at 345 euros[^]*We thank you/,
    )
    assert.equal(blocks[1]?.type, 'picture')
    assert.equal(blocks[2]?.ocr, true)
    assert.ok(blocks.every(({ ocr, text }) => ocr !== true || !/thank/.test(text)))
  })

  it('comes once where a picture lies on another', async () => {
    const white = { width: 80, height: 50, channels: 1, pixels: new Uint8Array(80 * 50).fill(255) } as const
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(12).text('The order came as a picture, which is shown here below.', 60, 90)
      pdf.image(Buffer.from(encodePng(white)), 40, 110, { width: 400, height: 250 })
      pdf.image(shot, 60, 120, { width: 260 })
    })
    const text = markdown(await read(bytes))
    assert.equal(text.match(/Order 4711/g)?.length, 1, text)
  })

  it('is told to be unread where more lies on the picture than is painted out', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(12).text('The order came as a picture, which is shown here below.', 60, 90)
      pdf.image(shot, 60, 120, { width: 260 }).fontSize(120)
      for (let layer = 0; layer < 40; layer += 1) pdf.text('WWWW', 50, 100, { lineBreak: false })
    })
    const codes = (await read(bytes)).warnings.map(({ code }) => code)
    assert.ok(codes.includes('picture_text_unread'), codes.join(' '))
  })

  it('is none where the picture has none', async () => {
    const document = await read(await pageWith(png(260, 100)))
    assert.deepEqual(
      document.pages.flatMap((page) => page.blocks.map(({ type }) => type)),
      ['paragraph', 'picture', 'paragraph'],
    )
    assert.deepEqual(document.warnings, [])
  })
})
