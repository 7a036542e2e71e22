import type { FlowBlock } from '../../flow/flow.ts'
import { gathered, type Placed } from '../../flow/gather.ts'
import { type CellShape, type RichTextRow, richTextTable } from './rich-text-table.ts'

/** The tables that are open, one in a cell of the other. They take paragraphs into the text, or into a cell. */
export type OpenTables = {
  /** Counts how many cells the open row of the outermost table has. */
  cellCount(): number
  /** Adds to the text (depth 0), or to the open cell of a table. */
  add(placed: readonly Placed[], depth: number): void
  endCell(depth: number): void
  readonly endRow: (depth: number, shapes: readonly CellShape[], header: boolean) => void
  finish(): FlowBlock[]
}

type OpenTable = { rows: RichTextRow[]; contents: FlowBlock[][]; inCell: Placed[] }

/** Tables in each other; deeper ones are an attack on the stack, and belong to the deepest. */
const maxRtfTableDepth = 20

export const openTables = (): OpenTables => {
  const text: Placed[] = []
  const open: OpenTable[] = []

  /** A row without its end, or a cell without its own, is one all the same; paragraphs without any cell are text. */
  const closeDeeperThan = (depth: number): void => {
    while (open.length > depth) {
      const closed = open.pop()
      if (closed === undefined) return
      const { rows, contents, inCell } = closed
      const isOpenRow = contents.length > 0
      if (isOpenRow && inCell.length > 0) contents.push(gathered(inCell))
      if (isOpenRow) rows.push({ contents, shapes: [], header: false })
      const outer = open.at(-1)?.inCell ?? text
      for (const block of richTextTable(rows)) outer.push({ block })
      if (!isOpenRow) for (const placed of inCell) outer.push(placed)
    }
  }
  const tableAt = (given: number): OpenTable => {
    const depth = Math.min(Math.max(given, 1), maxRtfTableDepth)
    closeDeeperThan(depth)
    while (open.length < depth - 1) open.push({ rows: [], contents: [], inCell: [] })
    const table = open[depth - 1] ?? { rows: [], contents: [], inCell: [] }
    open[depth - 1] = table
    return table
  }
  return {
    cellCount: () => open[0]?.contents.length ?? 0,
    add: (placed, depth) => {
      if (depth === 0) closeDeeperThan(0)
      const to = depth === 0 ? text : tableAt(depth).inCell
      for (const one of placed) to.push(one)
    },
    endCell: (depth) => {
      const table = tableAt(depth)
      table.contents.push(gathered(table.inCell))
      table.inCell = []
    },
    endRow: (depth, shapes, header) => {
      const table = tableAt(depth)
      if (table.contents.length > 0) table.rows.push({ contents: table.contents, shapes, header })
      table.contents = []
    },
    finish: () => {
      closeDeeperThan(0)
      return gathered(text)
    },
  }
}
