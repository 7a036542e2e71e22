import type { List, ListItem, Nodes, Paragraph, PhrasingContent } from 'mdast'
import { htmlGrids, pipeGrid, placeCells, type Grid } from '../markdown/grid.ts'
import { parseMarkdown, plainText } from '../markdown/parse.ts'

/** A source text as the producers take it: few kinds of blocks, each with all that a page shows of it. */
export type Source = readonly SourceBlock[]

export type SourceBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly SourceItem[] }
  | { readonly kind: 'table'; readonly grid: Grid }
  | { readonly kind: 'code'; readonly text: string }
  /** Labels in bold with their values, each a separate paragraph in the text. */
  | { readonly kind: 'pairs'; readonly pairs: readonly SourcePair[] }

export type SourcePair = { readonly label: string; readonly value: string }

/** `children` are the lists within an item. */
export type SourceItem = { readonly inlines: readonly Inline[]; readonly children: Source }

export type Inline = {
  readonly text: string
  readonly style?: 'bold' | 'italic' | 'code'
  /** The text of the footnote whose mark, `text`, stands here. */
  readonly note?: string
}

/** Markdown with pipe tables, tables in HTML where cells span, and footnotes. Anything else throws. */
export const parseSource = (markdown: string): Source => {
  const { children } = parseMarkdown(markdown)
  const notes = new Map(
    children.flatMap((node) =>
      node.type === 'footnoteDefinition' ? [[node.identifier, node.children.map(plainText).join(' ')]] : [],
    ),
  )
  return joinPairs(children.flatMap((node) => blockOf(node, notes)))
}

/** Joins consecutive pairs into one block. */
const joinPairs = (blocks: readonly SourceBlock[]): SourceBlock[] => {
  const joined: SourceBlock[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (block.kind === 'pairs' && last?.kind === 'pairs')
      joined.splice(-1, 1, { kind: 'pairs', pairs: [...last.pairs, ...block.pairs] })
    else joined.push(block)
  }
  return joined
}

type Notes = ReadonlyMap<string, string>

const blockOf = (node: Nodes, notes: Notes): SourceBlock[] => {
  if (node.type === 'heading') return [{ kind: 'heading', level: node.depth, inlines: inlinesOf(node.children, notes) }]
  if (node.type === 'paragraph') return [paragraphOf(node, notes)]
  if (node.type === 'list') return [listOf(node, notes)]
  if (node.type === 'table') return [{ kind: 'table', grid: pipeGrid(node) }]
  if (node.type === 'html') return htmlGrids(node.value).map((grid) => ({ kind: 'table', grid }))
  if (node.type === 'code') return [{ kind: 'code', text: node.value }]
  if (node.type === 'footnoteDefinition') return []
  throw new TypeError(`The producers do not know ${node.type}.`)
}

const paragraphOf = ({ children }: Paragraph, notes: Notes): SourceBlock => {
  const [first, ...rest] = children
  const value = rest.map(plainText).join('').trim()
  return first?.type === 'strong' && value !== ''
    ? { kind: 'pairs', pairs: [{ label: plainText(first), value }] }
    : { kind: 'paragraph', inlines: inlinesOf(children, notes) }
}

const listOf = ({ children, ordered, start }: List, notes: Notes): SourceBlock => ({
  kind: 'list',
  start: ordered === true ? (start ?? 1) : null,
  items: children.map((item) => itemOf(item, notes)),
})

const itemOf = ({ children }: ListItem, notes: Notes): SourceItem => {
  const [first, ...more] = children
  if (first?.type !== 'paragraph') throw new TypeError('An item begins with text.')
  return { inlines: inlinesOf(first.children, notes), children: more.flatMap((node) => blockOf(node, notes)) }
}

const inlinesOf = (nodes: readonly PhrasingContent[], notes: Notes): Inline[] =>
  nodes.map((node) => {
    if (node.type === 'footnoteReference') return { text: node.identifier, note: notes.get(node.identifier) ?? '' }
    const text = plainText(node).replaceAll('\n', ' ')
    if (node.type === 'strong') return { text, style: 'bold' }
    if (node.type === 'emphasis') return { text, style: 'italic' }
    return node.type === 'inlineCode' ? { text, style: 'code' } : { text }
  })

/** Tells whether a cell is a figure, which tables align right. */
const isFigure = (text: string): boolean => /^[-–−+(]?[€$£]?\s?\d[\d.,’'\s]*\)?\s?[%€]?$|^[–—-]$/.test(text)

/** The columns whose cells, except for the header, are figures: their texts are aligned right. */
export const figureColumns = (grid: Grid): ReadonlySet<number> => {
  const body = placeCells(grid).filter(({ isHeader, columnSpan, text }) => !isHeader && columnSpan === 1 && text !== '')
  const byColumn = Map.groupBy(body, ({ column }) => column)
  return new Set(
    [...byColumn].flatMap(([column, cells]) => (cells.every(({ text }) => isFigure(text)) ? [column] : [])),
  )
}

/** The number of columns, spans counted. */
export const columnsOf = (grid: Grid): number =>
  grid.length === 0 ? 0 : Math.max(...placeCells(grid).map(({ column, columnSpan }) => column + columnSpan))

/** The number of header rows at the top. */
export const headerRowsOf = (grid: Grid): number => {
  const first = grid.findIndex((cells) => !cells.every(({ isHeader }) => isHeader))
  return first === -1 ? grid.length : first
}

/** The length of the longest text of each column in characters, counting only cells that do not span. */
export const columnLengths = (grid: Grid): number[] => {
  const lengths = Array.from({ length: columnsOf(grid) }, () => 1)
  for (const { text, column, columnSpan } of placeCells(grid))
    if (columnSpan === 1) lengths[column] = Math.max(lengths[column] ?? 1, text.length)
  return lengths
}
