import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EngineFailure } from '@polyparse/engine'
import { evenLight } from '@polyparse/engine/images'
import { findSheet } from '@polyparse/engine/images'
import { type Corners, projectionOf } from '@polyparse/engine/images'
import { greyAt, type Raster } from '@polyparse/engine/images'
import { findSkew } from '@polyparse/engine/images'
import { level, turn } from '@polyparse/engine/images'
import type { ContentWord, PageContent } from '../src/layout/page-content.ts'
import { calibrate, type RecognizedWord } from '../src/ocr/recognition/recognition-lines.ts'
import { recognizeWords } from '../src/ocr/recognition/read-words.ts'
import { findDrawings } from '../src/ocr/recognition/drawings.ts'
import { recognitionLanguages } from '../src/ocr/recognition/languages.ts'
import { documentLanguages } from '../src/ocr/document-languages.ts'
import { recognizePage } from '../src/ocr/recognition/recognize-page.ts'
import { unifySizes } from '../src/ocr/recognize-pdf-page.ts'
import { plainStyle } from '../src/font-style.ts'
import { pageRaster } from './support/images.ts'

const small = { size: [360, 260] as [number, number], margin: 30 }

/** A heading in bold of the text's own size, text, two items with drawn bullets, and code. */
const letter = (pdf: PDFKit.PDFDocument): void => {
  pdf.font('Helvetica-Bold').fontSize(12).text('A heading in bold', 30, 30)
  pdf.font('Helvetica').text('Some ordinary words that make one sentence here.', 30, 55)
  pdf.text('The second line of it goes on for quite a while.', 30, 72)
  for (const [index, item] of ['apples from the garden', 'bread from the baker'].entries()) {
    pdf.circle(44, 106 + index * 18, 2).fill('black')
    pdf.text(item, 56, 100 + index * 18)
  }
  pdf.font('Courier').fontSize(10)
  for (const [index, code] of ['function sum(first, second) {', '  return first + second', '}'].entries()) {
    pdf.text(code, 30, 150 + index * 13)
  }
}

const page = (): Promise<Raster> => pageRaster((pdf) => letter(pdf), 200, small)

const textOf = ({ words }: PageContent): string => words.map(({ text }) => text).join(' ')
const find = ({ words }: PageContent, text: string): ContentWord => {
  const word = words.find((each) => each.text === text)
  assert.ok(word, `${text} is among the words`)
  return word
}

test('a page is read with the places, sizes, weights and widths of its words', async () => {
  const { content, quality, skew, turned } = await recognizePage(
    { number: 3, raster: await page(), dpi: 200 },
    documentLanguages({ languages: ['eng'], folder: null }),
  )
  assert.match(textOf(content), /A heading in bold Some ordinary words that make one sentence here\./)
  assert.deepEqual(
    [content.number, Math.round(content.width), Math.round(content.height), skew, turned],
    [3, 360, 260, 0, 0],
  )
  assert.ok(quality > 0.9 && quality <= 1)
  const word = find(content, 'ordinary')
  assert.ok(Math.abs(word.box[0] - 66) < 4 && Math.abs(word.baseline - 64) < 3, JSON.stringify(word.box))
  assert.ok(Math.abs(word.size - 12) < 1.5 && word.confidence > 0.9)
  assert.equal(find(content, 'heading').style.bold, true)
  assert.equal(word.style.bold, false)
  assert.equal(find(content, 'return').style.monospaced, true)
  assert.equal(word.style.monospaced, false)
})

test('an I that is read as a bar is an I before a word, and a bar between columns', () => {
  const raster: Raster = { width: 800, height: 200, channels: 1, pixels: new Uint8Array(160_000).fill(255) }
  const word = (text: string, x: number, width: number, height = 20) => ({
    text,
    box: [x, 100 - height, x + width, 100] as const,
    confidence: 0.9,
  })
  const read = (words: readonly RecognizedWord[]): string[] =>
    recognizeWords([{ words, box: [100, 70, 700, 110], baseline: 100, size: 28 }], {
      raster,
      dpi: 200,
      drawings: { rules: [], fills: [], pictures: [] },
    }).map(({ text }) => text)
  assert.deepEqual(read([word('that', 100, 50), word('|', 160, 4), word('will', 172, 50)]), ['that', 'I', 'will'])
  assert.deepEqual(read([word('Name', 100, 60), word('|', 200, 4), word('Town', 260, 60)]), ['Name', '|', 'Town'])
  assert.deepEqual(read([word('Name', 100, 60), word('|', 170, 4, 60), word('Town', 180, 60)]), ['Name', '|', 'Town'])
})

test('bullets are distinguished from similar letters, and found where none was read', async () => {
  const byTesseract = { ...documentLanguages({ languages: ['eng'], folder: null }), models: [] }
  const { content } = await recognizePage({ number: 1, raster: await page(), dpi: 200 }, byTesseract)
  assert.match(textOf(content), /• apples from the garden • bread from the baker/)
})

test('a page that lies on its side is rotated', async () => {
  const sideways = turn(await page(), 90)
  const { content, turned } = await recognizePage(
    { number: 1, raster: sideways, dpi: 200 },
    documentLanguages({ languages: ['eng'], folder: null }),
  )
  assert.equal(turned, 270)
  assert.ok(content.width > content.height)
  assert.match(textOf(content), /Some ordinary words/)
})

test('a language that is not installed is refused, with a list of those that are', async () => {
  assert.ok(recognitionLanguages.includes('eng') && recognitionLanguages.includes('deu'))
  await assert.rejects(
    async () =>
      recognizePage(
        { number: 1, raster: await page(), dpi: 200 },
        documentLanguages({ languages: ['eng', 'tlh'], folder: null }),
      ),
    (error) =>
      error instanceof EngineFailure &&
      error.code === 'unsupported_option' &&
      /eng, deu.*not in tlh/.test(error.message),
  )
})

test('skewed lines are levelled', async () => {
  const raster = await page()
  assert.equal(findSkew(raster), 0)
  for (const degrees of [-2, 1.3]) {
    const skewed = level(raster, (-degrees * Math.PI) / 180)
    assert.ok(Math.abs((findSkew(skewed) * 180) / Math.PI - degrees) < 0.2)
    assert.equal(findSkew(level(skewed, findSkew(skewed))), 0)
  }
})

test('lines, shaded grounds and pictures are found in the pixels', async () => {
  const raster = await pageRaster(
    (pdf) => {
      letter(pdf)
      pdf.lineWidth(0.75).strokeColor('#bbb').moveTo(30, 92).lineTo(300, 92).stroke()
      pdf.moveTo(330, 20).lineTo(330, 120).stroke()
      pdf.rect(25, 146, 260, 46).fillOpacity(0.08).fill('black')
      for (let x = 0; x < 40; x += 1)
        for (let y = 0; y < 40; y += 1) {
          pdf
            .fillOpacity(1)
            .rect(300 + x, 160 + y, 1, 1)
            .fill(`#${(((x * 7 + y * 13) % 160) + 16).toString(16).repeat(3)}`)
        }
    },
    200,
    small,
  )
  const { rules, fills, pictures } = findDrawings(raster, 200)
  const isNear = (value: number | undefined, wanted: number): boolean => Math.abs((value ?? -99) - wanted) < 2.5
  const across = rules.find(({ direction, at }) => direction === 'horizontal' && isNear(at, 92))
  assert.ok(isNear(across?.from, 30) && isNear(across?.to, 300))
  const down = rules.find(({ direction, at }) => direction === 'vertical' && isNear(at, 330))
  assert.ok(isNear(down?.from, 20) && isNear(down?.to, 120))
  assert.ok(fills.some(({ box }) => [25, 146, 285, 192].every((side, index) => isNear(box[index], side))))
  assert.equal(pictures.length, 1)
  assert.ok([300, 160, 340, 200].every((side, index) => isNear(pictures[0]?.[index], side)))
})

test('sizes that differ by a measurement error become one, and larger differences stay', () => {
  const word = (size: number, text: string): ContentWord => ({
    text,
    size,
    box: [0, 0, 10, 10],
    baseline: 10,
    style: plainStyle,
    href: null,
    confidence: 1,
    color: 0,
    font: '',
    mark: null,
    spaceBefore: true,
  })
  const words = [
    word(10.1, 'most'),
    word(9.8, 'of the text'),
    word(10.4, 'here'),
    word(11.6, 'heading'),
    word(18, 'title'),
  ]
  const content = {
    number: 1,
    width: 100,
    height: 100,
    rotation: 0,
    words,
    rules: [],
    fills: [],
    pictures: [],
  } as const
  const [steady] = unifySizes([content])
  const sizes = steady?.words.map(({ size }) => size) ?? []
  assert.equal(new Set(sizes.slice(0, 3)).size, 1)
  assert.equal(new Set(sizes).size, 3)
})

test('confidence is the share of correct words among those that have it', () => {
  assert.deepEqual(
    [0, 0.2, 0.7, 0.96, 1].map((said) => calibrate(said)),
    [0, 0.3, 0.63, 0.995, 0.995],
  )
  const steps = Array.from({ length: 101 }, (_, said) => calibrate(said / 100))
  assert.ok(steps.every((value, index) => index === 0 || value >= (steps[index - 1] ?? 0)))
})

test('a page in a shadow is read as well as in even light, and one in two colours as it is', async () => {
  const text = 'Some ordinary words that make one sentence, and another one after it. '.repeat(12)
  const raster = await pageRaster((pdf) => pdf.fontSize(11).text(text, 30, 30, { width: 300 }), 200, small)
  assert.equal(evenLight(raster), null)
  const shaded: Raster = {
    ...raster,
    pixels: raster.pixels.map((grey, at) => grey * (1 - (0.75 * (at % raster.width)) / raster.width)),
  }
  const languages = documentLanguages({ languages: ['eng'], folder: null })
  const { content } = await recognizePage({ number: 1, raster: shaded, dpi: 200 }, languages)
  assert.equal(textOf(content), text.trim())

  const twoColours = await pageRaster(
    (pdf) => {
      pdf
        .rect(0, 0, 200, 260)
        .fill('#333')
        .fillColor('white')
        .fontSize(12)
        .text('White words on the dark half', 20, 100, { width: 170 })
      pdf.fillColor('black').text('and black ones on the light half', 215, 100, { width: 130 })
    },
    200,
    small,
  )
  const read = await recognizePage({ number: 1, raster: twoColours, dpi: 200 }, languages)
  for (const word of ['White', 'dark', 'black', 'light']) assert.match(textOf(read.content), new RegExp(word))
})

/** A sheet as a camera sees it on a dark table; the corners of the picture, in pixels of the sheet. */
const photographed = (sheet: Raster, corners: Corners): Raster => {
  const [width, height] = [Math.round(sheet.width * 1.1), Math.round(sheet.height * 1.1)]
  const toSheet = projectionOf(width, height, corners)
  assert.ok(toSheet)
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = toSheet(at % width, Math.floor(at / width))
    const isOnSheet = x >= 0 && y >= 0 && x < sheet.width && y < sheet.height
    return isOnSheet ? greyAt(sheet, x, y) * 0.9 : 70
  })
  return { width, height, channels: 1, pixels }
}

test('a sheet photographed at an angle is read as if seen from above', async () => {
  const text = 'Some ordinary words that make one sentence, and another one after it. '.repeat(12)
  const sheet = await pageRaster((pdf) => pdf.fontSize(11).text(text, 30, 30, { width: 300 }), 200, small)
  const { width, height } = sheet
  assert.equal(findSheet(sheet), null)
  const straight: Corners = [
    [-60, -60],
    [width + 60, -60],
    [width + 60, height + 60],
    [-60, height + 60],
  ]
  assert.equal(findSheet(photographed(sheet, straight)), null)
  const photograph = photographed(sheet, [
    [-260, -120],
    [width + 60, -220],
    [width + 140, height + 60],
    [-40, height + 330],
  ])
  const corners = findSheet(photograph)
  assert.ok(corners)
  const languages = documentLanguages({ languages: ['eng'], folder: null })
  const { content, back } = await recognizePage({ number: 1, raster: photograph, dpi: 200 }, languages)
  assert.equal(textOf(content), text.trim())
  const [x0, y0] = content.words[0]?.box ?? [0, 0]
  const [left, top] = corners[0].map((pixels) => (pixels * 72) / 200)
  const [x, y] = back(x0, y0)
  assert.ok(Math.abs(x - ((left ?? 0) + 26)) < 12 && Math.abs(y - ((top ?? 0) + 26)) < 14, `${x} ${y} ${left} ${top}`)
})
