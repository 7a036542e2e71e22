import { greyRange, type Raster } from '@polyparse/engine/images'
import type { RecognizedLine } from './recognition-lines.ts'
import { bold as parameters } from '../parameters.ts'

/** The lines set in bold, by the thickness of their strokes compared with that of most text on the page. */
export const findBold = (lines: readonly RecognizedLine[], raster: Raster): ReadonlySet<RecognizedLine> => {
  const measured = lines.map((line) => ({ line, stroke: strokeOf(line, raster), length: lineLengthForBold(line) }))
  const usual = weightedMedian(measured.map(({ stroke, length }) => [stroke, length]))
  const size = weightedMedian(measured.map(({ line, length }) => [line.size, length]))
  const least = leastRatio(measured, { usual, size })
  const groups: Measured[][] = []
  for (const one of measured) {
    const group = groups.at(-1)
    const above = group?.at(-1)
    if (group !== undefined && above !== undefined && isSetLike(above, one)) group.push(one)
    else groups.push([one])
  }
  const bold = groups.filter((group) => {
    const length = group.reduce((sum, each) => sum + each.length, 0)
    const stroke = group.reduce((sum, each) => sum + each.stroke * each.length, 0) / length
    const isLarge = group.every(({ line }) => line.size >= size * parameters.minSizeRatio)
    const ratio = length >= parameters.minLettersOfSlight ? least : parameters.evidentStrokeRatio
    return length >= parameters.minLetters && isLarge && stroke > usual * ratio
  })
  return new Set(bold.flatMap((group) => group.map(({ line }) => line)))
}

type Measured = { readonly line: RecognizedLine; readonly stroke: number; readonly length: number }

/**
 * How many times as thick as usual the strokes of a bold line are at least. Fonts differ in how bold their bold is, and scans in how much the
 * strokes of one font vary, which the lines of the usual size show.
 */
const leastRatio = (
  measured: readonly Measured[],
  { usual, size }: { readonly usual: number; readonly size: number },
): number => {
  const alike = measured.filter(({ line }) => Math.abs(line.size / size - 1) < parameters.sizeTolerance)
  const spread = weightedMedian(alike.map(({ stroke, length }) => [Math.abs(stroke - usual), length]))
  const apart = usual === 0 ? 0 : (spread / usual) * parameters.minSpreads
  return Math.min(parameters.evidentStrokeRatio, Math.max(parameters.minStrokeRatio, 1 + apart))
}

const isSetLike = (above: Measured, below: Measured): boolean => {
  const apart = below.line.baseline - above.line.baseline
  return (
    Math.abs(above.stroke / below.stroke - 1) < parameters.strokeTolerance &&
    Math.abs(above.line.size / below.line.size - 1) < parameters.sizeTolerance &&
    apart > 0 &&
    apart < below.line.size * parameters.maxLineStep
  )
}

const lineLengthForBold = ({ words }: RecognizedLine): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** The weighted median. */
const weightedMedian = (values: readonly (readonly [value: number, weight: number])[]): number => {
  const sorted = values.toSorted((a, b) => a[0] - b[0])
  let left = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2
  for (const [value, weight] of sorted) {
    left -= weight
    if (left <= 0) return value
  }
  return 0
}

/**
 * The mean thickness of a line's strokes, in heights of its font: twice their area by their outline, both taken from
 * the greys, so that a part of a pixel counts.
 */
const strokeOf = ({ words, size }: RecognizedLine, { width, pixels }: Raster): number => {
  let [area, across, down] = [0, 0, 0]
  for (const { box } of words) {
    const [left, top, right, bottom] = box
    const { dark, light } = greyRange({ width, pixels }, box)
    const contrast = Math.max(parameters.minContrast, light - dark)
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = y * width + x
        const grey = pixels[at] ?? light
        area += (light - grey) / contrast
        across += Math.abs(grey - (pixels[at + 1] ?? grey)) / contrast
        down += Math.abs(grey - (pixels[at + width] ?? grey)) / contrast
      }
    }
  }
  const outline = Math.hypot(across, down)
  return outline === 0 ? 0 : (2 * area) / outline / size
}
