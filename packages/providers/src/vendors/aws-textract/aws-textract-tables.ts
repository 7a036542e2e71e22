import type { FlowCell } from '@polyparse/formats/markup'
import type { AnswerBlock } from '../../answer.ts'
import { placedTable } from '../../answer-blocks.ts'
import { gridTable } from '../../grid-table.ts'
import type { TextractBlock } from './aws-textract-answer-shape.ts'
import { boxOfGeometry, textractConfidence, textOfTextractBlock, type Graph } from './graph.ts'

/**
 * A table. The vendor lists each place of the grid as a cell, and merged cells besides, which refer to the cells that
 * they are made of.
 */
export const tableBlockOf = (table: TextractBlock, graph: Graph): AnswerBlock => {
  const merged = graph.related(table, 'MERGED_CELL')
  const parts = new Set(merged.flatMap((cell) => graph.related(cell)))
  const single = graph.related(table).filter((cell) => cell.BlockType === 'CELL' && !parts.has(cell))
  const leaves = graph.leaves(table)
  const inside = new Set(leaves)
  // A title may also be a row of the table itself.
  const title = graph
    .related(table, 'TABLE_TITLE')
    .flatMap((each) => graph.leaves(each))
    .filter((leaf) => !inside.has(leaf))
  return placedTable(
    gridTable(
      [...single, ...merged].map((cell) => flowCellOfTextractCell(cell, graph)),
      textOfTextractBlock(title),
    ),
    { box: boxOfGeometry(table), confidence: textractConfidence(table, leaves) },
  )
}

const flowCellOfTextractCell = (cell: TextractBlock, graph: Graph): FlowCell => {
  const leaves = graph.leaves(cell)
  const confidence = textractConfidence(cell, leaves)
  const bbox = boxOfGeometry(cell)
  return {
    row: (cell.RowIndex ?? 1) - 1,
    column: (cell.ColumnIndex ?? 1) - 1,
    rowSpan: cell.RowSpan ?? 1,
    columnSpan: cell.ColumnSpan ?? 1,
    text: textOfTextractBlock(leaves),
    header: [cell, ...graph.related(cell)].some(({ EntityTypes: types }) => types?.includes('COLUMN_HEADER') === true),
    ...(bbox !== null && { bbox }),
    ...(confidence !== undefined && { confidence }),
  }
}
