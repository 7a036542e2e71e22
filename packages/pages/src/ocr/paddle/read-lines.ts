import type { Box } from '@polyparse/document'
import { cut, greyAt, resample, turn } from '@polyparse/engine/images'
import type { PointMap, Raster } from '@polyparse/engine/images'
import { recognitionLimits } from '../parameters.ts'
import type { RecognizedLine } from '../recognition/recognition-lines.ts'
import { ownCpuMs, workedTooLong } from '../recognition/within-time.ts'
import { decodeLine, type ReadCharacter } from './decode.ts'
import { boundsOfLine, type SeenLine } from './find-lines.ts'
import { withMarkers } from './markers.ts'
import type { Networks, Tensor } from './networks.ts'
import { recognition } from './parameters.ts'
import { inOwnSigns } from './stray-characters.ts'
import { confidenceOfLine, toLine } from './to-line.ts'

/**
 * Lines of a level grey raster as the networks of PP-OCR read them, in their order; what is none is left out, but for stray
 * Chinese characters, which only all lines of a page show.
 * @throws {EngineFailure} `timeout` where they take more CPU time than that.
 */
export const readSeenLines = async (
  raster: Raster,
  seen: readonly SeenLine[],
  networks: Networks,
  cpuMs: number = recognitionLimits.pageMs,
): Promise<RecognizedLine[]> => {
  const lines: RecognizedLine[] = []
  const end = ownCpuMs() + cpuMs
  for (const each of seen) {
    if (ownCpuMs() > end) throw workedTooLong(cpuMs)
    const line = await readLine(raster, each, networks)
    if (line !== null) lines.push(line)
  }
  return withMarkers(lines)
}

const readLine = async (raster: Raster, seen: SeenLine, networks: Networks): Promise<RecognizedLine | null> => {
  const isUpright = seen.height > seen.length * recognition.minUprightRatio
  const found = partOf(raster, seen)
  if (found === null) return null
  const { part, toPage } = found
  const characters = await recognizePaddleCharacters(isUpright ? turn(part, 270) : part, networks)
  const confidence = characters.reduce((sum, each) => sum + each.confidence, 0) / characters.length
  if (characters.length === 0 || confidence < recognition.minConfidence) return null
  if (isUpright) return sideways(characters, boundsOfLine(seen), networks)
  return toLine(characters, part, { toPage, calibration: networks.calibration })
}

/** The characters of a line, whose pixels are turned before they are read. */
export const charactersOfLine = async (
  raster: Raster,
  seen: SeenLine,
  { networks, turned }: { readonly networks: Networks; readonly turned: (part: Raster) => Raster },
): Promise<ReadCharacter[]> => {
  const found = partOf(raster, seen)
  return found === null ? [] : recognizePaddleCharacters(turned(found.part), networks)
}

/** The pixels of a line, level, and the map from them to the page. */
const partOf = (raster: Raster, line: SeenLine): { readonly part: Raster; readonly toPage: PointMap } | null => {
  const [x0, y0, x1, y1] = boundsOfLine(line)
  if (line.angle === 0) {
    const [left, top] = [Math.max(0, Math.floor(x0)), Math.max(0, Math.floor(y0))]
    const part = cut(raster, { x: left, y: top, width: Math.ceil(x1) - left, height: Math.ceil(y1) - top })
    return part === null ? null : { part, toPage: (x, y) => [left + x, top + y] }
  }
  const [sin, cos] = [Math.sin(line.angle), Math.cos(line.angle)]
  const [width, height] = [Math.ceil(line.length), Math.ceil(line.height)]
  const toPage: PointMap = (x, y) => {
    const [along, across] = [x - width / 2, y - height / 2]
    return [line.middle[0] + along * cos - across * sin, line.middle[1] + along * sin + across * cos]
  }
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = greyAt(raster, ...toPage(x, y))
  return { part: { width, height, channels: 1, pixels }, toPage }
}

/** A line that runs up or down, as one word: only its shape matters, which shows that the page is to be turned. */
const sideways = (
  characters: readonly ReadCharacter[],
  box: Box,
  { calibration }: Pick<Networks, 'calibration'>,
): RecognizedLine => {
  const text = characters.map((each) => each.text).join('')
  return {
    words: [{ text, box, confidence: confidenceOfLine(characters, calibration) }],
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
  const read = decodeLine(await recognize(asLineInput(small)), characters)
  const share = Math.max(recognition.minWidth, small.width) / small.width
  return inOwnSigns(read).map((each) => ({ ...each, at: Math.min(1, each.at * share) }))
}

/** The grey pixels as three colours from -1 to 1, on white paper of the height and at least the width that the network wants. */
const asLineInput = ({ width, height, pixels }: Raster): Tensor => {
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
