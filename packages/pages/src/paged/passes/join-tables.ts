import { area, overlap, union, type Box } from '@polyparse/document'
import type { Draft, DraftBlock, DraftCell, DraftPage, DraftTable } from '../draft.ts'
import { tableLayers as limits } from '../parameters.ts'

/**
 * Joins the layers of one table. A table whose columns were taken for columns of text comes as several grids of the
 * same rows over the same place, each with the cells that the others leave empty.
 */
export const joinTables = (draft: Draft): Draft => ({ ...draft, pages: draft.pages.map(joinOnPage) })

const joinOnPage = (page: DraftPage): DraftPage => {
  const blocks: DraftBlock[] = []
  for (const block of page.blocks) {
    const joined = blocks.map((below) => joinTableLayers(below, block))
    const index = joined.findIndex((one) => one !== null)
    const whole = joined[index] ?? null
    if (whole === null) blocks.push(block)
    else blocks[index] = whole
  }
  return { ...page, blocks }
}

/** Two tables as one, in the place of the first. Returns null when they are not layers of one table. */
const joinTableLayers = (a: DraftBlock, b: DraftBlock): DraftBlock | null => {
  if (a.table === undefined || b.table === undefined || a.table.rowCount !== b.table.rowCount) return null
  if (overlap(a.box, b.box) < limits.minOverlap * Math.min(area(a.box), area(b.box))) return null
  const [wide, narrow] = a.table.columnCount < b.table.columnCount ? [b.table, a.table] : [a.table, b.table]
  const cells = layOver(wide, narrow)
  if (cells === null) return null
  return { ...a, box: union([a.box, b.box]) ?? a.box, lines: [...a.lines, ...b.lines], table: { ...wide, cells } }
}

/** The cells of a table with the texts of another one over them. Returns null when a cell has a text already. */
const layOver = ({ cells }: DraftTable, over: DraftTable): DraftCell[] | null => {
  const laid = [...cells]
  for (const cell of over.cells.filter(({ text }) => text !== '')) {
    const at = laid.findIndex(
      ({ row, box }) => row === cell.row && box !== null && cell.box !== null && startsIn(cell.box, box),
    )
    const under = laid[at]
    if (under === undefined || under.text !== '') return null
    laid[at] = { ...under, text: cell.text, ...(cell.runs && { runs: cell.runs }), header: under.header || cell.header }
  }
  return laid
}

const startsIn = (box: Box, cell: Box): boolean =>
  box[0] + limits.tolerance > cell[0] && box[0] + limits.tolerance < cell[2]
