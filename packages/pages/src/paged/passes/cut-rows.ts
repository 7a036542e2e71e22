import { centre, holds, union } from '@polyparse/document'
import { maxOf } from '@polyparse/engine'
import { areMostlyRightToLeft } from '../../language/direction.ts'
import { isNumericText } from '../../language/numbers.ts'
import { joinLines } from '../../language/line-joints.ts'
import type { Draft, DraftBlock, DraftCell, DraftTable, DraftWord } from '../draft.ts'
import { cutRows as limits } from '../parameters.ts'

/**
 * Puts the end of a row that a page break cuts to its beginning on the page before. Else it would be a row of its own,
 * without values, and the label of the row before would be half of its text.
 */
export const joinCutRows = (draft: Draft): Draft => {
  const pages = draft.pages.map(({ blocks }) => [...blocks])
  let before: { readonly page: number; readonly index: number; readonly block: TableBlock } | null = null
  for (const [page, blocks] of pages.entries())
    for (const [index, found] of blocks.entries()) {
      if (!isTableBlock(found)) continue
      const joined: JoinedParts | null =
        found.continues !== undefined && before !== null && before.page < page ? joinCutRow(before.block, found) : null
      if (joined !== null && before !== null) pages[before.page]?.splice(before.index, 1, joined.above)
      const block: TableBlock = joined?.below ?? found
      blocks[index] = block
      before = { page, index, block }
    }
  return {
    ...draft,
    pages: draft.pages.map((page, index) => ({ ...page, blocks: pages[index] ?? page.blocks })),
  }
}

type TableBlock = DraftBlock & { readonly table: DraftTable }

type JoinedParts = { readonly above: TableBlock; readonly below: TableBlock }

const isTableBlock = (block: DraftBlock): block is TableBlock => block.table !== undefined

/** Both parts of a table without the cut. Null where no row is cut, as far as the page shows it. */
const joinCutRow = (above: TableBlock, below: TableBlock): JoinedParts | null => {
  const [upper, lower] = [textsByRow(above.table), textsByRow(below.table)]
  const last = upper.at(-1) ?? []
  const header = lower.findIndex((row, index) => index >= limits.maxHeaderRows || !isSameRow(row, upper[index] ?? []))
  const ends = lower[header] ?? []
  const others = [...upper.slice(header), ...lower.slice(header + 1)]
  // If other rows have as few cells, they are headings or rows of their own, and this may be one.
  const isAlone = others.length > 1 && others.every(({ length }) => length > ends.length)
  if (header < 0 || header + 1 === below.table.rowCount || ends.length === 0 || !isAlone) return null
  const beginnings = ends.map((end) => last.find((cell) => cell.column === end.column && areParts(cell, end)))
  const isCut = ends.every((end, index) => {
    const beginning = beginnings[index]
    return beginning !== undefined && hasNoRoom([above, beginning], [below, end])
  })
  if (!isCut) return null
  const rest = new Map(beginnings.flatMap((cell, index) => (cell === undefined ? [] : [[cell, ends[index]] as const])))
  return {
    above: {
      ...above,
      table: { ...above.table, cells: above.table.cells.map((cell) => withEnd(cell, rest.get(cell))) },
    },
    below: { ...below, table: withoutRowOfTable(below.table, header) },
  }
}

/** The cells with a text, by the row in which they begin. */
const textsByRow = ({ rowCount, cells }: DraftTable): DraftCell[][] => {
  const rows = Array.from({ length: rowCount }, (): DraftCell[] => [])
  for (const cell of cells) if (cell.text !== '') rows[cell.row]?.push(cell)
  return rows
}

const isSameRow = (a: readonly DraftCell[], b: readonly DraftCell[]): boolean =>
  a.length > 0 &&
  a.length === b.length &&
  a.every(({ text, column }, index) => text === b[index]?.text && column === b[index]?.column)

const areParts = (...cells: readonly DraftCell[]): boolean =>
  cells.every(({ text, rowSpan, columnSpan }) => rowSpan === 1 && columnSpan === 1 && !isNumericText(text))

type CellInBlock = readonly [block: TableBlock, cell: DraftCell]

/** Tells whether the last line of the first part left no room in its column for the first word of the second. */
const hasNoRoom = ([above, beginning]: CellInBlock, [below, end]: CellInBlock): boolean => {
  const [first] = wordsOfCell(below, end)
  const own = wordsOfCell(above, beginning)
  const bottom = maxOf(own.map(({ box }) => box[3]))
  const line = own.filter(({ box, size }) => bottom - box[3] < size / 2)
  if (first === undefined || line.length === 0 || areMostlyRightToLeft(own)) return false
  const inColumn = [above, below].flatMap((block) => wordsOfColumn(block, end.column))
  const room = maxOf(inColumn.map(({ box }) => box[2])) - maxOf(line.map(({ box }) => box[2]))
  return first.box[2] - first.box[0] + first.size * limits.space > room
}

const wordsOfCell = ({ lines }: TableBlock, { box }: DraftCell): DraftWord[] =>
  box === null ? [] : lines.flatMap(({ words }) => words.filter((word) => holds(box, centre(word.box))))

const wordsOfColumn = ({ lines, table }: TableBlock, column: number): DraftWord[] => {
  const boxes = table.cells.flatMap((cell) =>
    cell.column === column && cell.columnSpan === 1 && cell.box !== null ? [cell.box] : [],
  )
  const all = union(boxes)
  return all === null ? [] : lines.flatMap(({ words }) => words.filter((word) => holds(all, centre(word.box))))
}

const withEnd = (cell: DraftCell, end: DraftCell | undefined): DraftCell => {
  if (end === undefined) return cell
  const runs =
    cell.runs === undefined && end.runs === undefined ? undefined : [...runsOfCell(cell, ' '), ...runsOfCell(end, '')]
  return { ...cell, text: joinLines([cell.text, end.text]), ...(runs !== undefined && { runs }) }
}

const runsOfCell = ({ text, runs = [{ text }] }: DraftCell, space: string): NonNullable<DraftCell['runs']> =>
  runs.map((run, index) => (index === runs.length - 1 ? { ...run, text: run.text + space } : run))

const withoutRowOfTable = (table: DraftTable, row: number): DraftTable => ({
  ...table,
  rowCount: table.rowCount - 1,
  cells: table.cells.flatMap((cell) => {
    if (cell.row === row && cell.rowSpan === 1) return []
    if (cell.row > row) return [{ ...cell, row: cell.row - 1 }]
    return [cell.row + cell.rowSpan > row ? { ...cell, rowSpan: Math.max(1, cell.rowSpan - 1) } : cell]
  }),
})
