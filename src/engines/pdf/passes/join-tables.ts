import type { Box } from '../../../document/model.ts'
import type { Draft, DraftBlock, DraftCell, DraftPage, DraftTable } from '../draft.ts'
import { area, overlap, union } from '../geometry.ts'

/**
 * A table whose columns were taken for columns of text comes in layers: grids of the same rows over the same place, each
 * with the cells that the others leave empty. They are laid on top of each other.
 */
export const joinTables = (draft: Draft): Draft => ({ ...draft, pages: draft.pages.map(joinOnPage) })

const joinOnPage = (page: DraftPage): DraftPage => {
  const blocks: DraftBlock[] = []
  for (const block of page.blocks) {
    const joined = blocks.map((below) => join(below, block))
    const index = joined.findIndex((one) => one !== null)
    const whole = joined[index] ?? null
    if (whole === null) blocks.push(block)
    else blocks[index] = whole
  }
  return { ...page, blocks }
}

/** The two as one, in the place of the first; null when they are not layers of one table. */
const join = (a: DraftBlock, b: DraftBlock): DraftBlock | null => {
  if (a.table === undefined || b.table === undefined || a.table.rows.length !== b.table.rows.length) return null
  if (overlap(a.box, b.box) < 0.5 * Math.min(area(a.box), area(b.box))) return null
  const [wide, narrow] = columns(a.table) < columns(b.table) ? [b.table, a.table] : [a.table, b.table]
  const rows = wide.rows.map((row, index) => layRow(row, narrow.rows[index] ?? []))
  if (!rows.every((row) => row !== null)) return null
  const headerRows = Math.max(a.table.headerRows, b.table.headerRows)
  return { ...a, box: union([a.box, b.box]) ?? a.box, lines: [...a.lines, ...b.lines], table: { rows, headerRows } }
}

const columns = ({ rows }: DraftTable): number => Math.max(0, ...rows.map((row) => row.length))

/** A row with the texts of another in the cells where they stand; null when one of those is not empty. */
const layRow = (row: readonly DraftCell[], over: readonly DraftCell[]): DraftCell[] | null => {
  const laid = [...row]
  for (const cell of over.filter(({ text }) => text !== '')) {
    const at = laid.findIndex(({ box }) => box !== null && cell.box !== null && startsIn(cell.box, box))
    const under = laid[at]
    if (under === undefined || under.text !== '') return null
    laid[at] = { ...under, text: cell.text }
  }
  return laid
}

const startsIn = (box: Box, cell: Box): boolean => box[0] + 2 > cell[0] && box[0] + 2 < cell[2]
