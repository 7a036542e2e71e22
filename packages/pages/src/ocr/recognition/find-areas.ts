import type { Box } from '@polyparse/document'
import type { Raster } from '@polyparse/engine/images'
import { areas as parameters } from '../parameters.ts'

/** An area of pixels that is not paper: of one grey, or of many, as a photograph is. */
export type InkArea = { readonly box: Box; readonly grey: number; readonly isEven: boolean }

/**
 * Shaded rectangles and pictures of a level grey raster, in pixels. Cells of a few pixels are judged by their middle
 * grey.
 */
export const findAreas = (raster: Raster, dpi: number): InkArea[] => {
  const size = Math.max(parameters.minCellPixels, Math.round(parameters.cell * dpi))
  const grid = greyGridOfRaster(raster, size)
  const paper = mostFrequent(grid.greys)
  const shaded = groups(
    grid,
    (a, b) => isOff(a, paper) && isOff(b, paper) && Math.abs(a - b) <= parameters.greyTolerance,
  )
    .filter((group) => isRectangle(group, parameters.minGround * dpi, size))
    .map((group) => ({
      box: refine(raster, scale(group.box, size, raster), group.grey, size),
      grey: group.grey,
      isEven: true,
    }))
  const isPictured = (grey: number): boolean => grey < paper - parameters.minPictureDarkness
  const many = groups(grid, (a, b) => isPictured(a) && isPictured(b))
    .filter((group) => isRectangle(group, parameters.minPicture * dpi, size) && !isEvenlyGrey(group, grid))
    .map((group) => ({ box: scale(group.box, size, raster), grey: group.grey, isEven: false }))
  return [...shaded.filter(({ box }) => box[2] > box[0] && box[3] > box[1]), ...many]
}

type Grid = { readonly columns: number; readonly rows: number; readonly greys: Uint8Array }
type Group = { readonly box: Box; readonly cells: number; readonly grey: number }

/** The middle grey of each cell. Greys are counted from white on, of which most cells have most: to sort them takes several times as long. */
const greyGridOfRaster = ({ width, height, pixels }: Raster, size: number): Grid => {
  const [columns, rows] = [Math.floor(width / size), Math.floor(height / size)]
  const greys = new Uint8Array(columns * rows)
  const counts = new Uint32Array(256)
  const half = size * size - ((size * size) >> 1)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      counts.fill(0)
      for (let y = 0; y < size; y += 1) {
        const start = (row * size + y) * width + column * size
        for (let at = start; at < start + size; at += 1) counts[pixels[at] ?? 0] = (counts[pixels[at] ?? 0] ?? 0) + 1
      }
      let grey = 255
      for (let above = counts[grey] ?? 0; above < half; above += counts[grey] ?? 0) grey -= 1
      greys[row * columns + column] = grey
    }
  }
  return { columns, rows, greys }
}

const isOff = (grey: number, paper: number): boolean => Math.abs(grey - paper) > parameters.paperTolerance

const mostFrequent = (greys: Uint8Array): number => {
  const counts = new Uint32Array(256)
  for (const grey of greys) counts[grey] = (counts[grey] ?? 0) + 1
  return counts.indexOf(Math.max(...counts))
}

/** Cells that touch and belong together. */
const groups = ({ columns, rows, greys }: Grid, together: (a: number, b: number) => boolean): Group[] => {
  const seen = new Uint8Array(greys.length)
  const found: Group[] = []
  for (let start = 0; start < greys.length; start += 1) {
    const grey = greys[start] ?? 0
    if (seen[start] === 1 || !together(grey, grey)) continue
    seen[start] = 1
    const stack = [start]
    let [cells, sum] = [0, 0]
    let [left, top, right, bottom] = [columns, rows, 0, 0]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      const here = greys[at] ?? 0
      cells += 1
      sum += here
      left = Math.min(left, column)
      top = Math.min(top, row)
      right = Math.max(right, column + 1)
      bottom = Math.max(bottom, row + 1)
      const neighbours = [column > 0 ? at - 1 : -1, column < columns - 1 ? at + 1 : -1, at - columns, at + columns]
      for (const next of neighbours) {
        if (next < 0 || next >= greys.length || seen[next] === 1 || !together(here, greys[next] ?? 0)) continue
        seen[next] = 1
        stack.push(next)
      }
    }
    const mean = sum / cells
    found.push({
      box: [left, top, right, bottom],
      cells,
      grey: Math.round(mean),
    })
  }
  return found
}

/** Tells whether half of the cells have about one grey, like the ground under letters; a photograph has many greys. */
const isEvenlyGrey = ({ box: [x0, y0, x1, y1] }: Group, { columns, greys }: Grid): boolean => {
  const rows = Array.from({ length: y1 - y0 }, (_, row) => (y0 + row) * columns)
  const sorted = rows.flatMap((row) => [...greys.subarray(row + x0, row + x1)]).toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.slice(half).some((grey, index) => grey - (sorted[index] ?? 0) <= parameters.greyTolerance * 2)
}

/** Tells whether a group is large enough, and fills nearly all of its bounds. */
const isRectangle = ({ box, cells }: Group, minSide: number, size: number): boolean => {
  const [columns, rows] = [box[2] - box[0], box[3] - box[1]]
  return Math.min(columns, rows) * size >= minSide && cells > columns * rows * parameters.minFilledShare
}

const scale = ([x0, y0, x1, y1]: Box, size: number, { width, height }: Raster): Box => [
  x0 * size,
  y0 * size,
  Math.min(width, x1 * size),
  Math.min(height, y1 * size),
]

/** The box with each side moved, within a cell or two, to where its grey begins. */
const refine = (raster: Raster, [x0, y0, x1, y1]: Box, grey: number, reach: number): Box => {
  const row = (y: number): boolean => isGrey(raster, [x0 + reach, y, x1 - reach, y + 1], grey)
  const column = (x: number): boolean => isGrey(raster, [x, y0 + reach, x + 1, y1 - reach], grey)
  const first = (from: number, is: (at: number) => boolean, step: 1 | -1): number => {
    for (let at = from - reach * step; step * (from + reach * step - at) > 0; at += step) if (is(at)) return at
    return from
  }
  return [first(x0, column, 1), first(y0, row, 1), first(x1 - 1, column, -1) + 1, first(y1 - 1, row, -1) + 1]
}

/** Tells whether most of a row or column of pixels has about this grey. */
const isGrey = ({ width, height, pixels }: Raster, [x0, y0, x1, y1]: Box, grey: number): boolean => {
  let [seen, alike] = [0, 0]
  for (let y = Math.max(0, y0); y < Math.min(height, y1); y += 1) {
    for (let x = Math.max(0, x0); x < Math.min(width, x1); x += 1) {
      seen += 1
      if (Math.abs((pixels[y * width + x] ?? 0) - grey) <= parameters.greyTolerance + parameters.edgeTolerance)
        alike += 1
    }
  }
  return alike > seen * parameters.minEdgeShare
}
