import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Raster } from '@polyparse/engine/images'
import type { RecognizedLine } from '../src/ocr/recognition/recognition-lines.ts'
import { recognizeWords } from '../src/ocr/recognition/read-words.ts'

const size = 30
const baseline = 100

/** A page with the hollow circle that a bullet is at 100–110, left of a line that begins at 140, and perhaps words there. */
const wordsWith = (left: readonly RecognizedLine[]): string[] => {
  const width = 400
  const pixels = new Uint8Array(width * 140).fill(255)
  for (let y = 83; y < 93; y += 1)
    for (let x = 100; x < 110; x += 1) if (Math.abs(Math.hypot(x - 104.5, y - 87.5) - 4) < 1) pixels[y * width + x] = 0
  const raster: Raster = { width, height: 140, channels: 1, pixels }
  const drawings = { rules: [], fills: [], pictures: [] }
  return recognizeWords([...left, lineOf('Tracking', [140, 76, 300, 108])], { raster, dpi: 200, drawings }).map(
    ({ text }) => text,
  )
}

const lineOf = (text: string, box: RecognizedLine['box']): RecognizedLine => ({
  words: [{ text, box, confidence: 0.99 }],
  box,
  baseline,
  size,
})

describe('a bullet that was not recognised', () => {
  it('is found by its shape before its line', () => {
    assert.deepEqual(wordsWith([]), ['◦', 'Tracking'])
    assert.deepEqual(wordsWith([lineOf('left', [20, 76, 85, 100])]), ['left', '◦', 'Tracking'])
  })

  it('is not seen in the letters and commas of the column before', () => {
    assert.deepEqual(wordsWith([lineOf('scripts,', [20, 66, 110, 94])]), ['scripts,', 'Tracking'])
  })
})
