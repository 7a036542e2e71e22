import type { Box } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { cut, inkThreshold, type Raster } from '@polyparse/engine/images'
import { boundsOfLine, type SeenLine } from '../paddle/find-lines.ts'
import { handwritingLimits as limits } from './parameters.ts'

/*
 * A pen draws strokes that are thin for the height of its letters: those of print that can be read are a tenth of its capitals, and
 * of the lightest type a fourteenth. What is seen as a line of text, was not read surely and has thinner ones is handwriting.
 */

/** The bounds, in pixels, of the lines of a grey raster that look written by hand and were not read surely. */
export const handwrittenLines = (
  raster: Raster,
  seen: readonly SeenLine[],
  confidenceOf: (line: SeenLine) => number,
): Box[] => {
  let left = raster.width * raster.height * limits.maxLooks
  return seen.flatMap((line) => {
    if (confidenceOf(line) > limits.maxConfidence) return []
    const box = boundsOfLine(line)
    const [x, y] = [Math.max(0, Math.floor(box[0])), Math.max(0, Math.floor(box[1]))]
    const [width, height] = [Math.ceil(box[2]) - x, Math.ceil(box[3]) - y]
    if (width * height > left) return []
    left -= width * height
    const part = cut(raster, { x, y, width, height })
    return part !== null && hasPenStrokes(part) ? [box] : []
  })
}

/** Tells whether most of the ink of a part of a page is in marks as tall as letters, of strokes too thin for print of that height. */
const hasPenStrokes = (part: Raster): boolean => {
  const marks = marksOf(part)
  const ink = marks.reduce((sum, mark) => sum + mark.ink, 0)
  let below = 0
  const tall = marks
    .toSorted((one, other) => one.height - other.height)
    .find((mark) => (below += mark.ink) >= ink * limits.tallShare)
  if (tall === undefined || tall.height < limits.minHeight) return false
  const edges = marks.reduce((sum, mark) => sum + mark.edges, 0)
  // A stroke has two edges, each as long as it is.
  return (ink * 2) / edges <= tall.height * limits.maxStroke
}

/** Dark pixels that touch: how many they are, how many sides of them are white, and their height. */
type InkMark = { readonly ink: number; readonly edges: number; readonly height: number }

const marksOf = (part: Raster): InkMark[] => {
  const { width, height, pixels } = part
  const threshold = inkThreshold(part)
  const dark = pixels.reduce((count, grey) => count + Number(grey < threshold), 0)
  // The light pixels are ink on dark paper.
  const isDark = dark * 2 < pixels.length
  const isInk = (x: number, y: number): boolean =>
    x >= 0 && x < width && y >= 0 && y < height && itemAt(pixels, y * width + x) < threshold === isDark
  const seen = new Uint8Array(pixels.length)
  const found: InkMark[] = []
  for (let start = 0; start < pixels.length; start += 1) {
    if (seen[start] === 1 || !isInk(start % width, Math.floor(start / width))) continue
    seen[start] = 1
    const mark = [start]
    let [edges, top, bottom] = [0, height, 0]
    for (const at of mark) {
      const [x, y] = [at % width, Math.floor(at / width)]
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
      for (const [across, down] of around) {
        const next = (y + down) * width + x + across
        if (!isInk(x + across, y + down)) edges += Number(across === 0 || down === 0)
        else if (seen[next] !== 1) {
          seen[next] = 1
          mark.push(next)
        }
      }
    }
    found.push({ ink: mark.length, edges, height: bottom - top })
  }
  return found
}

const around = [-1, 0, 1].flatMap((across) =>
  [-1, 0, 1].filter((down) => across !== 0 || down !== 0).map((down) => [across, down] as const),
)
