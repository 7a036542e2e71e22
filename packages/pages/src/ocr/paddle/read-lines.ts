import type { Box } from '@polyparse/document'
import { cut } from '@polyparse/engine/images'
import type { Raster } from '@polyparse/engine/images'
import { resample, turn } from '@polyparse/engine/images'
import { recognitionLimits } from '../parameters.ts'
import type { RecognizedLine } from '../recognition/recognition-lines.ts'
import { ownCpuMs, workedTooLong } from '../recognition/within-time.ts'
import { decodeLine, type ReadCharacter } from './decode.ts'
import { findLines } from './find-lines.ts'
import { type Networks, networksOf, type Tensor } from './networks.ts'
import { recognition } from './parameters.ts'
import { confidenceOfLine, toLine } from './to-line.ts'

/**
 * The lines of a level grey raster as the networks of PP-OCR read them, in no order.
 * @throws {EngineFailure} `unsupported_option` where they are not installed, `engine_crashed` where they cannot be loaded,
 *   `timeout` where a page takes more CPU time than that.
 */
export const readLines = async (
  raster: Raster,
  folder: string | null,
  cpuMs: number = recognitionLimits.pageMs,
): Promise<RecognizedLine[]> => {
  const networks = await networksOf(folder)
  const lines: RecognizedLine[] = []
  const end = ownCpuMs() + cpuMs
  for (const box of await findLines(raster, networks.detect)) {
    if (ownCpuMs() > end) throw workedTooLong(cpuMs)
    const line = await readLine(raster, box, networks)
    if (line !== null) lines.push(line)
  }
  return lines
}

const readLine = async (raster: Raster, box: Box, networks: Networks): Promise<RecognizedLine | null> => {
  const [left, top, right, bottom] = box
  const part = cut(raster, { x: left, y: top, width: right - left, height: bottom - top })
  if (part === null) return null
  const isUpright = part.height > part.width * recognition.minUprightRatio
  const characters = await recognizePaddleCharacters(isUpright ? turn(part, 270) : part, networks)
  const confidence = characters.reduce((sum, each) => sum + each.confidence, 0) / characters.length
  if (characters.length === 0 || confidence < recognition.minConfidence) return null
  return isUpright ? sideways(characters, box) : toLine(characters, part, box)
}

/** A line that runs up or down, as one word: only its shape matters, which shows that the page is to be turned. */
const sideways = (characters: readonly ReadCharacter[], box: Box): RecognizedLine => {
  const text = characters.map((each) => each.text).join('')
  return {
    words: [{ text, box, confidence: confidenceOfLine(characters) }],
    box,
    baseline: box[3],
    size: box[2] - box[0],
  }
}

const recognizePaddleCharacters = async (
  part: Raster,
  { recognize, characters }: Networks,
): Promise<ReadCharacter[]> => {
  const factor = Math.min(recognition.height / part.height, recognition.maxWidth / part.width)
  const small = resample(part, factor)
  const read = decodeLine(await recognize(asSeen(small)), characters)
  const share = Math.max(recognition.minWidth, small.width) / small.width
  return read.map((each) => ({ ...each, at: Math.min(1, each.at * share) }))
}

/** The grey pixels as three colours from -1 to 1, on white paper of the height and at least the width that the network wants. */
const asSeen = ({ width, height, pixels }: Raster): Tensor => {
  const across = Math.max(recognition.minWidth, width)
  const data = new Float32Array(3 * recognition.height * across).fill(1)
  for (let channel = 0; channel < 3; channel += 1) {
    for (let y = 0; y < Math.min(height, recognition.height); y += 1) {
      const row = (channel * recognition.height + y) * across
      for (let x = 0; x < width; x += 1) data[row + x] = (pixels[y * width + x] ?? 255) / 127.5 - 1
    }
  }
  return { data, dims: [1, 3, recognition.height, across] }
}
