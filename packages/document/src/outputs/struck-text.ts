import type { Block, Cell, DocumentContents, Table, TextRun } from '../model.ts'
import { textOfRows } from './table-grid.ts'

/**
 * Marks struck text in the plain texts of the contents, as in `[struck: 120 euros] 150 euros`: an output without styles would
 * show it as valid.
 */
export const withStruckMarks = <Contents extends DocumentContents>(contents: Contents): Contents => {
  const marked = new Map(contents.tables.map((table) => [table.id, markStruckCells(table)]))
  const isStruck = (block: Block): boolean => block.runs?.some(isStruckRun) ?? false
  const isUnchanged = contents.tables.every((table) => marked.get(table.id) === table)
  if (isUnchanged && !contents.pages.some(({ blocks }) => blocks.some(isStruck))) return contents
  const mark = (block: Block): Block => {
    const table = marked.get(block.table ?? '')
    if (table !== undefined && table.cells.some(isStruckCell)) return { ...block, text: textOfRows(table) }
    return isStruck(block) ? { ...block, text: markStruckRuns(block.runs ?? []) } : block
  }
  return {
    ...contents,
    pages: contents.pages.map((page) => ({ ...page, blocks: page.blocks.map(mark) })),
    tables: contents.tables.map((table) => marked.get(table.id) ?? table),
  }
}

/** Marks struck text in the texts of a table's cells. */
export const markStruckCells = (table: Table): Table =>
  table.cells.some(isStruckCell)
    ? {
        ...table,
        cells: table.cells.map((cell) =>
          isStruckCell(cell) ? { ...cell, text: markStruckRuns(cell.runs ?? []) } : cell,
        ),
      }
    : table

const isStruckCell = ({ runs }: Cell): boolean => runs?.some(isStruckRun) ?? false

const isStruckRun = ({ strikethrough, text }: TextRun): boolean => strikethrough === true && text.trim() !== ''

/** Puts each struck stretch into brackets, and the blanks at its ends before and behind them. */
const markStruckRuns = (runs: readonly TextRun[]): string => {
  let [text, struck] = ['', '']
  const end = (): void => {
    const core = struck.trim()
    const at = struck.indexOf(core)
    text += core === '' ? struck : `${struck.slice(0, at)}[struck: ${core}]${struck.slice(at + core.length)}`
    struck = ''
  }
  for (const run of runs) {
    if (run.strikethrough === true) struck += run.text
    else {
      end()
      text += run.text
    }
  }
  end()
  return text
}
