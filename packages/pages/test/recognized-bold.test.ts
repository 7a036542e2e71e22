import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Raster } from '@polyparse/engine/images'
import { findBold } from '../src/ocr/recognition/bold.ts'
import type { RecognizedLine } from '../src/ocr/recognition/recognition-lines.ts'

const [width, step] = [900, 60]

/** The lines, by number, that are bold on a page whose lines consist of strokes as thick as these, in pixels. */
const boldLines = (thicknesses: readonly number[]): number[] => {
  const height = thicknesses.length * step
  const pixels = new Uint8Array(width * height).fill(255)
  const lines = thicknesses.map((thickness, index): RecognizedLine => {
    const [top, bottom] = [index * step + 20, index * step + 45]
    for (let y = top + 2; y < bottom - 2; y += 1)
      for (let left = 40; left < 640; left += 20)
        for (let x = 0; x < 12; x += 1)
          pixels[y * width + left + x] = Math.round(255 * (1 - Math.min(1, Math.max(0, thickness - x))))
    const box = [30, top, 650, bottom] as const
    return { words: [{ text: 'written as it is spoken', box, confidence: 1 }], box, baseline: bottom, size: 30 }
  })
  const raster: Raster = { width, height, channels: 1, pixels }
  const bold = findBold(lines, raster)
  return lines.flatMap((line, index) => (bold.has(line) ? [index] : []))
}

describe('the bold lines of a page that was recognised', () => {
  it('are those whose strokes are a little thicker, as of a semibold font, where those of the others are alike', () => {
    assert.deepEqual(boldLines([4, 4.7, 4, 4.05, 3.95, 4, 4.05]), [1])
  })

  it('are only those that are much thicker, where the strokes of all lines vary, as on photographs', () => {
    assert.deepEqual(boldLines([4, 4.7, 3.5, 4.3, 3.7, 4.5, 3.6]), [])
    assert.deepEqual(boldLines([4, 6.2, 3.5, 4.3, 3.7, 4.5, 3.6]), [1])
  })
})
