import { linesOf } from '../../flow/content.ts'
import { type FlowBlock, flowText, textOfCells } from '../../flow/flow.ts'
import { markupCell } from '../../flow/held.ts'
import { type MarkupCell, placeCells } from '../../flow/place-cells.ts'
import { hasBorder } from './borders.ts'
import { attribute, descendants, type Element, elementsOf, isHidden, isText, type Node, rawText } from './nodes.ts'

/**
 * Whether a table only arranges content, as in mails: by its role, because it has only one column or nothing in it,
 * because it holds tables, or because it is drawn without a grid around parts of a page. One that has a header or a
 * caption is data whatever it holds, and so is one that is drawn as a grid. `allBordered`: the page draws borders around all
 * cells.
 */
export const isLayoutTable = (element: Element, { allBordered }: { readonly allBordered: boolean }): boolean => {
  if (/^(?:presentation|none)$/i.test(attribute(element, 'role') ?? '')) return true
  const rows = rowsOf(element)
  const cells = rows.flatMap((row) => row.cells)
  if (elementsOf(element).some(({ tagName }) => tagName === 'caption')) return false
  if (cells.some(({ tagName }) => tagName === 'th') || rows.some(({ inHead }) => inHead)) return false
  if (rows.every((row) => row.cells.length <= 1)) return true
  if (cells.every(isEmpty) || isFrame(element, rows)) return true
  return cells.some(holdsTable) && !isGrid(rows, allBordered || hasBorder(element, cells))
}

const holdsTable = (cell: Element): boolean => [...descendants(cell)].some(({ tagName }) => tagName === 'table')

const shown = new Set(['img', 'input', 'select', 'textarea', 'math'])

const isEmpty = (cell: Element): boolean =>
  rawText(cell).trim() === '' && ![...descendants(cell)].some(({ tagName }) => shown.has(tagName))

/** The most cells of a table that frames the parts of a page, as browsers judge it for those who have pages read to them. */
const maxFrameCells = 10

const pageParts = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'form', 'hr'])

/**
 * Whether a table has neither border nor space between its cells, which the HTML Standard (4.9.1) takes for a sign of
 * layout, and is a single row, or holds headings, lists and the like.
 */
const isFrame = (element: Element, rows: readonly Row[]): boolean => {
  const isZero = (name: string): boolean => Number.parseInt(attribute(element, name) ?? '', 10) === 0
  if (!isZero('border') || !(isZero('cellspacing') || isZero('cellpadding'))) return false
  const cells = rows.flatMap((row) => row.cells)
  if (cells.length > maxFrameCells) return false
  return rows.length === 1 || cells.some((cell) => [...descendants(cell)].some(({ tagName }) => pageParts.has(tagName)))
}

/** Whether a table has borders, and as many cells in each row, of which most hold no table. */
const isGrid = (rows: readonly Row[], isBordered: boolean): boolean => {
  const cells = rows.flatMap((row) => row.cells)
  const isEven = rows.every((row) => row.cells.length === rows[0]?.cells.length)
  return isEven && isBordered && cells.filter(holdsTable).length * 2 < cells.length
}

type Read = (nodes: readonly Node[]) => FlowBlock[]

/** A table with its spans, after its caption; nothing when it has no cells. */
export const tableBlock = (element: Element, read: Read): FlowBlock[] => {
  const { cells, anchors } = readCells(rowsOf(element), read)
  const captionElement = elementsOf(element).find(({ tagName }) => tagName === 'caption')
  const caption = captionElement === undefined ? '' : linesOf(read(captionElement.childNodes)).replaceAll('\n', ' ')
  const table = placeCells(cells, caption)
  if (table === null) return caption === '' ? [] : [{ type: 'paragraph', text: caption }]
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

/** The cells of the rows, and the names of places in them. */
const readCells = (
  rows: readonly Row[],
  read: Read,
): { readonly cells: readonly (readonly MarkupCell[])[]; readonly anchors: readonly string[] } => {
  const anchors: string[] = []
  const cells = rows.map(({ cells: elements, inHead }, row) => {
    const header = inHead || (row === 0 && elements.every(({ tagName }) => tagName === 'th'))
    return elements.map((element): MarkupCell => {
      const { content, names } = contentOf(element, header, read)
      for (const name of names) anchors.push(name)
      return { ...content, header, rowSpan: span(element, 'rowspan'), columnSpan: span(element, 'colspan') }
    })
  })
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
