import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadCharacter } from '../src/ocr/paddle/decode.ts'
import { calibrations } from '../src/ocr/paddle/parameters.ts'
import { toLine } from '../src/ocr/paddle/to-line.ts'

/** A character as a bar, with how wide it is, and the white before it, in pixels. */
type Bar = readonly [text: string, width: number, white: number]

/** The words of a line whose characters are bars of the height of capitals, read without a space. */
const wordsOf = (bars: readonly Bar[]): readonly string[] | undefined => {
  const height = 48
  const width = bars.reduce((sum, [, wide, white]) => sum + wide + white, 20)
  const pixels = new Uint8Array(width * height).fill(255)
  const read: ReadCharacter[] = []
  let x = 10
  for (const [text, wide, white] of bars) {
    x += white
    for (let y = 12; y < 36; y += 1) pixels.fill(0, y * width + x, y * width + x + wide)
    read.push({ text, at: (x + wide / 2) / width, confidence: 1 })
    x += wide
  }
  const part = { width, height, channels: 1, pixels } as const
  const line = toLine(read, part, { toPage: (left, top) => [left, top], calibration: calibrations.v6 })
  return line?.words.map(({ text }) => text)
}

const barsOf = (text: string, wide: number, white: number): Bar[] => Array.from(text, (each) => [each, wide, white])

describe('white that is wide for its line', () => {
  it('is a space that was not read, though the narrow colon after it is near: `TOTAL :`', () => {
    assert.deepEqual(wordsOf([...barsOf('TOTAL', 10, 2), [':', 3, 10]]), ['TOTAL', ':'])
  })

  it('is none in letters of one width, where all white is wide: `TOTAL:`', () => {
    assert.deepEqual(wordsOf([...barsOf('TOTAL', 10, 6), [':', 3, 10]]), ['TOTAL:'])
  })

  it('is none between figures, whose widths differ: `2 000 011`', () => {
    assert.deepEqual(wordsOf([...barsOf('200001', 10, 2), ['1', 3, 10]]), ['2000011'])
  })

  it('says nothing where too few letters stand side by side to show what is usual: `No:`', () => {
    assert.deepEqual(wordsOf([...barsOf('NO', 10, 2), [':', 3, 10]]), ['NO:'])
  })

  it('is a space on both sides of the colon between a label and its value: `TAX : 0.00`', () => {
    const value: Bar[] = [['0', 10, 9], ['.', 3, 2], ...barsOf('00', 10, 2)]
    assert.deepEqual(wordsOf([...barsOf('TAX', 10, 2), [':', 3, 9], ...value]), ['TAX', ':', '0.00'])
  })

  it('is none within a time, whose figures stand apart as far as their widths differ: `11:59`', () => {
    assert.deepEqual(wordsOf([...barsOf('11', 10, 2), [':', 3, 9], ['5', 10, 9], ['9', 10, 2]]), ['11:59'])
  })

  it('is a space on both sides of a dash between numbers, and none within one: `20 - 1000`, `20-1000`', () => {
    const numbers = (white: number): Bar[] => [
      ...barsOf('20', 10, 2),
      ['-', 8, white],
      ['1', 10, white],
      ...barsOf('000', 10, 2),
    ]
    assert.deepEqual(wordsOf(numbers(16)), ['20', '-', '1000'])
    assert.deepEqual(wordsOf(numbers(7)), ['20-1000'])
  })

  it('takes no minus from its number, in a column of its own: `TOTAL    - 5000`', () => {
    const number: Bar[] = [['-', 8, 60], ['5', 10, 16], ...barsOf('000', 10, 2)]
    assert.deepEqual(wordsOf([...barsOf('TOTAL', 10, 2), ...number]), ['TOTAL', '-5000'])
    assert.deepEqual(wordsOf([['-', 8, 2], ['5', 10, 16], ...barsOf('000', 10, 2)]), ['-5000'])
  })

  it('is a space in a line of too few letters to show what is usual where it is wide for any print: `1 X`', () => {
    assert.deepEqual(
      wordsOf([
        ['1', 6, 2],
        ['X', 10, 17],
      ]),
      ['1', 'X'],
    )
  })
})
