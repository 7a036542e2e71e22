import type { Block, Document, Run, Table } from '../document/model.ts'

/**
 * The document with everything that goes on in another column or on another page put together where it begins, for
 * outputs that are read from one end to the other. Those that show page by page leave it where it stands.
 */
export const joinContinued = (document: Document): Document => {
  const blocks = document.pages.flatMap((page) => page.blocks)
  if (!blocks.some(({ continues }) => continues !== undefined)) return document
  const whole = new Map<string, Block>()
  const beginning = new Map<string, string>()
  for (const block of blocks) {
    const first = block.continues === undefined ? undefined : beginning.get(block.continues)
    const before = first === undefined ? undefined : whole.get(first)
    beginning.set(block.id, before?.id ?? block.id)
    whole.set(before?.id ?? block.id, before === undefined ? block : joinBlocks(before, block))
  }
  return {
    ...document,
    pages: document.pages.map((page) => ({ ...page, blocks: page.blocks.flatMap(({ id }) => whole.get(id) ?? []) })),
    tables: joinTables(document.tables),
  }
}

const joinBlocks = (before: Block, block: Block): Block => {
  if (before.type === 'table') return { ...before, text: `${before.text}\n${block.text}` }
  if (before.type === 'code') return { ...before, text: `${before.text}\n${block.text}` }
  const isDivided = /\p{L}[-\u00AD\u2010]$/u.test(before.text) && /^\p{Ll}/u.test(block.text)
  const between = isDivided ? '' : ' '
  const cut = (text: string): string => (isDivided ? text.slice(0, -1) : text)
  const text = cut(before.text) + between + block.text
  if (before.runs === undefined && block.runs === undefined) return { ...before, text }
  const [head, tail] = [runsOf(before), runsOf(block)]
  const last = head.at(-1)
  if (last === undefined) return { ...before, text }
  return { ...before, text, runs: [...head.slice(0, -1), { ...last, text: cut(last.text) + between }, ...tail] }
}

const runsOf = ({ runs, text }: Block): readonly Run[] => runs ?? [{ text }]

const joinTables = (tables: readonly Table[]): Table[] => {
  const whole = new Map<string, Table>()
  const beginning = new Map<string, string>()
  for (const table of tables) {
    const first = table.continues === undefined ? undefined : beginning.get(table.continues)
    const before = first === undefined ? undefined : whole.get(first)
    beginning.set(table.id, before?.id ?? table.id)
    whole.set(before?.id ?? table.id, before === undefined ? table : joinRows(before, table))
  }
  return [...whole.values()]
}

/** The rows of both; the header that a page repeats stands once. */
const joinRows = (before: Table, table: Table): Table => {
  const repeated = repeatedHeaderRows(before, table)
  const shift = before.rowCount - repeated
  const cells = table.cells.filter(({ row }) => row >= repeated).map((cell) => ({ ...cell, row: cell.row + shift }))
  return {
    ...before,
    rowCount: before.rowCount + table.rowCount - repeated,
    columnCount: Math.max(before.columnCount, table.columnCount),
    cells: [...before.cells, ...cells],
  }
}

const repeatedHeaderRows = (before: Table, table: Table): number => {
  const rowOf = ({ cells }: Table, row: number): string =>
    cells
      .filter((cell) => cell.row === row)
      .map(({ text }) => text)
      .join('\t')
  let rows = 0
  const isRepeated = (row: number): boolean =>
    before.cells.some((cell) => cell.row === row && cell.header) && rowOf(before, row) === rowOf(table, row)
  while (rows < Math.min(before.rowCount, table.rowCount) && isRepeated(rows)) rows += 1
  return rows
}
