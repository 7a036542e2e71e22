import type { Raster } from '../../images/raster.ts'
import type { SeenLine } from './lines.ts'

/** By how much the strokes of bold letters are thicker than those of the text round them. */
const thicker = 1.25
/** In smaller print the blur of the raster makes every stroke look thick; a few letters say nothing. */
const limits = { smaller: 0.93, letters: 3 }

/** Lines that follow each other are set alike when their strokes and sizes differ by no more than this share. */
const alike = { stroke: 0.15, size: 0.1, apart: 1.7 }

/** The lines set in bold, by the thickness of their strokes beside that of most of the text on the page. */
export const findBold = (lines: readonly SeenLine[], raster: Raster): ReadonlySet<SeenLine> => {
  const measured = lines.map((line) => ({ line, stroke: strokeOf(line, raster), length: lengthOf(line) }))
  const usual = weightedMiddle(measured.map(({ stroke, length }) => [stroke, length]))
  const size = weightedMiddle(measured.map(({ line, length }) => [line.size, length]))
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
    const isLarge = group.every(({ line }) => line.size >= size * limits.smaller)
    return length >= limits.letters && isLarge && stroke > usual * thicker
  })
  return new Set(bold.flatMap((group) => group.map(({ line }) => line)))
}

type Measured = { readonly line: SeenLine; readonly stroke: number; readonly length: number }

const isSetLike = (above: Measured, below: Measured): boolean => {
  const apart = below.line.baseline - above.line.baseline
  return (
    Math.abs(above.stroke / below.stroke - 1) < alike.stroke &&
    Math.abs(above.line.size / below.line.size - 1) < alike.size &&
    apart > 0 &&
    apart < below.line.size * alike.apart
  )
}

const lengthOf = ({ words }: SeenLine): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** Half of the weight lies below it. */
const weightedMiddle = (values: readonly (readonly [value: number, weight: number])[]): number => {
  const sorted = values.toSorted((a, b) => a[0] - b[0])
  let left = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2
  for (const [value, weight] of sorted) {
    left -= weight
    if (left <= 0) return value
  }
  return 0
}

/**
 * The mean thickness of a line's strokes, in heights of its font: twice their area by their outline, both taken from the
 * greys, so that a part of a pixel counts.
 */
const strokeOf = ({ words, size }: SeenLine, { width, pixels }: Raster): number => {
  let [area, across, down] = [0, 0, 0]
  for (const { box } of words) {
    const [left, top, right, bottom] = box
    const { dark, light } = greysIn({ width, pixels }, box)
    const contrast = Math.max(30, light - dark)
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

const greysIn = (
  { width, pixels }: Pick<Raster, 'width' | 'pixels'>,
  [left, top, right, bottom]: readonly [number, number, number, number],
): { readonly dark: number; readonly light: number } => {
  let [dark, light] = [255, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const grey = pixels[y * width + x] ?? 255
      dark = Math.min(dark, grey)
      light = Math.max(light, grey)
    }
  }
  return { dark, light }
}
