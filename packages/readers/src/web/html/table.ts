import { linesOf } from '../../flow/content.ts'
import { type FlowCell, type FlowBlock, flowText, textOfCells } from '../../flow/flow.ts'
import { markupCell } from '../../flow/held.ts'
import { attribute, descendants, type Element, elementsOf, isHidden, isText, type Node } from './nodes.ts'
import { maxOf } from '../../extremes.ts'

/** Spans are numbers in the source: a table is read up to these. */
const limits = { columns: 1000, rows: 20_000 }

/**
 * Whether a table only arranges content, as in mails: by its role, because it has only one column, or because it holds
 * tables. One that has a header or a caption is data whatever it holds, and so is one that is drawn as a grid.
 */
export const isLayoutTable = (element: Element): boolean => {
  if (/^(?:presentation|none)$/i.test(attribute(element, 'role') ?? '')) return true
  const rows = rowsOf(element)
  const cells = rows.flatMap((row) => row.cells)
  if (elementsOf(element).some(({ tagName }) => tagName === 'caption')) return false
  if (cells.some(({ tagName }) => tagName === 'th') || rows.some(({ inHead }) => inHead)) return false
  if (rows.every((row) => row.cells.length <= 1)) return true
  return cells.some(holdsTable) && !isGrid(element, rows)
}

const holdsTable = (cell: Element): boolean => [...descendants(cell)].some(({ tagName }) => tagName === 'table')

/** Whether a table has a border, and as many cells in each row, of which most hold no table. */
const isGrid = (element: Element, rows: readonly Row[]): boolean => {
  const cells = rows.flatMap((row) => row.cells)
  const isEven = rows.every((row) => row.cells.length === rows[0]?.cells.length)
  const hasBorder = Number.parseInt(attribute(element, 'border') ?? '0', 10) > 0
  return isEven && hasBorder && cells.filter(holdsTable).length * 2 < cells.length
}

type Read = (nodes: readonly Node[]) => FlowBlock[]

/** A table with its spans, after its caption; nothing when it has no cells. */
export const tableBlock = (element: Element, read: Read): FlowBlock[] => {
  const rows = rowsOf(element).slice(0, limits.rows)
  const { cells, anchors } = placeCells(rows, read)
  const captionElement = elementsOf(element).find(({ tagName }) => tagName === 'caption')
  const caption = captionElement === undefined ? '' : linesOf(read(captionElement.childNodes)).replaceAll('\n', ' ')
  if (cells.length === 0) return caption === '' ? [] : [{ type: 'paragraph', text: caption }]
  const table = {
    ...(caption !== '' && { caption }),
    rowCount: rows.length,
    columnCount: maxOf(cells.map(({ column, columnSpan }) => column + columnSpan)),
    cells,
  }
  const block: FlowBlock = {
    type: 'table',
    text: textOfCells(table),
    table,
    ...(anchors.length > 0 && { anchors }),
  }
  return caption === '' ? [block] : [{ type: 'caption', text: caption }, block]
}

type Row = { readonly cells: readonly Element[]; readonly inHead: boolean }

const rowsOf = (table: Element): Row[] =>
  elementsOf(table)
    .filter((part) => !isHidden(part))
    .flatMap((part) => (part.tagName === 'tr' ? [rowOf(part, false)] : sectionRows(part)))

const sectionRows = (section: Element): Row[] =>
  ['thead', 'tbody', 'tfoot'].includes(section.tagName)
    ? elementsOf(section)
        .filter((row) => row.tagName === 'tr' && !isHidden(row))
        .map((row) => rowOf(row, section.tagName === 'thead'))
    : []

const rowOf = (row: Element, inHead: boolean): Row => ({
  inHead,
  cells: elementsOf(row).filter((cell) => (cell.tagName === 'td' || cell.tagName === 'th') && !isHidden(cell)),
})

/** Puts each cell into the next free column of its row; cells that span rows occupy columns of later rows. */
const placeCells = (
  rows: readonly Row[],
  read: Read,
): { readonly cells: readonly FlowCell[]; readonly anchors: readonly string[] } => {
  const cells: FlowCell[] = []
  const anchors: string[] = []
  /** The row from which each column is free again. */
  const freeFrom: number[] = []
  for (const [row, { cells: elements, inHead }] of rows.entries()) {
    const allHead = elements.every(({ tagName }) => tagName === 'th')
    let column = 0
    for (const element of elements) {
      while ((freeFrom[column] ?? 0) > row) column += 1
      if (column >= limits.columns) break
      const columnSpan = Math.min(span(element, 'colspan'), limits.columns - column)
      const rowSpan = Math.min(span(element, 'rowspan'), rows.length - row)
      for (let taken = column; taken < column + columnSpan; taken += 1) freeFrom[taken] = row + rowSpan
      const header = inHead || (row === 0 && allHead)
      const { content, names } = contentOf(element, header, read)
      cells.push({ row, column, rowSpan, columnSpan, ...content, header })
      for (const name of names) anchors.push(name)
      column += columnSpan
    }
  }
  return { cells, anchors }
}

const span = (element: Element, name: 'colspan' | 'rowspan'): number =>
  Math.max(1, Number.parseInt(attribute(element, name) ?? '1', 10) || 1)

type Content = { readonly content: ReturnType<typeof markupCell>; readonly names: readonly string[] }

/** What a cell holds, and the names of places in it. */
const contentOf = (cell: Element, header: boolean, read: Read): Content => {
  const [only, second] = cell.childNodes
  if (only === undefined) return { content: { text: '' }, names: [] }
  if (second === undefined && isText(only) && attribute(cell, 'id') === null)
    return { content: flowText([{ text: only.value.replaceAll(/\s+/g, ' ') }]), names: [] }
  const blocks = read([cell])
  return { content: markupCell(blocks, header), names: blocks.flatMap((block) => block.anchors ?? []) }
}
