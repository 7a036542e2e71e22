import { cellContent, inherited } from '../../flow/content.ts'
import { type FlowCell, tableBlock, type FlowBlock } from '../../flow/flow.ts'
import { withHeaderRow } from '../tables.ts'
import { maxOf } from '@polyparse/engine'

/** The definition of a cell: its right edge, and whether it is merged with the one above or to the left. */
export type CellShape = { readonly edge: number; readonly continuesAbove: boolean; readonly continuesLeft: boolean }

export type RichTextRow = {
  readonly contents: readonly (readonly FlowBlock[])[]
  readonly shapes: readonly CellShape[]
  readonly header: boolean
}

/** Twentieths of a point: closer edges are one. */
const nearEdges = 30

/** A table of rows whose cells may end anywhere; cells that end at the same place share a column. */
export const richTextTable = (rows: readonly RichTextRow[]): FlowBlock[] => {
  const edges = edgesOf(rows)
  const columnAt = (edge: number): number => edges.findIndex((one) => Math.abs(one - edge) <= nearEdges)
  const cells: FlowCell[] = []
  const above = new Map<number, number>()
  for (const [row, { contents, shapes, header }] of rows.entries()) {
    let column = 0
    for (const [index, blocks] of contents.entries()) {
      const shape = shapes[index]
      const end = shape === undefined ? column + 1 : columnAt(shape.edge) + 1
      const columnSpan = Math.max(1, end - column)
      const reaching = above.get(column)
      const upper = reaching === undefined ? undefined : cells[reaching]
      const last = cells.at(-1)
      if (shape?.continuesAbove === true && reaching !== undefined && upper !== undefined)
        cells[reaching] = { ...upper, rowSpan: row - upper.row + 1 }
      else if (shape?.continuesLeft === true && last?.row === row)
        cells.splice(-1, 1, { ...last, columnSpan: last.columnSpan + columnSpan })
      else {
        above.set(column, cells.length)
        cells.push({ row, column, rowSpan: 1, columnSpan, ...cellContent(blocks), header })
      }
      column += columnSpan
    }
  }
  if (!cells.some(({ text, blocks }) => text !== '' || blocks !== undefined)) return []
  const columnCount = maxOf(
    cells.map(({ column, columnSpan }) => column + columnSpan),
    0,
  )
  const block = tableBlock({ rowCount: rows.length, columnCount, cells: withHeaderRow(cells, columnCount) })
  return [{ ...block, ...inherited(rows.flatMap(({ contents }) => contents.flat())) }]
}

const edgesOf = (rows: readonly RichTextRow[]): number[] => {
  const all = rows.flatMap(({ shapes }) => shapes.map(({ edge }) => edge)).toSorted((a, b) => a - b)
  const edges: number[] = []
  for (const edge of all) if (edge - (edges.at(-1) ?? Number.NEGATIVE_INFINITY) > nearEdges) edges.push(edge)
  return edges
}
