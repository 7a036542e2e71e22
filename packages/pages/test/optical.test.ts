import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest, type EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { level, turn } from '@polyparse/engine/images'
import { opticalEngine } from '../src/ocr/optical-engine.ts'
import { documentLanguages } from '../src/ocr/document-languages.ts'
import { recognizePdfPage } from '../src/ocr/recognize-pdf-page.ts'
import { textOfBlock } from '../src/paged/draft.ts'
import { loadPdfium } from '../src/pdfium/library.ts'
import { pdfEngine } from '../src/pdf/fast/pdf-engine.ts'
import { openPdf } from '../src/pdfium/open-pdf.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'
import { jpegOf, pageRaster, tiffFile, tiffOf } from './support/images.ts'

const small = { size: [300, 120] as [number, number], margin: 20 }
const sentence = 'Everybody can read this sentence.'
const pdfRequest: EngineRequest = { ...defaultRequest, mediaType: 'application/pdf' }
const tiffRequest: EngineRequest = { ...defaultRequest, mediaType: 'image/tiff' }

const textOf = (document: { pages: readonly { blocks: readonly { text: string }[] }[] }): string =>
  document.pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')

test('a PDF is read from what is visible, with confidence, words, quality and the raw response', async () => {
  const bytes = await pdfOf((pdf) => {
    pdf.fontSize(12).text(sentence)
    pdf.addContent('3 Tr')
    pdf.text('Nobody is meant to see this one.')
    pdf.addContent('0 Tr')
    pdf.addPage()
  }, small)
  const document = await opticalEngine.read(bytes, { ...pdfRequest, words: true, raw: true })
  assert.equal(textOf(document), sentence)
  assert.equal(document.metadata.documentPageCount, 2)
  const [page, blank] = document.pages
  assert.deepEqual([page?.width, page?.height, page?.rotation], [300, 120, 0])
  assert.ok((page?.blocks[0]?.confidence ?? 0) > 0.9)
  assert.deepEqual(
    page?.blocks[0]?.words?.map(({ text }) => text),
    sentence.split(' '),
  )
  assert.ok(page?.quality !== undefined && page.quality > 0.9)
  assert.deepEqual([document.quality?.score, document.quality?.scale], [page.quality, '0-1'])
  assert.match(JSON.stringify(document.raw), /"text":"Everybody"/)
  assert.deepEqual([blank?.blocks, document.warnings], [[], []])
})

test('what stands alone at the edge of a photographed receipt is text of it, on paper the foot of a page', async () => {
  const readTall = async (height: number): Promise<(readonly [string, string])[]> => {
    const raster = await pageRaster(
      (pdf) => {
        pdf.fontSize(11)
        for (const [index, line] of ['Corner shop', 'Bread and butter', 'Two litres of milk', 'Paper bag'].entries())
          pdf.text(line, 30, 60 + index * 18)
        pdf.text('Served by Ada', 30, height - 22, { lineBreak: false })
      },
      150,
      { size: [240, height], margin: 0 },
    )
    const document = await opticalEngine.read(tiffOf([raster]), tiffRequest)
    return document.pages.flatMap(({ blocks }) => blocks.slice(-1).map(({ type, text }) => [type, text] as const))
  }
  assert.deepEqual(await readTall(480), [['paragraph', 'Served by Ada']])
  assert.deepEqual(await readTall(339), [['page_footer', 'Served by Ada']])
})

test('the requested pages of a TIFF are read, in points by their own resolution', async () => {
  const draw = (text: string) => pageRaster((pdf) => pdf.fontSize(12).text(text), 150, small)
  const bytes = tiffOf([await draw('The page that comes first.'), await draw('The page that comes second.')])
  const document = await opticalEngine.read(bytes, { ...tiffRequest, pages: [2, 7] })
  assert.equal(textOf(document), 'The page that comes second.')
  assert.deepEqual(
    document.pages.map(({ number, width, height }) => [number, width, height]),
    [[2, 300, 120]],
  )
  assert.equal(document.metadata.documentPageCount, 2)
  assert.deepEqual(
    document.warnings.map(({ code, page }) => [code, page]),
    [['page_out_of_range', 7]],
  )
})

test('boxes are those of the page as displayed, even with skewed lines', async () => {
  const raster = await pageRaster(
    (pdf) => {
      for (let line = 0; line < 8; line += 1)
        pdf.fontSize(11).text(`Line ${line} says that it falls to its right.`, 20, 30 + line * 20)
    },
    150,
    { size: [300, 300], margin: 20 },
  )
  const read = async (skewed: typeof raster) => {
    const document = await opticalEngine.read(tiffOf([skewed]), { ...tiffRequest, words: true })
    return document.pages[0]?.blocks.flatMap(({ words = [] }) => words).filter(({ text }) => text === 'Line') ?? []
  }
  const [level0, falling] = [await read(raster), await read(level(raster, (-3 * Math.PI) / 180))]
  assert.ok(level0.length >= 7 && falling.length >= 7)
  // The lines begin left of the middle, where text that slopes down to the right stands higher.
  const rise = (level0[0]?.bbox[1] ?? 0) - (falling[0]?.bbox[1] ?? 0)
  assert.ok(Math.abs(rise - 115 * Math.tan((3 * Math.PI) / 180)) < 2.5, String(rise))
})

test('an upside-down page is rotated, and its rotation is stated', async () => {
  const raster = await pageRaster(
    (pdf) => pdf.fontSize(12).text(`${sentence} It is long enough to be told from its own reflection. ${sentence}`),
    150,
    small,
  )
  const document = await opticalEngine.read(tiffOf([turn(raster, 180)]), tiffRequest)
  assert.equal(document.pages[0]?.rotation, 180)
  assert.match(textOf(document), /Everybody can read this sentence\./)
})

test('a page whose file states a higher resolution than it has is read with all of its pixels', async () => {
  const raster = await pageRaster((pdf) => pdf.fontSize(9).text(sentence), 110, { size: [420, 300] })
  const tags = { 258: 8, 259: 1, 262: 1, 277: 1, 282: [300, 1] }
  const file = tiffFile([{ ...raster, blocks: [Buffer.from(raster.pixels)], tags }])
  assert.match(textOf(await opticalEngine.read(file, tiffRequest)), /Everybody can read this sentence\./)
})

for (const turned of [90, 270] as const)
  test(`a page of a single line is read when it was scanned on its side, by ${turned}°`, async () => {
    const raster = await pageRaster((pdf) => pdf.fontSize(12).text(sentence, 40, 90), 100, { size: [400, 200] })
    const document = await opticalEngine.read(tiffOf([turn(raster, turned)]), tiffRequest)
    assert.equal(document.pages[0]?.rotation, 360 - turned)
    assert.match(textOf(document), /Everybody can read this sentence\./)
  })

test('a page as small as a postcard is read although its print is small', async () => {
  const print = [
    'A page of a book that was scanned',
    'and printed in a quarter of its size',
    'has letters of three points.',
  ]
  const bytes = await pdfOf(
    (pdf) => {
      for (const [index, line] of print.entries()) pdf.fontSize(3).text(line, 20, 20 + index * 4)
    },
    { size: [180, 240], margin: 20 },
  )
  assert.equal(textOf(await opticalEngine.read(bytes, pdfRequest)).replaceAll(/\s+/g, ' '), print.join(' '))
})

test('a picture is reported in its place and cut out on request, and an unreadable page has a warning', async () => {
  const bytes = await pdfOf((pdf) => {
    for (let x = 0; x < 60; x += 1)
      for (let y = 0; y < 60; y += 1)
        pdf.rect(100 + x, 30 + y, 1, 1).fill(`#${(((x * 7 + y * 13) % 160) + 16).toString(16).repeat(3)}`)
    pdf.addPage()
    for (let stroke = 0; stroke < 40; stroke += 1)
      pdf
        .moveTo(20 + stroke * 6, 20)
        .lineTo(24 + stroke * 5, 100)
        .lineWidth(2)
        .stroke('black')
  }, small)
  const document = await opticalEngine.read(bytes, { ...pdfRequest, pictures: true })
  const [picture] = document.pictures
  assert.ok(picture !== undefined && document.pictures.length === 1)
  assert.equal(picture.mimeType, 'image/png')
  assert.ok([100, 30, 160, 90].every((side, index) => Math.abs((picture.bbox?.[index] ?? 0) - side) < 3))
  assert.deepEqual(
    document.pages[0]?.blocks.map(({ type, confidence }) => [type, confidence]),
    [['picture', 1]],
  )
  assert.ok(
    document.warnings.some(({ code, page }) => page === 2 && /^(?:page_without_text|low_text_yield)$/.test(code)),
  )
})

test('a damaged image, an empty one and an unknown language fail with a reason', async () => {
  const fails = async (bytes: Uint8Array, request: EngineRequest, code: string): Promise<void> => {
    await assert.rejects(
      opticalEngine.read(bytes, request),
      (error) => error instanceof EngineFailure && error.code === code,
    )
  }
  const whole = tiffOf([await pageRaster((pdf) => pdf.text(sentence), 50, small)])
  await fails(whole.subarray(0, 300), tiffRequest, 'document_damaged')
  await fails(Buffer.alloc(0), tiffRequest, 'document_empty')
  await fails(Buffer.from('%PDF-1.7 and no more'), pdfRequest, 'document_damaged')
  await fails(
    whole,
    { ...tiffRequest, recognition: { languages: ['tlh'], dpi: 200, folder: null } },
    'unsupported_option',
  )
})

const german = [
  'Für die Prüfung der Gebühren ist das Büro zuständig, das auch über Anträge',
  'der Gemeinden und der Länder entscheidet und sie mit den Behörden erörtert.',
]
const large = { size: [460, 120] as [number, number], margin: 20 }

test('a page is read in its own language where none was asked for, and in the one that was', async () => {
  const page = tiffOf([await pageRaster((pdf) => pdf.fontSize(11).text(german.join(' ')), 150, large)])
  assert.match(
    textOf(await opticalEngine.read(page, tiffRequest)),
    /Für die Prüfung der Gebühren ist das Büro zuständig/,
  )
  const asked = await opticalEngine.read(page, {
    ...tiffRequest,
    recognition: { languages: ['eng'], dpi: 200, folder: null },
  })
  assert.doesNotMatch(textOf(asked), /Gebühren ist das Büro zuständig/)
})

test('a page without text is read in the language of the pages that have some', async () => {
  const [raster, text] = [
    await pageRaster((pdf) => pdf.fontSize(12).text('Gebühren: 12,50 für Äpfel'), 150, small),
    german,
  ]
  const bytes = await pdfOf((pdf) => {
    pdf.fontSize(11).text(text.join(' '))
    pdf.addPage(small).image(jpegOf(raster), 0, 0, { width: 300 })
  }, large)
  for (const engine of [structureEngine, pdfEngine])
    assert.match(textOf(await engine.read(bytes, pdfRequest)), /Gebühren: 12,50 für Äpfel/)
})

test('a scan is read although a stamp of text is on it', async () => {
  const paragraph = `${sentence} It goes on for a while, as letters do, and it ends with a date. `
  const page = { size: [460, 260] as [number, number], margin: 60 }
  const scan = await pageRaster((pdf) => pdf.fontSize(12).text(paragraph.repeat(4)), 150, page)
  const bytes = await pdfOf((pdf) => {
    pdf.image(jpegOf(scan), 0, 0, { width: 460 })
    pdf.fontSize(10).text('Received 12 March 2026, no. 4711', 250, 20)
  }, page)
  const { warnings, ...document } = await structureEngine.read(bytes, pdfRequest)
  assert.match(textOf(document), /Everybody can read this sentence\./)
  assert.match(textOf(document), /Received 12 March 2026/)
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['page_recognized'],
  )
})

/** What a structure engine reads of a scan of lines, over which others lie as its invisible text. */
const withLayer = async (lines: readonly string[], layer: readonly string[]) => {
  const scan = await pageRaster((pdf) => pdf.fontSize(12).text(lines.join('\n')), 150)
  const bytes = await pdfOf((pdf) => {
    pdf.image(jpegOf(scan), 0, 0, { width: 612 }).addContent('3 Tr')
    for (const [index, line] of layer.entries()) pdf.fontSize(12).text(line, 72, 72 + index * 14, { lineBreak: false })
  }, {})
  const { warnings, ...document } = await structureEngine.read(bytes, pdfRequest)
  return { text: textOf(document), warnings: warnings.map(({ code }) => code) }
}

test('a scan is read again where many words of its text layer are tangled', async () => {
  const lines = [
    'Everybody can read this letter, which was scanned on a good machine',
    'and has a text layer of another program that was in a hurry then.',
    'It goes on for a while, as letters do, and it ends with a greeting.',
  ]
  const layer = [
    'Everyb0dy can read this 1etter, which was scanned on a go0d machine',
    'and has a text layer of an0ther pr0gram that was in a hurry then.',
    'It goes on for a while, as lett3rs do, and it ends with a gr!eting.',
  ]
  const { text, warnings } = await withLayer(lines, layer)
  assert.match(text, /Everybody can read this letter/)
  assert.match(text, /another program that was in a hurry/)
  assert.deepEqual(warnings, ['text_layer_untrusted', 'page_recognized'])
})

test('a text layer stays where the scan has the same tangled words', async () => {
  const lines = [
    'The module x86decode.c of the new version needs four kilobytes, see',
    'the notes on utf8string and what is written in readme.md about them,',
    'or ask for them, as the last ones who worked on it have done before.',
  ]
  const { text, warnings } = await withLayer(lines, lines)
  assert.match(text, /x86decode\.c of the new version/)
  assert.deepEqual(warnings, ['hidden_text'])
})

test('the text of a slide is not read from its image', async () => {
  const ground = await pageRaster((pdf) => pdf.rect(0, 700, 612, 92).rect(30, 30, 60, 60).fill('navy'), 50)
  const bytes = await pdfOf((pdf) => {
    pdf.image(jpegOf(ground), 0, 0, { width: 612 })
    pdf.fontSize(30).text('Four reasons to read', 100, 300)
  }, {})
  const document = await structureEngine.read(bytes, pdfRequest)
  assert.equal(textOf(document).trim(), 'Four reasons to read')
  assert.deepEqual(document.warnings, [])
})

test('one page of an open PDF can be read for another engine', async () => {
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, await pdfOf((document) => document.fontSize(12).text(sentence), small), null)
  try {
    const read = await recognizePdfPage(pdfium, pdf, 1, {
      languages: documentLanguages({ languages: ['eng'], folder: null }),
      dpi: 200,
    })
    assert.ok(read !== null && read.quality > 0.9)
    assert.equal(read.page.blocks.map(textOfBlock).join(), sentence)
    assert.equal(
      await recognizePdfPage(pdfium, pdf, 9, {
        languages: documentLanguages({ languages: ['eng'], folder: null }),
        dpi: 200,
      }),
      null,
    )
  } finally {
    pdf.close()
  }
})
