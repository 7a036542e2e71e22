import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Raster } from '@polyparse/engine/images'
import { defaultRequest } from '@polyparse/engine'
import type { SeenLine } from '../src/ocr/paddle/find-lines.ts'
import { documentLanguages } from '../src/ocr/document-languages.ts'
import { recognitionWarnings } from '../src/ocr/recognition-warnings.ts'
import { readByBoth } from '../src/ocr/recognition/read-by-both.ts'
import { recognizePage } from '../src/ocr/recognition/recognize-page.ts'
import { recognitionTime } from '../src/ocr/recognition/recognition-time.ts'
import { handwrittenLines } from '../src/ocr/recognition/handwriting.ts'
import { networksThatRead } from './support/networks.ts'

const blank: Raster = { width: 100, height: 100, channels: 1, pixels: new Uint8Array(10_000).fill(255) }

/** Strokes of letters as a hand draws them, in a square of one. */
const letters: readonly (readonly (readonly [x: number, y: number])[])[] = [
  [
    [0.5, 0.05],
    [0.2, 0.3],
    [0.15, 0.7],
    [0.45, 0.98],
    [0.8, 0.7],
    [0.75, 0.25],
    [0.45, 0.02],
  ],
  [
    [0.25, 0.1],
    [0.15, 1],
    [0.2, 0.55],
    [0.85, 0.15],
    [0.35, 0.5],
    [0.9, 0.9],
  ],
  [
    [0.35, 0.05],
    [0.1, 0.6],
    [0.7, 0.5],
    [0.6, 0.2],
    [0.5, 1],
  ],
  [
    [0.1, 0.15],
    [0.8, 0.05],
    [0.4, 0.95],
  ],
]

/** White paper with these letters side by side, of some height, drawn with strokes of some width. */
const drawn = (rows: number, height: number, stroke: number): { readonly raster: Raster; readonly line: SeenLine } => {
  const [width, tall] = [letters.length * height + 40, rows * (height + 10) + 20]
  const pixels = new Uint8Array(width * tall).fill(255)
  const dot = (x: number, y: number): void => {
    for (let down = 0; down < stroke; down += 1) {
      const from = (Math.round(y) + down) * width + Math.round(x)
      pixels.fill(0, from, from + stroke)
    }
  }
  for (let row = 0; row < rows; row += 1)
    for (const [index, points] of letters.entries())
      for (const [at, [toX, toY]] of points.entries()) {
        const [fromX, fromY] = points[Math.max(0, at - 1)] ?? [toX, toY]
        for (let step = 0; step <= 200; step += 1) {
          const share = step / 200
          dot(
            20 + (index + fromX + (toX - fromX) * share) * (height - stroke),
            10 + row * (height + 10) + (fromY + (toY - fromY) * share) * (height - stroke),
          )
        }
      }
  const line: SeenLine = { middle: [width / 2, tall / 2], length: width, height: tall, angle: 0 }
  return { raster: { width, height: tall, channels: 1, pixels }, line }
}

const foundIn = ({ raster, line }: ReturnType<typeof drawn>, confidence: number): number =>
  handwrittenLines(raster, [line], () => confidence).length

describe('a line that was not read surely', () => {
  it('is handwriting where its strokes are as thin as those of a pen for the height of its letters', () => {
    const { raster, line } = drawn(1, 80, 3)
    assert.deepEqual(
      handwrittenLines(raster, [line], () => 0.3),
      [[0, 0, raster.width, raster.height]],
    )
  })

  it('is so on dark paper, as on a blackboard', () => {
    const { raster, line } = drawn(1, 80, 3)
    const pixels = raster.pixels.map((grey) => 255 - grey)
    assert.equal(foundIn({ raster: { ...raster, pixels }, line }, 0.3), 1)
  })

  it('is print where its strokes are as thick as those of type', () => {
    assert.equal(foundIn(drawn(1, 80, 8), 0.3), 0)
  })

  it('is print where two lines of it were seen as one, which is twice as tall as its letters', () => {
    assert.equal(foundIn(drawn(2, 40, 3), 0.3), 0)
  })

  it('is left where its letters have too few pixels to show how thick their strokes are', () => {
    assert.equal(foundIn(drawn(1, 24, 1), 0.3), 0)
  })
})

describe('a line with strokes of a pen', () => {
  it('is not told of where it was read surely', () => {
    assert.equal(foundIn(drawn(1, 80, 3), 0.9), 0)
  })
})

describe('a page of which the networks see a line and read it unsurely', () => {
  const { raster } = drawn(1, 80, 3)
  const [x, y] = [raster.width / 2, raster.height / 2]
  const readAs = (confidence: number) =>
    readByBoth(
      raster,
      {
        ...networksThatRead([], { texts: ['OK 47'], confidence }),
        detect: async ({ dims: [, , height = 0, width = 0] }) => {
          const data = new Float32Array(width * height)
          for (let row = y - 25; row < y + 25; row += 1) data.fill(1, row * width + x - 150, row * width + x + 150)
          return { data, dims: [1, 1, height, width] }
        },
      },
      null,
      { time: recognitionTime() },
    )

  it('has the handwriting there, be the line left out or not', async () => {
    for (const confidence of [0.3, 0.5]) assert.equal((await readAs(confidence)).handwritten.length, 1)
    assert.deepEqual((await readAs(0.9)).handwritten, [])
  })

  it('has a warning with the places on the page as it is displayed, unless its script is not read', async () => {
    const { content, ...page } = await recognizePage(
      { number: 7, raster: blank, dpi: 72 },
      documentLanguages(defaultRequest.recognition),
    )
    const told = (unknownScript: string | null) =>
      recognitionWarnings({
        ...page,
        content,
        unknownScript,
        handwritten: [[10, 20, 30, 40.4]],
        back: (left, top) => [left + 100, top],
      }).filter(({ code }) => code === 'handwriting_not_read')
    assert.deepEqual(told(null), [
      {
        code: 'handwriting_not_read',
        message: 'Page 7 seems to have handwriting, which is not read here, at [110, 20, 130, 40] in points.',
        page: 7,
      },
    ])
    assert.deepEqual(told('Arabic'), [])
  })
})
