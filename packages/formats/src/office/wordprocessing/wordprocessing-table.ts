import { type FlowBlock, type FlowCell, maxColumns, tableBlock } from '../../flow/flow.ts'
import { childOf, elementsIn, isOn, valueOf, type XmlElement } from '../../xml/element.ts'
import { withHeaderRow } from '../tables.ts'
import { cellContent, inherited } from '../../flow/content.ts'
import { insideControl } from './content-controls.ts'
import type { WordprocessingContext } from './wordprocessing-context.ts'
import { maxOf } from '@polyparse/engine'

/** A cell, and the context of what is in it. */
type DocxTableCell = { readonly element: XmlElement; readonly inside: WordprocessingContext }
type DocxTableRow = { readonly cells: readonly DocxTableCell[]; readonly before: number; readonly header: boolean }

/**
 * A table with its spans. A table of one cell is a frame around its content, which is read as if the frame were not
 * there.
 */
export const readWordprocessingTable = (table: XmlElement, context: WordprocessingContext): FlowBlock[] => {
  const rows = rowsOfDocxTable(table, context)
  const [first] = rows
  const [only] = first?.cells ?? []
  if (rows.length === 1 && first?.cells.length === 1 && only !== undefined)
    return context.read(only.element, only.inside)

  const cells: FlowCell[] = []
  const held: FlowBlock[] = []
  let truncated = false
  /** The index of the cell that reaches down to the previous row, by column. */
  const open = new Map<number, number>()
  for (const [row, { cells: elements, before, header }] of rows.entries()) {
    let column = before
    for (const { element, inside } of elements) {
      const properties = childOf(element, 'w:tcPr')
      const columnSpan = Math.max(1, Number.parseInt(valueOf(properties, 'w:gridSpan') ?? '1', 10) || 1)
      if (column + columnSpan > maxColumns) {
        truncated = true
        break
      }
      const merge = childOf(properties, 'w:vMerge')
      const above = open.get(column)
      const aboveCell = above === undefined ? undefined : cells[above]
      const continues = merge !== undefined && merge.attributes['w:val'] !== 'restart'
      if (continues && above !== undefined && aboveCell !== undefined) {
        cells[above] = { ...aboveCell, rowSpan: row - aboveCell.row + 1 }
      } else {
        if (merge === undefined) open.delete(column)
        else open.set(column, cells.length)
        const blocks = context.read(element, inside)
        for (const block of blocks) held.push(block)
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
  const shown = { rowCount: rows.length, columnCount, cells: withHeaderRow(cells, columnCount) }
  const block = tableBlock({ ...shown, ...(truncated && { truncated }) })
  return [{ ...block, ...inherited(held) }]
}

/** The rows, including those in content controls, without deleted and hidden ones. */
const rowsOfDocxTable = (parent: XmlElement, context: WordprocessingContext): DocxTableRow[] =>
  elementsIn(parent).flatMap((child): DocxTableRow[] => {
    if (child.name !== 'w:tr') return wrappers.has(child.name) ? rowsOfDocxTable(child, context) : []
    const properties = childOf(child, 'w:trPr')
    if (childOf(properties, 'w:del') !== undefined) return []
    if (!context.includeHidden && isOn(childOf(properties, 'w:hidden'))) {
      context.omitted.hidden = true
      return []
    }
    const before = Math.min(Number.parseInt(valueOf(properties, 'w:gridBefore') ?? '0', 10) || 0, maxColumns)
    return [{ cells: cellsOfDocxRow(child, context), before, header: isOn(childOf(properties, 'w:tblHeader')) }]
  })

const cellsOfDocxRow = (row: XmlElement, context: WordprocessingContext): DocxTableCell[] =>
  elementsIn(row).flatMap((child) => {
    if (child.name === 'w:tc') return [{ element: child, inside: context }]
    return wrappers.has(child.name) ? cellsOfDocxRow(child, insideControl(child, context)) : []
  })

const wrappers = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo'])
