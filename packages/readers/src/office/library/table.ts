import type { OfficeContentNode } from '#officeparser'
import { type FlowCell, type FlowBlock, flowText, tableBlock } from '../../flow/flow.ts'
import { withHeaderRow } from '../tables.ts'
import type { Notes } from '../../flow/notes.ts'
import { stretchesOf } from './inline.ts'
import { maxOf } from '../../extremes.ts'

/** A table; the paragraphs of a cell become its lines. */
export const tableOf = (node: OfficeContentNode, notes: Notes): FlowBlock[] => {
  const cells: FlowCell[] = []
  for (const [rowIndex, row] of childrenOf(node).entries()) {
    for (const [columnIndex, cell] of childrenOf(row).entries()) {
      if (cell.type !== 'cell') continue
      const { row: at, col, rowSpan, colSpan, style } = cell.metadata ?? {}
      cells.push({
        row: at ?? rowIndex,
        column: col ?? columnIndex,
        rowSpan: rowSpan ?? 1,
        columnSpan: colSpan ?? 1,
        text: cellText(cell, notes),
        header: style === 'header',
      })
    }
  }
  if (!cells.some(({ text }) => text !== '')) return []
  const rowCount = maxOf(
    cells.map(({ row, rowSpan }) => row + rowSpan),
    0,
  )
  const columnCount = maxOf(
    cells.map(({ column, columnSpan }) => column + columnSpan),
    0,
  )
  return [tableBlock({ rowCount, columnCount, cells: withHeaderRow(cells, columnCount) })]
}

const cellText = (node: OfficeContentNode, notes: Notes): string => {
  if (node.type === 'table') {
    const rows = childrenOf(node).map((row) => childrenOf(row).map((cell) => cellText(cell, notes)))
    return rows.map((texts) => texts.join(' ')).join('\n')
  }
  const children = childrenOf(node)
  const isInline = children.every(({ type }) => type === 'text' || type === 'break' || type === 'code')
  if (isInline) return flowText(stretchesOf(node, notes)).text
  return children
    .map((child) => cellText(child, notes))
    .filter((text) => text !== '')
    .join('\n')
}

const childrenOf = ({ children }: OfficeContentNode): readonly OfficeContentNode[] => children ?? []
