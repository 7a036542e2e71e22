import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Box } from '@polyparse/document'
import type { SeenLine } from '../src/ocr/paddle/find-lines.ts'
import { findLoneCharacters, isLoneCharacter } from '../src/ocr/paddle/lone-characters.ts'
import type { RecognizedLine } from '../src/ocr/recognition/recognition-lines.ts'

const [width, height] = [500, 100]

/** A row with a line of bars as capitals on its right, on the baseline at 70, in a font 40 high, and with these boxes of ink beside. */
const rowWith = (boxes: readonly Box[]): { readonly raster: Parameters<typeof findLoneCharacters>[0] } => {
  const pixels = new Uint8Array(width * height).fill(255)
  const bars = Array.from({ length: 8 }, (_, index): Box => [300 + index * 22, 42, 314 + index * 22, 70])
  for (const [x0, y0, x1, y1] of [...bars, ...boxes])
    for (let y = y0; y < y1; y += 1) pixels.fill(0, y * width + x0, y * width + x1)
  return { raster: { width, height, channels: 1, pixels } }
}

const seen: SeenLine = { middle: [385, 56], length: 190, height: 40, angle: 0 }
const line: RecognizedLine = {
  words: [{ text: 'HHHHHHHH', box: [300, 42, 468, 70], confidence: 0.9 }],
  box: [300, 42, 468, 70],
  baseline: 70,
  size: 40,
}

/** The middles of the places that are found. */
const foundBeside = (...boxes: readonly Box[]): readonly (readonly [x: number, y: number])[] =>
  findLoneCharacters(rowWith(boxes).raster, [seen], [line]).map(({ middle }) => middle)

describe('a character that stands alone in the row of a line', () => {
  it('is found, be it as narrow as the `1` of a column of quantities', () => {
    assert.deepEqual(foundBeside([100, 42, 106, 70]), [[103, 56]])
  })

  it('is found as two dots, as the colon between a label and its value is', () => {
    assert.deepEqual(foundBeside([100, 50, 105, 55], [100, 65, 105, 70]), [[102.5, 60]])
  })

  it('is no rule, which is taller, no dust, which is lower, and no mark off the baseline', () => {
    assert.deepEqual(foundBeside([100, 0, 104, 100]), [])
    assert.deepEqual(foundBeside([100, 62, 106, 70]), [])
    assert.deepEqual(foundBeside([100, 33, 106, 58]), [])
  })

  it('is not beside other ink, which is a part of something that is no character', () => {
    assert.deepEqual(foundBeside([100, 42, 106, 70], [112, 42, 118, 70], [124, 42, 130, 70], [136, 42, 142, 70]), [])
  })

  it('is not looked for in the place of a line that was seen', () => {
    assert.deepEqual(foundBeside([274, 42, 280, 70]), [])
  })

  it('is found once, though two lines are in its row', () => {
    const { raster } = rowWith([[100, 42, 106, 70]])
    assert.equal(findLoneCharacters(raster, [seen], [line, { ...line, baseline: 69 }]).length, 1)
  })

  it('is looked for beside a line whose bounds are no whole pixels, and not beside one that runs up', () => {
    const { raster } = rowWith([[100, 42, 106, 70]])
    assert.equal(findLoneCharacters(raster, [seen], [{ ...line, box: [300.5, 42.3, 467.5, 69.8] }]).length, 1)
    assert.equal(findLoneCharacters(raster, [seen], [{ ...line, box: [300.5, 10.2, 320.5, 69.8] }]).length, 0)
  })

  it('has so much room around it that the network reads it as level', () => {
    const [place] = findLoneCharacters(rowWith([[100, 42, 106, 70]]).raster, [seen], [line])
    assert.ok(place !== undefined && place.length >= place.height && place.height > 28)
  })
})

describe('what is read in the place of a character alone', () => {
  const read = (text: string, weakest: number): RecognizedLine => ({
    ...line,
    words: [{ text, box: line.box, confidence: 0.9, weakest }],
  })

  it('is one where it is a figure, a letter or a colon and sure enough, and else left out', () => {
    assert.deepEqual(
      (
        [
          ['1', 0.8],
          ['1', 0.5],
          ['I', 0.95],
          ['I', 0.8],
          [':', 0.4],
          ['|', 0.99],
          ['11', 0.99],
        ] as const
      ).map(([text, weakest]) => isLoneCharacter(read(text, weakest))),
      [true, false, true, false, true, false, false],
    )
  })

  it('is none where the network reads several words or nothing', () => {
    const two = [...read('1', 0.99).words, ...read('2', 0.99).words]
    assert.equal(isLoneCharacter({ ...line, words: two }), false)
    assert.equal(isLoneCharacter({ ...line, words: [] }), false)
  })
})
