import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { pdfOf, png } from '@polyparse/test-support/pdf'
import { rawPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { defaultRequest, type EngineRequest } from '@polyparse/engine'
import { countCharacters, isGarbage, completenessWarnings } from '../src/pdf/completeness.ts'
import { pdfEngine } from '../src/pdf/fast/pdf-engine.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const codes = ({ warnings }: Pick<Document, 'warnings'>): string[] => warnings.map(({ code }) => code)
const textOf = ({ pages }: Document): string => pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')

describe('the completeness of a page', () => {
  const judge = (balance: Partial<Parameters<typeof completenessWarnings>[0]>) =>
    completenessWarnings({ number: 7, extracted: 0, held: 0, ink: 0, ...balance })

  it('gives no warning when most of its text was read, or when it is blank', () => {
    assert.deepEqual(judge({ extracted: 900, held: 1000 }), [])
    assert.deepEqual(judge({}), [])
    assert.deepEqual(judge({ ink: 0.0001 }), [])
  })

  it('states the share when much less was read than the page holds', () => {
    assert.deepEqual(judge({ extracted: 120, held: 1000 }), [
      {
        code: 'low_text_yield',
        message: 'Only 12 % of the characters in the text layer of page 7 were read.',
        page: 7,
      },
    ])
  })

  it('warns of a page that has text when none of it was read', () => {
    assert.deepEqual(codes({ warnings: judge({ held: 1 }) }), ['low_text_yield'])
  })

  it('warns when something is drawn on a page without text', () => {
    assert.deepEqual(codes({ warnings: judge({ ink: 0.02 }) }), ['page_without_text'])
  })

  it('counts the characters without white space, in lines and in cells', () => {
    const word = {
      text: 'a b',
      box: [0, 0, 1, 1],
      size: 1,
      style: { bold: false, italic: false, monospaced: false },
      href: null,
      raised: false,
      spaced: false,
      confidence: 1,
    } as const
    const cell = { row: 0, column: 0, rowSpan: 1, columnSpan: 1, header: false, text: 'four 4', box: null }
    const count = countCharacters([
      { type: 'list_item', marker: '1.', box: [0, 0, 1, 1], lines: [{ box: [0, 0, 1, 1], size: 1, words: [word] }] },
      { type: 'table', box: [0, 0, 1, 1], lines: [], table: { rowCount: 1, columnCount: 1, cells: [cell] } },
    ])
    assert.equal(count, 2 + 2 + 5)
  })

  it('recognises meaningless text', () => {
    assert.ok(isGarbage('\uFFFD\uFFFD\uE001 a'))
    assert.ok(isGarbage('\u0001\u0002\u0003'))
    assert.ok(!isGarbage('Ordinary words \uFFFD\n'))
    assert.ok(!isGarbage(''))
  })
})

describe('a PDF with a page that has no text layer', () => {
  const read = (bytes: Buffer, asked: Partial<EngineRequest> = {}): Promise<Document> =>
    pdfEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf', ...asked })

  /** Letters drawn as lines, so that they are visible but are not text. */
  const drawn = pdfOf((pdf) => {
    pdf.lineWidth(6)
    const letters = {
      T: 'M 0 0 L 36 0 M 18 0 L 18 60',
      I: 'M 18 0 L 18 60',
      L: 'M 0 0 L 0 60 L 30 60',
      E: 'M 30 0 L 0 0 L 0 60 L 30 60 M 0 30 L 24 30',
    }
    const word = [letters.T, letters.I, letters.T, letters.L, letters.E]
    for (const [index, path] of word.entries()) {
      pdf
        .save()
        .translate(100 + index * 50, 200)
        .path(path)
        .stroke('black')
        .restore()
    }
  })

  it('is read from its image, and says so', async () => {
    const document = await read(await drawn)
    assert.match(textOf(document), /TITLE/)
    assert.deepEqual(document.warnings, [
      {
        code: 'page_recognized',
        message: 'Page 1 has no usable text layer, so its text was read from its image.',
        page: 1,
      },
    ])
  })

  it('is read from its image despite a text layer when recognition is forced', async () => {
    const page = await pdfOf((pdf) => pdf.fontSize(20).text('A sentence in large letters.', 60, 100))
    const document = await read(page, { forceRecognition: true })
    assert.match(textOf(document), /A sentence in large letters/)
    assert.deepEqual(codes(document), ['page_recognized'])
  })

  it('gets a warning when nothing can be read in the image either', async () => {
    const picture = await pdfOf((pdf) => pdf.image(png(60, 84), 100, 100, { width: 300 }))
    const document = await read(picture)
    assert.ok(document.warnings.some(({ code, page }) => page === 1 && /^page_(?:without_text|recognized)$/.test(code)))
  })

  it('gets no warning when it is blank', async () => {
    assert.deepEqual(codes(await read(await pdfOf(() => {}))), [])
  })

  it('gets a warning when it is in an unsupported compression', async () => {
    const blank = await pdfOf(() => {})
    const document = await read(Buffer.concat([blank, Buffer.from('\n% /BrotliDecode')]))
    assert.deepEqual(codes(document), ['page_without_text'])
    assert.match(document.warnings[0]?.message ?? '', /Brotli/)
  })
})

describe('a page read without any text', () => {
  const read = (bytes: Uint8Array) => structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })

  it('is named in a warning when it has the fields of a form', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.font('Helvetica').initForm()
      pdf.formText('name', 60, 100, 200, 20, {})
    })
    assert.deepEqual(
      (await read(bytes)).warnings.map(({ code, page }) => [code, page]),
      [['page_without_text', 1]],
    )
  })

  it('is named in a warning when it has an image that cannot be decoded, which makes it look blank', async () => {
    const image =
      '<< /Type /XObject /Subtype /Image /Width 600 /Height 800 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode'
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
      streamOf('595 0 0 842 0 0 cm /I Do'),
      `${image} /Length 4 >>\nstream\nnone\nendstream`,
    ])
    for (const engine of [structureEngine, pdfEngine])
      assert.deepEqual((await engine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })).warnings, [
        { code: 'page_without_text', message: 'Page 1 has no text, and an image on it cannot be read.', page: 1 },
      ])
  })

  it('gets no warning when it is blank except for links', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.link(60, 100, 200, 20, 'https://example.com/')
    })
    assert.deepEqual((await read(bytes)).warnings, [])
  })
})
