import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import { opticalEngine } from '../src/ocr/optical-engine.ts'
import { decodeLine, type ReadCharacter } from '../src/ocr/paddle/decode.ts'
import { calibrations } from '../src/ocr/paddle/parameters.ts'
import { toLine } from '../src/ocr/paddle/to-line.ts'
import { confirmedBy } from '../src/ocr/recognition/agreement.ts'
import { withDoubtsOfNumbers } from '../src/ocr/recognition/doubtful-numbers.ts'
import { readByBoth } from '../src/ocr/recognition/read-by-both.ts'
import type { RecognizedLine } from '../src/ocr/recognition/recognition-lines.ts'
import { recognitionTime } from '../src/ocr/recognition/recognition-time.ts'
import { pageRaster, tiffOf } from './support/images.ts'
import { lineReadAs, networksThatRead, paperOf, type PrintedLine } from './support/networks.ts'

/** A line of letters of one width, whose spaces are as wide as one of them. */
const lineOf = (text: string): RecognizedLine =>
  lineReadAs({ middle: [200, 20], length: text.length * 7, angle: 0 }, text, 0.95)

const doubtedIn = (...texts: readonly string[]): readonly string[] => withDoubtsOfNumbers(texts.map(lineOf)).unsure

describe('an amount whose point was not read', () => {
  it('is unsure, and told of, where its figures stand in groups: `7 50`', async () => {
    const raster = await pageRaster(
      (pdf) => {
        pdf.fontSize(14).text('Two pounds of apples and a loaf of bread', 20, 20)
        pdf.text('Total to be paid in cash', 20, 60).text('7 50', 300, 60)
      },
      200,
      { size: [460, 120], margin: 20 },
    )
    const { pages, warnings } = await opticalEngine.read(tiffOf([raster]), {
      ...defaultRequest,
      mediaType: 'image/tiff',
      words: true,
    })
    const told = warnings.filter(({ code }) => code === 'number_uncertain')
    assert.deepEqual(
      told.map(({ page, message }) => [page, message.includes('`7 50`')]),
      [[1, true]],
    )
    const words = pages.flatMap(({ blocks }) => blocks.flatMap((block) => block.words ?? []))
    const figures = words.filter(({ text }) => /\d/.test(text))
    assert.deepEqual(
      figures.map(({ text, confidence }) => [text, confidence < 0.9]),
      [
        ['7', true],
        ['50', true],
      ],
    )
    assert.ok(words.some(({ confidence }) => confidence > 0.95))
  })

  it('is one, two or thousands of units, and a time', () => {
    assert.deepEqual(doubtedIn('Total 7 50', 'RM 1 250 00', '-7 50', '15 46 09', '$12 00'), [
      '7 50',
      '1 250 00',
      '-7 50',
      '15 46 09',
      '$12 00',
    ])
  })

  it('is no telephone number, no date beside a time, no second amount, and no figure in another column', () => {
    assert.deepEqual(
      doubtedIn(
        '1800 88 1231',
        '06 12 34 56 78',
        '26/02/2018 17:31',
        '12.50 12.50',
        '5 apples 12',
        '1 250',
        '3 x 10',
        '7      50',
      ),
      [],
    )
  })

  it('is read again for itself, and has the point that is seen then, though not surely', async () => {
    const lines: PrintedLine[] = [{ middle: [150, 60], length: 60, angle: 0 }]
    const read = (texts: readonly string[]) => {
      const networks = networksThatRead(lines, { texts })
      return readByBoth(paperOf(300, 120, lines), networks, null, { time: recognitionTime() })
    }
    const found = (await read(['7 50', '7.50'])).lines.flatMap(({ words }) => words)
    assert.deepEqual(
      found.map(({ text, confidence }) => [text, confidence < 0.9]),
      [['7.50', true]],
    )
    const others = (await read(['7 50', '7.80'])).lines.flatMap(({ words }) => words.map(({ text }) => text))
    assert.deepEqual(others, ['7', '50'])
  })
})

describe('a point that a network half saw between two figures', () => {
  const characters = ['', '.', ' ', '0', '7']
  const steps = [
    [0, 0, 0, 0, 1],
    [0.8, 0.2, 0, 0, 0],
    [0, 0, 0, 1, 0],
    [1, 0, 0, 0, 0],
    [0, 0, 0, 1, 0],
  ]
  const read = decodeLine({ data: Float32Array.from(steps.flat()), dims: [1, 5, 5] }, characters)

  it('is known of the figure after it', () => {
    assert.deepEqual(
      read.map(({ text, signBefore = 0 }) => [text, Math.round(signBefore * 100)]),
      [
        ['7', 0],
        ['0', 20],
        ['0', 0],
      ],
    )
  })

  it('makes the number unsure, unless another recogniser read the same', async () => {
    const part = await pageRaster((pdf) => pdf.fontSize(20).text('700', 10, 10), 72, { size: [60, 40], margin: 5 })
    const line = toLine(read, part, { toPage: (x, y) => [x, y], calibration: calibrations.v6 })
    assert.ok(line !== null)
    assert.deepEqual(withDoubtsOfNumbers([line]).unsure, ['700'])
    const words = confirmedBy(line.words, [{ text: '700', box: [0, 0, 9, 9], confidence: 0.99 }])
    assert.deepEqual(withDoubtsOfNumbers([{ ...line, words }]).unsure, [])
  })
})

describe('a number with one unsure figure', () => {
  it('is as unsure as that, however long it is', async () => {
    const part = await pageRaster((pdf) => pdf.fontSize(20).text('7000000000', 10, 10), 72, {
      size: [140, 40],
      margin: 5,
    })
    const confidenceOf = (weakest: number): number | undefined => {
      const read = Array.from('7000000000', (text, index): ReadCharacter => ({
        text,
        at: (15 + index * 11) / 140,
        confidence: index === 0 ? weakest : 1,
      }))
      const line = toLine(read, part, { toPage: (x, y) => [x, y], calibration: calibrations.v6 })
      return line === null ? undefined : withDoubtsOfNumbers([line]).lines[0]?.words[0]?.confidence
    }
    assert.ok((confidenceOf(0.999) ?? 0) > 0.9)
    assert.ok((confidenceOf(0.7) ?? 1) < 0.7)
  })
})

describe('a letter for a figure', () => {
  it('makes an amount unsure, and no word or number of another kind', () => {
    assert.deepEqual(doubtedIn('1O.50', 'l2,30', '1,2O0.00'), ['1O.50', 'l2,30', '1,2O0.00'])
    assert.deepEqual(doubtedIn('10.50', 'Ill.', 'No.12', 'I.10', '3.5l', 'O.K'), [])
  })
})

describe('faint figures that stand close', () => {
  it('stay one number although white of the width of a column shows between them', () => {
    const [width, height] = [120, 40]
    // Only the right strokes of the first two figures are dark enough: wide white follows where a thin part of one is lost.
    const strokes = new Set([10, 40, 46, 70, 76, 90, 96])
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return y >= 12 && y < 28 && strokes.has(x) ? 0 : 255
    })
    const read = Array.from('1380', (text, index): ReadCharacter => ({
      text,
      at: (22 + index * 22) / width,
      confidence: 1,
    }))
    const line = toLine(
      read,
      { width, height, channels: 1, pixels },
      { toPage: (x, y) => [x, y], calibration: calibrations.v6 },
    )
    assert.deepEqual(
      line?.words.map(({ text }) => text),
      ['1380'],
    )
  })
})
