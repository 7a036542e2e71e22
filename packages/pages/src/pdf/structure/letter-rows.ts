import type { Box } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import type { Raster } from '@polyparse/engine/images'
import { letterRows as parameters } from './parameters.ts'

/** Rows of what looks like letters in a raster, in its pixels. */
export type LetterRows = {
  readonly rows: readonly Box[]
  readonly letters: number
  /** The height of most of them. */
  readonly height: number
}

const none: LetterRows = { rows: [], letters: 0, height: 0 }

/**
 * Looks for rows of letters in a grey raster: connected ink as high as letters are, side by side on one line, and not all of
 * one shape, as the marks of a chart and the tiles of a pattern are. Photographs have no even ground, and are left alone.
 */
export const findLetterRows = (raster: Raster, dpi: number): LetterRows => {
  const ground = groundOf(raster)
  if (ground === null) return none
  const points = dpi / 72
  const letters = connectedInk(raster, ground).filter((ink) => mayBeLetter(ink, points))
  const rows = rowsOfLetters(letters).filter(isRowOfText)
  const found = rows.flat()
  if (found.length === 0) return none
  const heights = found.map(({ box }) => box[3] - box[1]).toSorted((a, b) => a - b)
  return { rows: rows.map(boxAround), letters: found.length, height: itemAt(heights, heights.length >> 1) }
}

/** The shade of the ground of a raster; null where it has none. */
export const groundOf = ({ pixels }: Raster): number | null => {
  const counts = new Uint32Array(256)
  // Not by an iterator, which takes several times as long in code that is not compiled yet, as in the first documents.
  for (let index = 0; index < pixels.length; index += 1) {
    const shade = pixels[index] ?? 0
    counts[shade] = (counts[shade] ?? 0) + 1
  }
  const ground = counts.indexOf(Math.max(...counts))
  const near = counts.subarray(
    Math.max(0, ground - parameters.groundTolerance),
    ground + parameters.groundTolerance + 1,
  )
  return near.reduce((sum, count) => sum + count, 0) > pixels.length * parameters.minGround ? ground : null
}

type Ink = { readonly box: Box; readonly pixels: number }

type Run = { readonly from: number; readonly to: number; readonly label: number }

/** Ink that hangs together; none where there is more than text has. */
const connectedInk = ({ width, height, pixels }: Raster, ground: number): Ink[] => {
  const parents: number[] = []
  const boxes: [number, number, number, number, number][] = []
  const rootOf = (label: number): number => {
    let root = label
    while (itemAt(parents, root) !== root) root = itemAt(parents, root)
    parents[label] = root
    return root
  }
  const join = (one: number, other: number): number => {
    const [root, merged] = [rootOf(one), rootOf(other)]
    if (root === merged) return root
    parents[merged] = root
    const [into, from] = [itemAt(boxes, root), itemAt(boxes, merged)]
    boxes[root] = [
      Math.min(into[0], from[0]),
      Math.min(into[1], from[1]),
      Math.max(into[2], from[2]),
      Math.max(into[3], from[3]),
      into[4] + from[4],
    ]
    return root
  }
  const isInk = Uint8Array.from({ length: 256 }, (_, shade) =>
    Number(Math.abs(shade - ground) >= parameters.minContrast),
  )
  let above: Run[] = []
  for (let y = 0; y < height; y += 1) {
    const row = y * width
    const runs: Run[] = []
    let first = 0
    for (let x = 0; x < width; x += 1) {
      if (isInk[pixels[row + x] ?? ground] === 0) continue
      const from = x
      while (x < width && isInk[pixels[row + x] ?? ground] === 1) x += 1
      let label = parents.length
      if (label > parameters.maxPieces) return []
      parents.push(label)
      boxes.push([from, y, x, y + 1, x - from])
      while (first < above.length && itemAt(above, first).to < from) first += 1
      for (let index = first; index < above.length && itemAt(above, index).from <= x; index += 1)
        label = join(itemAt(above, index).label, label)
      runs.push({ from, to: x, label })
    }
    above = runs
  }
  return boxes.flatMap(([x0, y0, x1, y1, count], label): Ink[] =>
    parents[label] === label ? [{ box: [x0, y0, x1, y1], pixels: count }] : [],
  )
}

const mayBeLetter = ({ box: [x0, y0, x1, y1], pixels }: Ink, points: number): boolean => {
  const [width, height] = [x1 - x0, y1 - y0]
  const filled = pixels / (width * height)
  return (
    height >= parameters.minHeight * points &&
    height <= parameters.maxHeight * points &&
    width <= height * parameters.maxWidth &&
    filled > parameters.minFilled &&
    (filled < parameters.maxFilled || width < height * parameters.maxStem)
  )
}

const rowsOfLetters = (letters: readonly Ink[]): Ink[][] => {
  const rows: Ink[][] = []
  let open: Ink[][] = []
  // Puts each from the left to the row that it continues.
  for (const letter of letters.toSorted((a, b) => a.box[0] - b.box[0])) {
    open = open.filter(
      (row) => letter.box[0] - endOf(row) < (row[0]?.box[3] ?? 0) - (row[0]?.box[1] ?? 0) + parameters.openPixels,
    )
    const row = open.find((one) => isNextInRow(itemAt(one, one.length - 1), letter))
    if (row === undefined) {
      const added = [letter]
      rows.push(added)
      open.push(added)
    } else row.push(letter)
  }
  return rows
}

const endOf = (row: readonly Ink[]): number => row.at(-1)?.box[2] ?? 0

const isNextInRow = ({ box: a }: Ink, { box: b }: Ink): boolean => {
  const height = Math.max(a[3] - a[1], b[3] - b[1])
  const shared = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return (
    b[0] - a[2] < height * parameters.maxGap &&
    shared > Math.min(a[3] - a[1], b[3] - b[1]) * parameters.minShared &&
    height < Math.min(a[3] - a[1], b[3] - b[1]) * parameters.maxHeightRatio
  )
}

const isRowOfText = (row: readonly Ink[]): boolean =>
  row.length >= parameters.minLetters &&
  new Set(row.map(({ box, pixels }) => `${box[2] - box[0]} ${Math.round(pixels / parameters.pixelStep)}`)).size >=
    Math.min(parameters.minShapes, row.length)

const boxAround = (row: readonly Ink[]): Box =>
  row.reduce<Box>(
    ([x0, y0, x1, y1], { box }) => [
      Math.min(x0, box[0]),
      Math.min(y0, box[1]),
      Math.max(x1, box[2]),
      Math.max(y1, box[3]),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  )
