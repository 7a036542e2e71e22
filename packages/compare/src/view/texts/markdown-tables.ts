import type { Nodes, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5'
import type { TableCell, TableUnit } from './text-page.ts'

/** The tables of a Markdown text in order: pipe tables, and HTML tables where cells span. */
export const markdownTables = (markdown: string): TableUnit[] =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children.flatMap((node) => {
    if (node.type === 'table') return pipeTable(node)
    return node.type === 'html' && node.value.startsWith('<table') ? htmlTable(node.value) : []
  })

const pipeTable = ({ children }: Table): TableUnit => ({
  type: 'table',
  caption: '',
  rows: children.map((row, index) =>
    row.children.map((cell) => ({ text: textOfMarkdownNode(cell), header: index === 0, rowSpan: 1, columnSpan: 1 })),
  ),
})

const textOfMarkdownNode = (node: Nodes): string => {
  if ('value' in node) return node.type === 'html' ? ' ' : node.value
  return 'children' in node ? node.children.map(textOfMarkdownNode).join('') : ''
}

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

const htmlTable = (html: string): TableUnit => ({
  type: 'table',
  caption: '',
  rows: elements(parseFragment(html), new Set(['tr'])).map((row) =>
    elements(row, new Set(['td', 'th'])).map(cellOfMarkdownHtml),
  ),
})

const cellOfMarkdownHtml = (cell: Element): TableCell => ({
  text: textOfMarkdownHtml(cell),
  header: cell.tagName === 'th',
  rowSpan: spanOfHtmlCell(cell, 'rowspan'),
  columnSpan: spanOfHtmlCell(cell, 'colspan'),
})

const spanOfHtmlCell = ({ attrs }: Element, attribute: string): number =>
  Math.max(1, Number(attrs.find(({ name }) => name === attribute)?.value ?? 1) || 1)

const elements = (node: Node, names: ReadonlySet<string>): Element[] =>
  'childNodes' in node
    ? node.childNodes.flatMap((child) =>
        'tagName' in child && names.has(child.tagName) ? [child] : elements(child, names),
      )
    : []

const textOfMarkdownHtml = (node: Node): string => {
  if ('value' in node) return node.value
  if ('tagName' in node && node.tagName === 'br') return ' '
  return 'childNodes' in node ? node.childNodes.map(textOfMarkdownHtml).join('') : ''
}
