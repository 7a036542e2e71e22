import type { OfficeContentNode } from '#officeparser'
import type { FlowBlock } from '../../flow/flow.ts'
import { flowText } from '../../flow/text.ts'
import { createNotes } from '../notes.ts'
import { sheetBlocks, type SheetCell } from '../sheet/sheet-blocks.ts'
import { stretchesOf } from './inline.ts'

/** The cells of a sheet node as tables under the name of the sheet. */
export const sheetNodeBlocks = (sheet: OfficeContentNode & { type: 'sheet' }): FlowBlock[] => {
  const cells = (sheet.children ?? []).flatMap((row) => (row.children ?? []).flatMap(cellOf))
  const blocks = sheetBlocks(cells)
  const name = sheet.metadata?.sheetName ?? ''
  return name === '' ? blocks : [{ type: 'heading', level: 1, text: name }, ...blocks]
}

const cellOf = (node: OfficeContentNode): SheetCell[] => {
  if (node.type !== 'cell' || node.metadata === undefined) return []
  const { row, col, rowSpan = 1, colSpan = 1 } = node.metadata
  const lines = (node.children ?? []).map((child) => flowText(stretchesOf(child, createNotes())).text)
  const text = lines.filter((line) => line !== '').join('\n')
  return [{ row, column: col, rowSpan, columnSpan: colSpan, text }]
}
