import { type Box, identity, mapBox, type Matrix, union } from '@polyparse/document'
import type { DraftBlock, DraftPage, DraftTable, Line } from '../../paged/draft.ts'

/** A page that was laid out with level lines, with all boxes mapped to the page as it is displayed. */
export const turnBack = (page: DraftPage, back: Matrix): DraftPage => {
  if (back === identity) return page
  return { ...page, blocks: page.blocks.map((block) => turnBlock(block, back)) }
}

/** The map from a page with level lines to the page as displayed, on which they fall by `skew` radians. */
export const backMatrix = (skew: number, size: { readonly width: number; readonly height: number }): Matrix => {
  if (skew === 0) return identity
  const [x, y] = [size.width / 2, size.height / 2]
  const [sin, cos] = [Math.sin(skew), Math.cos(skew)]
  return [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos]
}

const turnBlock = (block: DraftBlock, back: Matrix): DraftBlock => {
  const lines = block.lines.map((line) => turnLine(line, back))
  const box = block.table === undefined ? union(lines.map((line) => line.box)) : null
  return {
    ...block,
    lines,
    // The bounds of a rotated box are larger than its content, by least for small boxes such as words.
    box: box ?? mapBox(back, block.box),
    ...(block.table !== undefined && { table: turnTable(block.table, back) }),
  }
}

const turnLine = (line: Line, back: Matrix): Line => {
  const words = line.words.map((word) => Object.assign({}, word, { box: mapBox(back, word.box) }))
  return { ...line, words, box: union(words.map(({ box }): Box => box)) ?? mapBox(back, line.box) }
}

const turnTable = (table: DraftTable, back: Matrix): DraftTable => ({
  ...table,
  cells: table.cells.map(({ box, ...cell }) => ({ ...cell, box: box === null ? null : mapBox(back, box) })),
})
