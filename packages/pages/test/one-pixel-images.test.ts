import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { type Document, markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { helvetica, rawPdf, sharedPagesPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { loadPdfium } from '../src/pdfium/library.ts'
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
  return markdownOf(sharedPagesPdf({ content }))
}

const read = (pdf: Buffer): Promise<Document> =>
  structureEngine.read(pdf, { ...defaultRequest, mediaType: 'application/pdf' })

const markdownOf = async (pdf: Buffer): Promise<string> => markdown(await read(pdf))

const greyPixel = '/ColorSpace /DeviceGray /BitsPerComponent 8'

/** An image of one pixel as an object. */
const imageOf = (dictionary: string, data: string): string =>
  `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`

/** A page that draws the first of some objects as `/I`. That object has the number 6. */
const pageWithImage = (content: string, objects: readonly string[]): Buffer =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /I 6 0 R >> >> >>',
    streamOf(content),
    helvetica,
    ...objects,
  ])

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

  it('neither strike out a line of text nor highlight it where their own mask hides them', async () => {
    const text = line(700, 'The annual fee is 120 euros 150 euros and is due in May.', 60)
    const places = ['q 44.5 0 0 .6 139.5 703 cm /I Do Q', 'q 44.5 0 0 12 139.5 697 cm /I Do Q']
    for (const place of places)
      for (const mask of ['/SMask 7 0 R', '/Mask 7 0 R']) {
        const isMask = mask.startsWith('/Mask')
        const objects = [
          imageOf(`/ColorSpace /DeviceRGB /BitsPerComponent 8 ${mask}`, '\xff\xff\x00'),
          imageOf(isMask ? '/ImageMask true /BitsPerComponent 1 /Decode [1 0]' : greyPixel, '\x00'),
        ]
        const document = await read(pageWithImage(`${place} ${text}`, objects))
        assert.equal(markdown(document), 'The annual fee is 120 euros 150 euros and is due in May.')
        assert.deepEqual(
          document.pages.flatMap(({ blocks }) => blocks.map(({ runs }) => runs)),
          [undefined],
        )
      }
  })

  it('are not decoded where their data would end PDFium or fill its memory', async () => {
    const text = line(700, 'Ships wait until the flag is up.', 60)
    const ones = deflateSync(Buffer.alloc(1_000_000, 255)).toString('latin1')
    const many = deflateSync(Buffer.from(deflateSync(Buffer.alloc(200_000_000, 255)))).toString('latin1')
    const header = Buffer.from(
      'ff4fff51002900000000000100000001000000000000000000000001000000010000000000000000',
      'hex',
    )
    const jpeg2000 = Buffer.concat([
      header,
      Buffer.from('0001070101ff52000c00000001000004040001ff5c00044040ff90000a0000000000000001ff93', 'hex'),
      Buffer.alloc(64),
      Buffer.from('ffd9', 'hex'),
    ])
    const masks: readonly (readonly [filter: string, data: string])[] = [
      ['/FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483000 /Colors 1 /BitsPerComponent 1 >>', ones],
      ['[/FlateDecode /FlateDecode]', many],
      ['/JPXDecode', jpeg2000.toString('latin1')],
    ]
    const pdfium = await loadPdfium()
    const before = pdfium.memory().length
    for (const [filter, data] of masks) {
      const image = imageOf(`/ImageMask true /BitsPerComponent 1 /Decode [1 0] /Filter ${filter}`, data)
      const content = `${text} q 150 0 0 .6 60 500 cm /I Do Q`
      assert.equal(await markdownOf(pageWithImage(content, [image])), 'Ships wait until the flag is up.', filter)
    }
    assert.ok(pdfium.memory().length - before < 100_000_000)
  })
})
