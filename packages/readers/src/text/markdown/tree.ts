import type { Cell, TextRun } from '@polyparse/document'
import type { List, ListItem, Parent, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { type FlowBlock, type FlowPicture, type FlowTable, flowText, textOfCells } from '../../flow/flow.ts'
import { maxOf } from '../../extremes.ts'

/** Levels; deeper nesting is an attack on the stack. */
const deepest = 100

/** How HTML and pictures in Markdown are resolved. */
export type Embedded = {
  /** The blocks of a piece of HTML; without it, HTML is dropped, because its tags are not text. */
  readonly readHtml?: (source: string) => FlowBlock[]
  /** The picture at an address, or null when it is not available; without it, pictures are their alternative text. */
  readonly findPicture?: (address: string) => FlowPicture | null
}

type Context = Embedded & { readonly definitions: Definitions }

/** The blocks of a parsed Markdown document, in order; a picture stands after the paragraph in which it is. */
export const blocksOf = (root: Root, embedded: Embedded = {}): FlowBlock[] => {
  const context = { ...embedded, definitions: definitionsOf(root) }
  return root.children.flatMap((node) => blocksOfNode(node, context, 0))
}

const blocksOfNode = (node: RootContent, context: Context, depth: number): FlowBlock[] => {
  const { definitions, readHtml } = context
  if (depth > deepest) return []
  if (node.type === 'heading') {
    return nonEmpty({ type: 'heading', level: node.depth, ...flowText(stretchesOf(node.children, definitions)) })
  }
  if (node.type === 'paragraph') return paragraphBlocks(node.children, context)
  if (node.type === 'html') return readHtml?.(node.value) ?? []
  if (node.type === 'code') return nonEmpty({ type: 'code', text: node.value })
  if (node.type === 'list') return listBlocks(node, context, 1)
  if (node.type === 'table') return [tableBlock(node, definitions)]
  if (node.type !== 'blockquote' && node.type !== 'footnoteDefinition') return []
  const inner = node.children.flatMap((child) => blocksOfNode(child, context, depth + 1))
  return node.type === 'blockquote' ? inner : inner.map(asFootnote)
}

const asFootnote = (block: FlowBlock): FlowBlock =>
  block.type === 'paragraph' ? { ...block, type: 'footnote' } : block

const nonEmpty = (block: FlowBlock): FlowBlock[] => (block.text === '' ? [] : [block])

/** The text of a paragraph, and the available pictures in it. */
const paragraphBlocks = (
  nodes: readonly PhrasingContent[],
  { definitions, findPicture = () => null }: Context,
): FlowBlock[] => {
  const pictures = new Map<PhrasingContent, FlowBlock>()
  for (const node of nodes) {
    const picture = node.type === 'image' ? findPicture(node.url) : null
    if (node.type === 'image' && picture !== null)
      pictures.set(node, { type: 'picture', text: (node.alt ?? '').trim(), picture })
  }
  const text = nodes.filter((node) => !pictures.has(node))
  return [...nonEmpty({ type: 'paragraph', ...flowText(stretchesOf(text, definitions)) }), ...pictures.values()]
}

const listBlocks = (list: List, context: Context, level: number): FlowBlock[] =>
  level > deepest ? [] : list.children.flatMap((item, index) => itemBlocks(item, markerOf(list, index), context, level))

const markerOf = ({ ordered, start }: List, index: number): string =>
  ordered === true ? `${(start ?? 1) + index}.` : '•'

/** The first paragraph is the item; the rest of the item follows it, with lists one level deeper. */
const itemBlocks = (item: ListItem, marker: string, context: Context, level: number): FlowBlock[] => {
  const [first, ...rest] = item.children
  const box = item.checked === true ? '[x] ' : item.checked === false ? '[ ] ' : ''
  const stretches = first?.type === 'paragraph' ? stretchesOf(first.children, context.definitions) : []
  const own: FlowBlock = { type: 'list_item', level, marker, ...flowText([{ text: box }, ...stretches]) }
  const others = first?.type === 'paragraph' ? rest : item.children
  return [
    ...nonEmpty(own),
    ...others.flatMap((child) =>
      child.type === 'list' ? listBlocks(child, context, level + 1) : blocksOfNode(child, context, level),
    ),
  ]
}

const tableBlock = ({ children }: Table, definitions: Definitions): FlowBlock => {
  const cells = children.flatMap((row, rowIndex) =>
    row.children.map((cell, column): Cell => ({
      row: rowIndex,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text: flowText(stretchesOf(cell.children, definitions)).text,
      header: rowIndex === 0,
    })),
  )
  const columnCount = maxOf(
    children.map((row) => row.children.length),
    0,
  )
  const table: FlowTable = { rowCount: children.length, columnCount, cells }
  return { type: 'table', text: textOfCells(table), table }
}

/** Addresses of reference links by their identifier. */
type Definitions = ReadonlyMap<string, string>

const definitionsOf = ({ children }: Root): Definitions =>
  new Map(children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])))

type Look = Omit<TextRun, 'text'>

/** Inline content as stretches of one style; a picture is its alternative text. */
const stretchesOf = (nodes: readonly PhrasingContent[], definitions: Definitions, look: Look = {}): TextRun[] =>
  nodes.flatMap((node) => stretch(node, definitions, look))

const stretch = (node: PhrasingContent, definitions: Definitions, look: Look): TextRun[] => {
  if ('children' in node) return stretchesOf(node.children, definitions, { ...look, ...lookOf(node, definitions) })
  if (node.type === 'text') return [{ text: node.value.replaceAll('\n', ' '), ...look }]
  if (node.type === 'inlineCode') return [{ text: node.value, ...look, code: true }]
  if (node.type === 'break') return [{ text: '\n', ...look }]
  if (node.type === 'footnoteReference') return [{ text: node.label ?? node.identifier, ...look, superscript: true }]
  if (node.type === 'html' && /^<br\s*\/?>$/i.test(node.value)) return [{ text: '\n', ...look }]
  // The rest is HTML, whose tags are dropped.
  return 'alt' in node ? [{ text: node.alt ?? '', ...look }] : []
}

/** The style that an element adds to its content. */
const lookOf = (node: Extract<PhrasingContent, Parent>, definitions: Definitions): Look => {
  if (node.type === 'strong') return { bold: true }
  if (node.type === 'emphasis') return { italic: true }
  const href = node.type === 'link' ? node.url : node.type === 'linkReference' ? definitions.get(node.identifier) : null
  return typeof href === 'string' ? { href } : {}
}

/** CommonMark with GitHub's additions. */
export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
