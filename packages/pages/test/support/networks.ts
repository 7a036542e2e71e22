import type { SeenLine } from '../../src/ocr/paddle/find-lines.ts'
import type { Networks } from '../../src/ocr/paddle/networks.ts'
import { detectionLimits } from '../../src/ocr/paddle/parameters.ts'
import type { RecognizedLine } from '../../src/ocr/recognition/recognition-lines.ts'

/** A line to be found, by its middle. */
export type PrintedLine = Pick<SeenLine, 'middle' | 'length' | 'angle'>

/** Pixels of the middle of a line that a network finds, whose letters are as tall. */
const middleHeight = 8

/** White paper with these lines, each a stroke. */
export const paperOf = (width: number, height: number, lines: readonly PrintedLine[]) => {
  const pixels = new Uint8Array(width * height).fill(255)
  for (const line of lines) for (const [x, y] of pixelsOf(line)) pixels[y * width + x] = 0
  return { width, height, channels: 1 as const, pixels }
}

function* pixelsOf({ middle: [x, y], length, angle }: PrintedLine): Generator<[x: number, y: number]> {
  for (let along = -length / 2; along < length / 2; along += 1)
    for (let across = -middleHeight / 2; across < middleHeight / 2; across += 1)
      yield [Math.round(x + along * Math.cos(angle)), Math.round(y + along * Math.sin(angle) + across)]
}

const known = ['', ...Array.from(' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-型号')]

/** Networks that find the given lines, and read them in the order in which they are asked with the confidence given. */
export const networksThatRead = (
  lines: readonly PrintedLine[],
  { texts, confidence = 0.99 }: { readonly texts: readonly string[]; readonly confidence?: number },
): Networks & { readonly asked: () => number } => {
  let asked = 0
  return {
    asked: () => asked,
    detect: async ({ dims: [, , height = 0, width = 0] }) => {
      const data = new Float32Array(width * height)
      for (const line of lines) for (const [x, y] of pixelsOf(line)) data[y * width + x] = 1
      return { data, dims: [1, 1, height, width] }
    },
    recognize: async () => {
      const text = texts[asked] ?? ''
      asked += 1
      const data = new Float32Array(text.length * 2 * known.length)
      for (const [index, letter] of Array.from(text).entries()) {
        data[index * 2 * known.length + known.indexOf(letter)] = confidence
        data[(index * 2 + 1) * known.length] = 1
      }
      return { data, dims: [1, text.length * 2, known.length] }
    },
    characters: known,
    limits: detectionLimits.v6,
    calibration: [
      [0, 0],
      [1, 1],
    ],
  }
}

/** A line as another recogniser has read it, its words as wide as their letters. */
export const lineReadAs = (
  { middle: [x, y], length, angle }: PrintedLine,
  text: string,
  confidence: number,
): RecognizedLine => {
  const step = length / text.length
  const words = [...text.matchAll(/\S+/g)].map((match) => {
    const from = match.index * step - length / 2
    const to = from + match[0].length * step
    const middle = y + ((from + to) / 2) * Math.sin(angle)
    return {
      text: match[0],
      confidence,
      box: [
        x + from * Math.cos(angle),
        middle - middleHeight,
        x + to * Math.cos(angle),
        middle + middleHeight,
      ] as const,
    }
  })
  const half = length / 2
  return {
    words,
    box: [x - half, y - middleHeight, x + half, y + middleHeight],
    baseline: y + middleHeight / 2,
    size: 14,
  }
}
