import { type FlowCell, type FlowBlock, flowText, textOfCells } from '../../flow/flow.ts'
import {
  attribute,
  deepest,
  descendants,
  type Element,
  elementsOf,
  formulaOf,
  isElement,
  isHidden,
  isText,
  type Parent,
} from './nodes.ts'
import { maxOf } from '../../extremes.ts'

/** Spans are numbers in the source: a table is read up to these. */
const limits = { columns: 1000, rows: 20_000 }

/** Whether a table only arranges content, as in mails: by its role, because it holds tables, or has only one column. */
export const isLayoutTable = (element: Element): boolean => {
  if (/^(?:presentation|none)$/i.test(attribute(element, 'role') ?? '')) return true
  const inner = [...descendants(element)]
  if (inner.some(({ tagName }) => tagName === 'th' || tagName === 'caption')) return false
  return inner.some(({ tagName }) => tagName === 'table') || rowsOf(element).every(({ cells }) => cells.length <= 1)
}

/** A table with its spans, after its caption; nothing when it has no cells. */
export const tableBlock = (element: Element): FlowBlock[] => {
  const rows = rowsOf(element).slice(0, limits.rows)
  const cells = placeCells(rows)
  const captionElement = elementsOf(element).find(({ tagName }) => tagName === 'caption')
  const caption = captionElement === undefined ? '' : shownText(captionElement)
  if (cells.length === 0) return caption === '' ? [] : [{ type: 'paragraph', text: caption }]
  const table = {
    ...(caption !== '' && { caption }),
    rowCount: rows.length,
    columnCount: maxOf(cells.map(({ column, columnSpan }) => column + columnSpan)),
    cells,
  }
  const block: FlowBlock = { type: 'table', text: textOfCells(table), table }
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
const placeCells = (rows: readonly Row[]): FlowCell[] => {
  const cells: FlowCell[] = []
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
      cells.push({ row, column, rowSpan, columnSpan, text: shownText(element), header })
      column += columnSpan
    }
  }
  return cells
}

const span = (element: Element, name: 'colspan' | 'rowspan'): number =>
  Math.max(1, Number.parseInt(attribute(element, name) ?? '1', 10) || 1)

/** The text of a cell; blocks in it are separated by a space. */
const shownText = (element: Parent): string => {
  const pieces = (parent: Parent, depth: number): string =>
    depth > deepest
      ? ''
      : parent.childNodes
          .map((node) => {
            if (isText(node)) return node.value
            if (!isElement(node) || isHidden(node)) return ''
            if (node.tagName === 'math') return formulaOf(node)
            return divides.has(node.tagName) ? ` ${pieces(node, depth + 1)} ` : pieces(node, depth + 1)
          })
          .join('')
  return flowText([{ text: pieces(element, 0).replaceAll(/\s+/g, ' ') }]).text
}

const divides = new Set([
  'br',
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'tr',
  'td',
  'th',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
