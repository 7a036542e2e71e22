import type { Box } from './schema-types.ts'

/** An affine map `[a b c d e f]` as PDF writes it (ISO 32000-2, 8.3.4): x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** The map that changes nothing. */
export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/**
 * The map that applies `inner` first, then `outer`: here it moves by 5, then doubles.
 *
 * @example compose([2, 0, 0, 2, 0, 0], [1, 0, 0, 1, 5, 0]) // [2, 0, 0, 2, 10, 0]
 */
export const compose = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** Returns where a map takes the point (x, y), as `[x, y]`. */
export const mapPoint = (matrix: Matrix, x: number, y: number): readonly [x: number, y: number] => [
  matrix[0] * x + matrix[2] * y + matrix[4],
  matrix[1] * x + matrix[3] * y + matrix[5],
]

/**
 * The smallest upright box around the mapped corners of a box, which may be an inverted one.
 * @example mapBox([0, 1, -1, 0, 600, 0], [10, 20, 30, 40]) // [560, 10, 580, 30]
 */
export const mapBox = (matrix: Matrix, box: Box): Box => mapCorners(matrix, box[0], box[1], box[2], box[3])

/**
 * The same of a box by its sides. It runs for every character and object of a page, so it makes nothing but its result.
 * @example mapCorners([1, 0, 0, 1, 5, 5], 0, 0, 10, 10) // [5, 5, 15, 15]
 */
export const mapCorners = (matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Box => {
  const a = matrix[0]
  const b = matrix[1]
  const c = matrix[2]
  const d = matrix[3]
  return [
    Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1) + matrix[4],
    Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1) + matrix[5],
    Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1) + matrix[4],
    Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1) + matrix[5],
  ]
}

/**
 * The map from PDF user space to points (1/72 inch) from the top left of the page as displayed, for a page with this
 * crop box (`[left, bottom, right, top]` in user space) and this clockwise rotation in degrees (ISO 32000-2, 7.7.3.3).
 *
 * @example mapPoint(toDisplay([0, 0, 612, 792], 0), 72, 720) // [72, 72]
 */
export const toDisplay = ([left, bottom, right, top]: Box, rotation: 0 | 90 | 180 | 270): Matrix => {
  const turned: Readonly<Record<typeof rotation, Matrix>> = {
    0: [1, 0, 0, -1, -left, top],
    90: [0, 1, 1, 0, -bottom, -left],
    180: [-1, 0, 0, 1, right, -bottom],
    270: [0, -1, -1, 0, top, right],
  }
  return turned[rotation]
}

/**
 * A box with all coordinates multiplied, as from pixels to points: `scaleBox(box, 72 / dpi)`.
 * @example scaleBox([10, 20, 30, 40], 0.5) // [5, 10, 15, 20]
 */
export const scaleBox = ([x0, y0, x1, y1]: Box, factor: number): Box => [
  x0 * factor,
  y0 * factor,
  x1 * factor,
  y1 * factor,
]

/**
 * The smallest box around all boxes; null for none.
 * @example union([[0, 0, 10, 10], [5, 5, 20, 30]]) // [0, 0, 20, 30]
 */
export const union = (boxes: readonly Box[]): Box | null =>
  boxes.length === 0
    ? null
    : boxes.reduce((all, box) => [
        Math.min(all[0], box[0]),
        Math.min(all[1], box[1]),
        Math.max(all[2], box[2]),
        Math.max(all[3], box[3]),
      ])

/**
 * A box cut off at the edges of a page, whose size is in points, and rounded to a hundredth of a point. Coordinates
 * that are not finite become 0.
 * @example clip([-5, 10, 700.128, 30], 612, 792) // [0, 10, 612, 30]
 */
export const clip = ([x0, y0, x1, y1]: Box, width: number, height: number): Box => [
  clampCoordinate(x0, width),
  clampCoordinate(y0, height),
  clampCoordinate(x1, width),
  clampCoordinate(y1, height),
]

const clampCoordinate = (value: number, limit: number): number =>
  Math.round(Math.min(Math.max(Number.isFinite(value) ? value : 0, 0), limit) * 100) / 100

/** The middle of a box, as `[x, y]`. */
export const centre = ([x0, y0, x1, y1]: Box): readonly [x: number, y: number] => [(x0 + x1) / 2, (y0 + y1) / 2]

/**
 * Tells whether a point is in a box enlarged on every side by `margin`, in the unit of the box; its edges are part of it.
 * @example holds([0, 0, 10, 10], [11, 5], 2) // true
 */
export const holds = ([x0, y0, x1, y1]: Box, [x, y]: readonly [number, number], margin = 0): boolean =>
  x >= x0 - margin && x <= x1 + margin && y >= y0 - margin && y <= y1 + margin

/**
 * The area of a box, in its unit squared; 0 for an inverted one.
 * @example area([0, 0, 10, 5]) // 50
 */
export const area = ([x0, y0, x1, y1]: Box): number => Math.max(0, x1 - x0) * Math.max(0, y1 - y0)

/**
 * The area that two boxes share, in their unit squared; 0 where they only touch.
 * @example overlap([0, 0, 10, 10], [5, 5, 20, 20]) // 25
 */
export const overlap = (a: Box, b: Box): number => {
  const across = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const down = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return across > 0 && down > 0 ? across * down : 0
}
