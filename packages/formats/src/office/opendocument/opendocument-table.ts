import { type FlowBlock, type FlowCell, maxCells, maxColumns, tableBlock } from '../../flow/flow.ts'
import { elementsIn, type XmlElement } from '../../xml/element.ts'
import { withHeaderRow } from '../tables.ts'
import { cellContent, inherited } from '../../flow/content.ts'
import type { OpenDocumentContext } from './opendocument-context.ts'
import { maxOf } from '@polyparse/engine'

/** A table of a text with its spans. A table of one cell is a frame around its content. */
export const readOpenDocumentTable = (table: XmlElement, context: OpenDocumentContext): FlowBlock[] => {
  const rows = rowsOfOpenDocumentTable(table)
  const [first] = rows
  const only = first === undefined ? [] : elementsIn(first.element, 'table:table-cell')
  if (rows.length === 1 && first?.repeated === 1 && only.length === 1 && only[0] !== undefined)
    return context.read(only[0], context)

  const cells: FlowCell[] = []
  const held: FlowBlock[] = []
  let truncated = false
  let row = 0
  for (const [index, { element, header, repeated: copies }] of rows.entries()) {
    const start = cells.length
    let column = 0
    for (const cell of elementsIn(element)) {
      if (column >= maxColumns || cells.length >= maxCells) {
        truncated = true
        break
      }
      const repeated = count(cell, 'table:number-columns-repeated', maxColumns - column)
      if (cell.name === 'table:table-cell') {
        const blocks = context.read(cell, context)
        for (const block of blocks) held.push(block)
        const content = cellContent(blocks)
        const rowSpan = count(cell, 'table:number-rows-spanned', rows.length - index)
        const columnSpan = count(cell, 'table:number-columns-spanned', maxColumns - column)
        for (let copy = 0; copy < repeated && cells.length < maxCells; copy += 1)
          cells.push({ row, column: column + copy, rowSpan, columnSpan, ...content, header })
      }
      column += repeated
    }
    const own = cells.slice(start)
    // An empty row is one, however often: programs fill tables with them to the end of a sheet.
    const times = own.some(({ text, blocks }) => text !== '' || blocks !== undefined) ? copies : 1
    for (let copy = 1; copy < times && !truncated; copy += 1) {
      truncated = cells.length + own.length > maxCells
      if (!truncated) for (const cell of own) cells.push({ ...cell, row: row + copy })
    }
    row += times
  }
  if (!cells.some(({ text, blocks }) => text !== '' || blocks !== undefined)) return []
  const columnCount = maxOf(
    cells.map(({ column, columnSpan }) => column + columnSpan),
    0,
  )
  const shown = { rowCount: row, columnCount, cells: withHeaderRow(cells, columnCount) }
  const block = tableBlock({ ...shown, ...(truncated && { truncated }) })
  return [{ ...block, ...inherited(held) }]
}

/** Between 1 and `limit`. */
export const count = ({ attributes }: XmlElement, name: string, limit: number): number =>
  Math.max(1, Math.min(Number.parseInt(attributes[name] ?? '1', 10) || 1, limit))

type OpenDocumentTableRow = { readonly element: XmlElement; readonly header: boolean; readonly repeated: number }

const rowsOfOpenDocumentTable = (parent: XmlElement, header = false): OpenDocumentTableRow[] =>
  elementsIn(parent).flatMap((child): OpenDocumentTableRow[] => {
    if (child.name === 'table:table-row')
      return [{ element: child, header, repeated: count(child, 'table:number-rows-repeated', maxCells) }]
    if (child.name === 'table:table-header-rows') return rowsOfOpenDocumentTable(child, true)
    return child.name === 'table:table-rows' || child.name === 'table:table-row-group'
      ? rowsOfOpenDocumentTable(child, header)
      : []
  })
