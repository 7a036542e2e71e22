import { type Box, centre } from '@polyparse/document'
import { cut, inkThreshold, type Raster } from '@polyparse/engine/images'
import type { RecognizedLine } from '../recognition/recognition-lines.ts'
import { boundsOfLine, type SeenLine } from './find-lines.ts'
import { loneCharacters as limits, recognition } from './parameters.ts'

/*
 * The network that finds lines does not see a narrow character that is alone, such as the `1` of a column of quantities or the
 * colon between a label and its value, which is a few of its pixels wide.
 */

/**
 * Places of characters that are alone in the rows of lines that were read, beside what was seen as a line: ink of the height
 * of a figure or capital on the baseline, or two dots over each other, with white around it.
 */
export const findLoneCharacters = (
  raster: Raster,
  seen: readonly SeenLine[],
  lines: readonly RecognizedLine[],
): SeenLine[] => {
  const taken = seen.map(boundsOfLine)
  const looked: OnBaseline[] = []
  const found: Box[] = []
  for (const line of lines) {
    // One that runs up or down has no row, and lines side by side have the same, which is as wide as the page.
    if (line.box[3] - line.box[1] > (line.box[2] - line.box[0]) * recognition.minUprightRatio) continue
    if (looked.some((row) => isSameRow(row, line))) continue
    looked.push(line)
    for (const box of loneInRow(raster, line, taken)) {
      if (found.length >= limits.maxLooks) return found.map(placeOf)
      if (!found.some((other) => isIn(centre(box), other))) found.push(box)
    }
  }
  return found.map(placeOf)
}

type OnBaseline = Pick<RecognizedLine, 'baseline' | 'size'>

const isSameRow = (one: OnBaseline, other: OnBaseline): boolean =>
  Math.abs(one.baseline - other.baseline) <= other.size * limits.sameBaseline &&
  Math.max(one.size, other.size) <= Math.min(one.size, other.size) * limits.sameSize

/** Tells whether what was read in the place of a character alone is one: other marks are read as signs, or not surely. */
export const isLoneCharacter = ({ words }: RecognizedLine): boolean => {
  const [word] = words
  if (word === undefined || words.length > 1) return false
  const { weakest = 0, text } = word
  return (
    (/^\p{N}$/u.test(text) && weakest >= limits.minFigure) ||
    (/^\p{L}$/u.test(text) && weakest >= limits.minLetter) ||
    (text === ':' && weakest >= limits.minColon)
  )
}

const placeOf = (box: Box): SeenLine => {
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  const tall = height * (1 + 2 * limits.marginAbove)
  return {
    middle: centre(box),
    length: Math.max(width + 2 * limits.marginBeside * height, tall),
    height: tall,
    angle: 0,
  }
}

const isIn = ([x, y]: readonly [x: number, y: number], box: Box): boolean =>
  x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]

/** The bounds of what is alone in the row of a line. */
const loneInRow = (raster: Raster, { box, baseline, size }: RecognizedLine, taken: readonly Box[]): Box[] => {
  const [top, bottom] = [Math.round(baseline - size * limits.above), Math.round(baseline + size * limits.below)]
  if (top < 0 || bottom > raster.height) return []
  const [x0, y0, x1, y1] = [Math.floor(box[0]), Math.floor(box[1]), Math.ceil(box[2]), Math.ceil(box[3])]
  const own = cut(raster, { x: x0, y: y0, width: x1 - x0, height: y1 - y0 })
  if (own === null) return []
  const threshold = inkThreshold(own)
  const beside = size * limits.minWhite
  const others = taken.filter((other) => other[1] < bottom && other[3] > top)
  const isTaken = (x: number): boolean => others.some((other) => x >= other[0] - beside && x <= other[2] + beside)
  const isInk = (x: number, y: number): boolean => (raster.pixels[y * raster.width + x] ?? 255) < threshold
  const hasInk = (x: number): boolean => {
    for (let y = top; y < bottom; y += 1) if (isInk(x, y)) return true
    return false
  }
  const found: Box[] = []
  let [from, white] = [-1, 0]
  for (let x = 0; x <= raster.width; x += 1) {
    if (x < raster.width && hasInk(x)) {
      // Ink that begins after too little white is beside something else, up to the next white.
      if (from < 0) from = white >= beside ? x : -2
      white = 0
      continue
    }
    white += 1
    if (from === -1 || white < beside) continue
    const to = x - white + 1
    if (from >= 0 && to - from <= size * limits.maxWidth && !isTaken((from + to) / 2)) {
      const rows = rowsWithInk({ from, to, top, bottom }, isInk)
      if (isFigure(rows, { baseline, size }) || isColon(rows, { width: to - from, baseline, size }))
        found.push([from, rows[0]?.from ?? top, to, rows.at(-1)?.to ?? bottom])
    }
    from = -1
  }
  return found
}

type InkRows = { readonly from: number; readonly to: number }

/** The rows with ink of some columns, from the top; those with no row of white between them as one. */
const rowsWithInk = (
  { from, to, top, bottom }: InkRows & { readonly top: number; readonly bottom: number },
  isInk: (x: number, y: number) => boolean,
): InkRows[] => {
  const found: { from: number; to: number }[] = []
  for (let y = top; y < bottom; y += 1) {
    let hasInk = false
    for (let x = from; x < to && !hasInk; x += 1) hasInk = isInk(x, y)
    if (!hasInk) continue
    const last = found.at(-1)
    if (last?.to === y) last.to = y + 1
    else found.push({ from: y, to: y + 1 })
  }
  return found
}

/** Tells whether rows are those of a figure or capital; print of dots has white between its rows. */
const isFigure = (rows: readonly InkRows[], { baseline, size }: OnBaseline): boolean => {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return false
  const ink = rows.reduce((sum, { from, to }) => sum + to - from, 0)
  const height = last.to - first.from
  return (
    height >= size * limits.minHeight &&
    height <= size * limits.maxHeight &&
    ink >= height * limits.minInk &&
    Math.abs(last.to - baseline) <= size * limits.maxOff
  )
}

/** Tells whether rows are those of two dots, one over the other. */
const isColon = (
  rows: readonly InkRows[],
  { width, baseline, size }: OnBaseline & { readonly width: number },
): boolean => {
  const [upper, lower] = rows
  return (
    rows.length === 2 &&
    upper !== undefined &&
    lower !== undefined &&
    rows.every(({ from, to }) => to - from <= size * limits.maxDot) &&
    width <= size * limits.maxDot &&
    lower.from - upper.to >= Math.max(upper.to - upper.from, lower.to - lower.from) * limits.minApart &&
    Math.abs(lower.to - baseline) <= size * limits.maxOff
  )
}
