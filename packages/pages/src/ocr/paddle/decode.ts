import { itemAt } from '@polyparse/document/items'
import type { Tensor } from './networks.ts'

/** A character of a line: where its middle is as a share of the line's width, and how sure it is, 0–1. */
export type ReadCharacter = {
  readonly text: string
  readonly at: number
  readonly confidence: number
  /** The highest probability, 0–1, of a point, comma or colon between the letter or figure before and it that was not taken. */
  readonly signBefore?: number
}

/** The signs that divide figures, which are so small that faint print loses them first. */
const dividingSigns = ['.', ',', ':']

/**
 * The characters that a network has seen in a line. For each step along the line, the network gives every character its
 * probability, and the first class for none; the same character in steps that follow each other is one (CTC).
 */
export const decodeLine = ({ data, dims }: Tensor, characters: readonly string[]): ReadCharacter[] => {
  const [, steps = 0, classes = 0] = dims
  const found: ReadCharacter[] = []
  const signs = dividingSigns.map((sign) => characters.indexOf(sign)).filter((each) => each > 0)
  let [before, first, sign] = [0, 0, 0]
  for (let step = 0; step < steps; step += 1) {
    const { best, confidence } = likeliest(data, step * classes, classes)
    const isSame = best === before
    before = best
    const text = characters[best] ?? ''
    if (!signs.includes(best)) sign = Math.max(sign, ...signs.map((each) => itemAt(data, step * classes + each)))
    if (best === 0) continue
    if (!isSame) first = step
    const last = isSame ? found.pop() : undefined
    found.push({
      text,
      at: (first + step + 1) / 2 / steps,
      confidence: Math.max(confidence, last?.confidence ?? 0),
      signBefore: last?.signBefore ?? sign,
    })
    if (text !== ' ') sign = 0
  }
  return found
}

const likeliest = (data: Float32Array, from: number, classes: number): { best: number; confidence: number } => {
  let [best, confidence] = [0, data[from] ?? 0]
  for (let each = 1; each < classes; each += 1) {
    const value = data[from + each] ?? 0
    if (value > confidence) [best, confidence] = [each, value]
  }
  return { best, confidence }
}
