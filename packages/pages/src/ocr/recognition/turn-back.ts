import { type Box, mapPoint, type Matrix, union } from '@polyparse/document'
import type { PointMap } from '@polyparse/engine/images'
import type { DraftBlock, DraftPage, DraftTable, Line } from '../../paged/draft.ts'

/** A page that was laid out with level lines, with all boxes mapped to the page as it is displayed. */
export const turnWordsBack = (page: DraftPage, back: PointMap): DraftPage => {
  if (back === unmoved) return page
  return { ...page, blocks: page.blocks.map((block) => turnBlock(block, back)) }
}

/** The map from a page with level lines to the page as displayed, on which they fall by `skew` radians. */
export const backFromLevel = (skew: number, size: { readonly width: number; readonly height: number }): PointMap => {
  if (skew === 0) return unmoved
  const [x, y] = [size.width / 2, size.height / 2]
  const [sin, cos] = [Math.sin(skew), Math.cos(skew)]
  return byMatrix([cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos])
}

/** Leaves all points where they are. */
export const unmoved: PointMap = (x, y) => [x, y]

export const byMatrix =
  (matrix: Matrix): PointMap =>
  (x, y) =>
    mapPoint(matrix, x, y)

/** First one map, then the other. */
export const inTurn =
  (first: PointMap, then: PointMap): PointMap =>
  (x, y) =>
    then(...first(x, y))

/**
 * The bounds of a box whose corners have moved.
 * @example moveBox((x, y) => [x + 5, y], [0, 0, 10, 10]) // [5, 0, 15, 10]
 */
export const moveBox = (map: PointMap, [x0, y0, x1, y1]: Box): Box => {
  const corners = [map(x0, y0), map(x1, y0), map(x1, y1), map(x0, y1)]
  const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)]
}

/** A block with all its boxes mapped. */
export const turnBlock = (block: DraftBlock, back: PointMap): DraftBlock => {
  const lines = block.lines.map((line) => turnLine(line, back))
  const box = block.table === undefined ? union(lines.map((line) => line.box)) : null
  return {
    ...block,
    lines,
    // The bounds of a rotated box are larger than its content, by least for small boxes such as words.
    box: box ?? moveBox(back, block.box),
    ...(block.table !== undefined && { table: turnTable(block.table, back) }),
  }
}

const turnLine = (line: Line, back: PointMap): Line => {
  const words = line.words.map((word) => Object.assign({}, word, { box: moveBox(back, word.box) }))
  return { ...line, words, box: union(words.map(({ box }): Box => box)) ?? moveBox(back, line.box) }
}

const turnTable = (table: DraftTable, back: PointMap): DraftTable => ({
  ...table,
  cells: table.cells.map(({ box, ...cell }) => ({ ...cell, box: box === null ? null : moveBox(back, box) })),
})
