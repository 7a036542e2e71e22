import type { Table } from 'mdast'
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { plainText } from './parse.ts'

/** The cells of a table, row by row; a spanning cell is listed once, where it begins. */
export type Grid = readonly (readonly GridCell[])[]

export type GridCell = {
  readonly text: string
  readonly isHeader: boolean
  /** The whole text is in bold. */
  readonly isStrong: boolean
  readonly rowSpan: number
  readonly columnSpan: number
}

/** A cell and the row and column, from 0, at which it begins. */
export type PlacedCell = GridCell & { readonly row: number; readonly column: number }

/** A pipe table. A first row without any text exists only because pipe tables must have one, and is left out. */
export const pipeGrid = (table: Table): Grid => {
  const rows = table.children.map(({ children }, row) =>
    children.map((cell): GridCell => ({
      text: plainText(cell).trim(),
      isHeader: row === 0,
      isStrong: cell.children.length === 1 && cell.children[0]?.type === 'strong',
      rowSpan: 1,
      columnSpan: 1,
    })),
  )
  return rows.filter((cells, row) => row > 0 || cells.some(({ text }) => text !== ''))
}

/** The tables in a piece of HTML. */
export const htmlGrids = (html: string): Grid[] =>
  descendants(parseFragment(html), (name) => name === 'table').map((table) =>
    descendants(table, (name) => name === 'tr').map((row) =>
      descendants(row, (name) => name === 'td' || name === 'th').map(htmlCell),
    ),
  )

/** Each cell with its position. Spans that reach into the next rows push the cells there to the right. */
export const placeCells = (grid: Grid): PlacedCell[] => {
  const taken = new Set<string>()
  return grid.flatMap((cells, row) => {
    let column = 0
    return cells.map((cell) => {
      while (taken.has(`${row},${column}`)) column += 1
      const placed = { ...cell, row, column }
      for (let down = 0; down < cell.rowSpan; down += 1)
        for (let across = 0; across < cell.columnSpan; across += 1) taken.add(`${row + down},${column + across}`)
      return placed
    })
  })
}

type HtmlNode = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const childrenOf = (node: HtmlNode): HtmlNode[] => ('childNodes' in node ? node.childNodes : [])

const descendants = (node: HtmlNode, accepts: (name: string) => boolean): Element[] =>
  childrenOf(node).flatMap((child) => {
    if (defaultTreeAdapter.isElementNode(child) && accepts(child.tagName)) return [child]
    return descendants(child, accepts)
  })

const htmlCell = (cell: Element): GridCell => {
  const span = (name: string): number => Number(cell.attrs.find((attribute) => attribute.name === name)?.value ?? 1)
  const [first, ...more] = cell.childNodes
  return {
    text: htmlText(cell).replaceAll(/\s+/g, ' ').trim(),
    isHeader: cell.tagName === 'th',
    isStrong:
      more.length === 0 &&
      first !== undefined &&
      defaultTreeAdapter.isElementNode(first) &&
      ['b', 'strong'].includes(first.tagName),
    rowSpan: span('rowspan'),
    columnSpan: span('colspan'),
  }
}

const htmlText = (node: HtmlNode): string => {
  if (defaultTreeAdapter.isTextNode(node)) return node.value
  if (defaultTreeAdapter.isElementNode(node) && node.tagName === 'br') return ' '
  return childrenOf(node).map(htmlText).join('')
}
