import { maxOf } from '@polyparse/engine'
import { type FlowBlock, tableBlock } from '../../flow/flow.ts'
import { markupCell } from '../../flow/held.ts'
import { type MarkupCell, placeFlowCells } from '../../flow/place-cells.ts'
import { createWriter, type FlowWriter } from '../../flow/writer.ts'
import { linesOfContent } from '../../flow/content.ts'

/** A cell with what is written in it, which may be part of a header. */
type LatexTableCell = Required<Pick<MarkupCell, 'text' | 'rowSpan' | 'columnSpan' | 'column'>> & {
  readonly blocks: readonly FlowBlock[]
}

/** A table that is being read: its rows so far, and the cell that is open. */
export type TableInMaking = {
  /** The number of groups that are open around its cells: a sign within more of them does not belong to the table. */
  readonly depth: number
  readonly outer: FlowWriter
  rows: LatexTableCell[][]
  cells: LatexTableCell[]
  column: number
  span: { rows: number; columns: number }
  /** Rows that have a rule above them. */
  readonly rules: Set<number>
  /** Rows that a long table repeats on each page, and those at its end. */
  head: LatexTableCell[][]
  hasFirstHead: boolean
  foot: LatexTableCell[][]
  readonly pictures: FlowBlock[]
}

export const beginTable = (outer: FlowWriter, depth: number): TableInMaking => ({
  depth,
  outer,
  rows: [],
  cells: [],
  column: 0,
  span: { rows: 1, columns: 1 },
  rules: new Set(),
  head: [],
  foot: [],
  hasFirstHead: false,
  pictures: [],
})

/** Ends the cell that was written, and returns the writer of the next. */
export const endCell = (table: TableInMaking, writer: FlowWriter): FlowWriter => {
  writer.end()
  for (const block of writer.blocks) if (block.type === 'picture') table.pictures.push(block)
  const { rows: rowSpan, columns: columnSpan } = table.span
  const text = linesOfContent(writer.blocks)
  table.cells.push({ text, blocks: writer.blocks, column: table.column, rowSpan, columnSpan })
  table.column += columnSpan
  table.span = { rows: 1, columns: 1 }
  return createWriter()
}

export const endRow = (table: TableInMaking): void => {
  if (table.cells.length > 1 || table.cells.some(({ text }) => text !== '')) table.rows.push(table.cells)
  table.cells = []
  table.column = 0
}

/** Ends a part that a long table repeats on each page: of two heads the first is shown, and of two feet the last. */
export const endPart = (table: TableInMaking, part: string): void => {
  if (part === 'endfirsthead' || (part === 'endhead' && !table.hasFirstHead)) {
    table.head = table.rows
    table.hasFirstHead = true
  }
  if (part === 'endlastfoot' || (part === 'endfoot' && table.foot.length === 0)) table.foot = table.rows
  table.rows = []
  table.rules.clear()
  table.rules.add(table.head.length)
}

/** The rows above the first rule within a table are its header, if they are few. */
const maxHeaderRows = 3

/** The finished table; nothing where it has no text. */
export const finishTable = (table: TableInMaking, caption: string): readonly FlowBlock[] => {
  const rows = [...table.head, ...table.rows, ...table.foot]
  const inner = [...table.rules].filter((row) => row > 0 && row < rows.length)
  const headerRows = inner.length === 0 ? 0 : inner.reduce((a, b) => Math.min(a, b))
  const isHeader = (row: number): boolean => row < headerRows && headerRows <= maxHeaderRows
  const columnCount = maxOf(
    rows.flatMap((cells) => cells.map(({ column, columnSpan }) => column + columnSpan)),
    0,
  )
  // A cell below one that spans rows is empty in the source.
  const coveredTo: number[] = []
  const shown = rows.map((cells, row) =>
    cells.flatMap(({ text, blocks, ...place }): MarkupCell[] => {
      const { column, rowSpan, columnSpan } = place
      if (text === '' && (coveredTo[column] ?? 0) > row) return []
      if (rowSpan > 1)
        for (let at = column; at < Math.min(column + columnSpan, columnCount); at += 1) coveredTo[at] = row + rowSpan
      const header = isHeader(row)
      return [{ ...place, ...markupCell(blocks, header), header }]
    }),
  )
  const found = rows.some((cells) => cells.some(({ text }) => text !== '')) ? placeFlowCells(shown, caption) : null
  // A table without text only puts pictures side by side.
  return found === null ? table.pictures : [tableBlock(found)]
}
