import { linesOfContent } from '../../flow/content.ts'
import { type FlowBlock, flowText, textOfCells } from '../../flow/flow.ts'
import { markupCell } from '../../flow/held.ts'
import { type MarkupCell, placeFlowCells } from '../../flow/place-cells.ts'
import { hasBorder } from './borders.ts'
import type { HtmlContext, HtmlPlace } from './html-context.ts'
import { strikesOut } from './struck.ts'
import {
  attribute,
  descendants,
  type HtmlElement,
  childElements,
  isHiddenElement,
  isTextNode,
  type HtmlNode,
  rawText,
} from './nodes.ts'

/**
 * Tells whether a table only arranges content, as in mails: by its role, because it has only one column or nothing in it,
 * because it holds tables, or because it is drawn without a grid around parts of a page. One that has a header or a
 * caption is data whatever it holds, and so is one that is drawn as a grid. `allBordered`: the page draws borders around all
 * cells.
 */
export const isLayoutTable = (element: HtmlElement, { allBordered }: { readonly allBordered: boolean }): boolean => {
  if (/^(?:presentation|none)$/i.test(attribute(element, 'role') ?? '')) return true
  const rows = rowsOfHtmlTable(element)
  const cells = rows.flatMap((row) => row.cells)
  if (childElements(element).some(({ tagName }) => tagName === 'caption')) return false
  if (cells.some(({ tagName }) => tagName === 'th') || rows.some(({ inHead }) => inHead)) return false
  if (rows.every((row) => row.cells.length <= 1)) return true
  if (cells.every(isEmptyHtmlCell) || isFrame(element, rows)) return true
  return cells.some(holdsTable) && !isGrid(rows, allBordered || hasBorder(element, cells))
}

const holdsTable = (cell: HtmlElement): boolean => [...descendants(cell)].some(({ tagName }) => tagName === 'table')

const cellContentTags = new Set(['img', 'input', 'select', 'textarea', 'math'])

const isEmptyHtmlCell = (cell: HtmlElement): boolean =>
  rawText(cell).trim() === '' && ![...descendants(cell)].some(({ tagName }) => cellContentTags.has(tagName))

/** The most cells of a table that frames the parts of a page, as browsers judge it for those who have pages read to them. */
const maxFrameCells = 10

const pageParts = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'form', 'hr'])

/**
 * Tells whether a table has neither border nor space between its cells, which the HTML Standard (4.9.1) takes for a sign of
 * layout, and is a single row, or holds headings, lists and the like.
 */
const isFrame = (element: HtmlElement, rows: readonly HtmlTableRow[]): boolean => {
  const isZero = (name: string): boolean => Number.parseInt(attribute(element, name) ?? '', 10) === 0
  if (!isZero('border') || !(isZero('cellspacing') || isZero('cellpadding'))) return false
  const cells = rows.flatMap((row) => row.cells)
  if (cells.length > maxFrameCells) return false
  return rows.length === 1 || cells.some((cell) => [...descendants(cell)].some(({ tagName }) => pageParts.has(tagName)))
}

/** Tells whether a table has borders, and as many cells in each row, of which most hold no table. */
const isGrid = (rows: readonly HtmlTableRow[], isBordered: boolean): boolean => {
  const cells = rows.flatMap((row) => row.cells)
  const isEven = rows.every((row) => row.cells.length === rows[0]?.cells.length)
  return isEven && isBordered && cells.filter(holdsTable).length * 2 < cells.length
}

type ReadHtmlNodes = (nodes: readonly HtmlNode[], around: readonly HtmlElement[]) => FlowBlock[]

/** A table with its spans, after its caption; nothing when it has no cells. */
export const htmlTableBlock = (
  element: HtmlElement,
  { font, letterCase, look }: HtmlPlace,
  { struckClasses }: HtmlContext,
  read: ReadHtmlNodes,
): FlowBlock[] => {
  const isPlain = font === undefined && letterCase === undefined && look.strikethrough !== true
  const mayBePlain = (part: HtmlElement): boolean => isPlain && hasNoStyleOfText(part, struckClasses)
  const { cells, anchors } = readCells(rowsOfHtmlTable(element), mayBePlain, read)
  const captionElement = childElements(element).find(({ tagName }) => tagName === 'caption')
  const caption =
    captionElement === undefined ? '' : linesOfContent(read(captionElement.childNodes, [])).replaceAll('\n', ' ')
  const table = placeFlowCells(cells, caption)
  if (table === null) return caption === '' ? [] : [{ type: 'paragraph', text: caption }]
  const block: FlowBlock = {
    type: 'table',
    text: textOfCells(table),
    table,
    ...(anchors.length > 0 && { anchors }),
  }
  return caption === '' ? [block] : [{ type: 'caption', text: caption }, block]
}

type HtmlTableRow = {
  readonly cells: readonly HtmlElement[]
  readonly inHead: boolean
  /** The group of rows, where there is one, and the row. */
  readonly around: readonly HtmlElement[]
}

const rowsOfHtmlTable = (table: HtmlElement): HtmlTableRow[] =>
  childElements(table)
    .filter((part) => !isHiddenElement(part))
    .flatMap((part) => (part.tagName === 'tr' ? [rowOfHtmlElement(part)] : sectionRows(part)))

const sectionRows = (section: HtmlElement): HtmlTableRow[] =>
  ['thead', 'tbody', 'tfoot'].includes(section.tagName)
    ? childElements(section)
        .filter((row) => row.tagName === 'tr' && !isHiddenElement(row))
        .map((row) => rowOfHtmlElement(row, section))
    : []

const rowOfHtmlElement = (row: HtmlElement, section: HtmlElement | null = null): HtmlTableRow => ({
  inHead: section?.tagName === 'thead',
  around: section === null ? [row] : [section, row],
  cells: childElements(row).filter(
    (cell) => (cell.tagName === 'td' || cell.tagName === 'th') && !isHiddenElement(cell),
  ),
})

/** The cells of the rows, and the names of places in them. */
const readCells = (
  rows: readonly HtmlTableRow[],
  mayBePlain: (part: HtmlElement) => boolean,
  read: ReadHtmlNodes,
): { readonly cells: readonly (readonly MarkupCell[])[]; readonly anchors: readonly string[] } => {
  const anchors: string[] = []
  const cells = rows.map(({ cells: elements, inHead, around }, row) => {
    const isPlainRow = around.every(mayBePlain)
    const header = inHead || (row === 0 && elements.every(({ tagName }) => tagName === 'th'))
    return elements.map((element): MarkupCell => {
      const { content, names } =
        isPlainRow && mayBePlain(element) && isPlainText(element)
          ? { content: plainContent(element), names: [] }
          : contentOfHtmlCell(element, header, (nodes) => read(nodes, around))
      for (const name of names) anchors.push(name)
      return {
        ...content,
        header,
        rowSpan: parseHtmlSpan(element, 'rowspan'),
        columnSpan: parseHtmlSpan(element, 'colspan'),
      }
    })
  })
  return { cells, anchors }
}

const parseHtmlSpan = (element: HtmlElement, name: 'colspan' | 'rowspan'): number =>
  Math.max(1, Number.parseInt(attribute(element, name) ?? '1', 10) || 1)

type HtmlCellContent = { readonly content: ReturnType<typeof markupCell>; readonly names: readonly string[] }

/** Tells whether a cell holds nothing but text, to which no link leads. */
const isPlainText = (cell: HtmlElement): boolean => cell.childNodes.every(isTextNode) && attribute(cell, 'id') === null

/** Tells whether the style of a cell, or of a part of a table, leaves the text in it as it is. */
const hasNoStyleOfText = (part: HtmlElement, struck: ReadonlySet<string>): boolean =>
  part.attrs.length === 0 ||
  (!/text-transform|font-family/i.test(attribute(part, 'style') ?? '') && !strikesOut(part, struck))

const plainContent = (cell: HtmlElement): ReturnType<typeof markupCell> =>
  flowText([{ text: rawText(cell).replaceAll(/\s+/g, ' ') }])

/** Returns what a cell holds, and the names of places in it. */
const contentOfHtmlCell = (
  cell: HtmlElement,
  header: boolean,
  read: (nodes: readonly HtmlNode[]) => FlowBlock[],
): HtmlCellContent => {
  const blocks = read([cell])
  return { content: markupCell(blocks, header), names: blocks.flatMap((block) => block.anchors ?? []) }
}
