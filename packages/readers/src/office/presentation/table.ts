import type { Cell } from '@polyparse/document'
import { tableBlock, type FlowBlock } from '../../flow/flow.ts'
import { childOf, elementsIn, type XmlElement } from '../../xml/element.ts'
import { withHeaderRow } from '../header-row.ts'
import { linesOf } from '../lines-of.ts'
import type { Part } from '../package/relationships.ts'
import { bodyBlocks } from './text-body.ts'

/** A table of DrawingML; cells that are merged into another are there, and say so. */
export const slideTable = (table: XmlElement, part: Part): FlowBlock[] => {
  const rows = elementsIn(table, 'a:tr')
  const hasHeader = isTrue(childOf(table, 'a:tblPr')?.attributes['firstRow']) && rows.length > 1
  const columnCount = Math.max(0, ...rows.map((row) => elementsIn(row, 'a:tc').length))
  const cells = rows.flatMap((row, rowIndex) =>
    elementsIn(row, 'a:tc').flatMap((cell, column): Cell[] => {
      const { attributes } = cell
      if (isTrue(attributes['hMerge']) || isTrue(attributes['vMerge'])) return []
      return [
        {
          row: rowIndex,
          column,
          rowSpan: span(attributes['rowSpan'], rows.length - rowIndex),
          columnSpan: span(attributes['gridSpan'], columnCount - column),
          text: linesOf(bodyBlocks(childOf(cell, 'a:txBody'), part, () => null)),
          header: hasHeader && rowIndex === 0,
        },
      ]
    }),
  )
  if (!cells.some(({ text }) => text !== '')) return []
  return [tableBlock({ rowCount: rows.length, columnCount, cells: withHeaderRow(cells, columnCount) })]
}

const span = (value: string | undefined, max: number): number =>
  Math.min(Math.max(Number.parseInt(value ?? '1', 10) || 1, 1), max)

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'
