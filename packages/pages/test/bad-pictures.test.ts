import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import type { Raster } from '@polyparse/engine/images'
import { opticalEngine } from '../src/ocr/optical-engine.ts'
import { tiffOf } from './support/images.ts'

const picture = (width: number, height: number, grey: (x: number, y: number) => number): Raster => ({
  width,
  height,
  channels: 1,
  pixels: Uint8Array.from({ length: width * height }, (_, at) => grey(at % width, Math.floor(at / width))),
})

/** Numbers from 0 to 1 that look like chance, and are the same in every run. */
const chance = (): (() => number) => {
  let state = 7
  return () => {
    state = (state * 48_271) % 0x7fffffff
    return state / 0x7fffffff
  }
}

const ofChance = chance()
const modules = Array.from({ length: 29 * 29 }, () => ofChance() < 0.5)

/** Pictures of anything but text, of what cameras, printers and senders make. */
const pictures: Readonly<Record<string, Raster>> = {
  'a column of one pixel': picture(1, 30_000, (_, y) => (y % 7 < 3 ? 0 : 255)),
  'a row of one pixel': picture(30_000, 1, (x) => (x % 7 < 3 ? 0 : 255)),
  'a single pixel': picture(1, 1, () => 0),
  noise: picture(500, 400, () => Math.floor(ofChance() * 256)),
  'the modules of a QR code': picture(290, 290, (x, y) =>
    modules[Math.floor(y / 10) * 29 + Math.floor(x / 10)] === true ? 0 : 255,
  ),
  'dots of a halftone': picture(400, 400, (x, y) => (((x % 8) - 4) ** 2 + ((y % 8) - 4) ** 2 < 2 + x / 40 ? 0 : 255)),
  'the staves of sheet music': picture(600, 400, (_, y) => (y % 100 < 50 && y % 12 < 2 ? 0 : 255)),
}

/* By whatever is installed: a model of recognition and Tesseract, or Tesseract alone. */
describe('a picture without text', () => {
  for (const [name, raster] of Object.entries(pictures))
    it(`that shows ${name} ends as a document in which no word seems to be right`, { timeout: 120_000 }, async () => {
      const document = await opticalEngine.read(tiffOf([raster]), {
        ...defaultRequest,
        mediaType: 'image/tiff',
        words: true,
      })
      assert.equal(document.pages.length, 1)
      const words = document.pages.flatMap(({ blocks }) => blocks.flatMap((block) => block.words ?? []))
      const sure = words.filter(({ confidence }) => confidence >= 0.9)
      assert.deepEqual(sure, [])
      if (words.length > 0) assert.ok((document.quality?.score ?? 1) < 0.9)
    })
})
