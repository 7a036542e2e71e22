import type { TextRun } from '@polyparse/document'
import type { FootnoteDefinition, List, ListItem, Parent, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { holding } from '../flow/content.ts'
import { createNamedNotes, createNotes, type NamedNotes } from '../flow/notes.ts'
import { type FlowCell, type FlowBlock, type FlowPicture, type FlowTable, flowText, textOfCells } from '../flow/flow.ts'
import { maxOf } from '@polyparse/engine'
import { displayedFormula, withFormulas } from './formulas.ts'

/** Levels of quotes and lists that are read. Deeper nesting is an attack on the stack. */
const maxMarkdownNesting = 100

/** Resolves what Markdown holds but does not say itself: HTML, pictures and formulas. */
export type Embedded = {
  /** Reads a piece of HTML as blocks. Without it, HTML is dropped, because its tags are not text. */
  readonly readHtml?: (source: string) => FlowBlock[]
  /** Finds the picture at an address, null when it is not available. Without it, a picture is its alternative text. */
  readonly findPicture?: (address: string) => FlowPicture | null
  /** The text that was parsed, whose backslashes tell formulas from text. Without it, formulas are text. */
  readonly source?: string
}

type MarkdownContext = Embedded & {
  readonly definitions: Definitions
  /** Footnotes by their identifiers. */
  readonly named: NamedNotes
}

/**
 * Makes blocks of a parsed Markdown document, in its order. A picture follows the paragraph that it is part of, and footnotes
 * come last.
 */
export const markdownTreeBlocks = (root: Root, embedded: Embedded = {}): FlowBlock[] => {
  const notes = createNotes()
  const named = createNamedNotes(notes, notesIn(root.children, 0), ({ children }) =>
    children.flatMap((child) => blocksOfNode(child, context, 1)),
  )
  const context: MarkdownContext = { ...embedded, definitions: definitionsOf(root), named }
  const blocks = root.children.flatMap((node) => blocksOfNode(node, context, 0))
  named.addOthers()
  return [...blocks, ...notes.blocks()]
}

const notesIn = (nodes: readonly RootContent[], depth: number): Map<string, FootnoteDefinition> =>
  new Map(
    nodes.flatMap((node): [string, FootnoteDefinition][] => {
      if (node.type === 'footnoteDefinition') return [[node.identifier, node]]
      return node.type === 'blockquote' && depth < maxMarkdownNesting ? [...notesIn(node.children, depth + 1)] : []
    }),
  )

const blocksOfNode = (node: RootContent, context: MarkdownContext, depth: number): FlowBlock[] => {
  if (depth > maxMarkdownNesting) return []
  if (node.type === 'heading')
    return nonEmpty({ type: 'heading', level: node.depth, ...flowText(stretchesOf(node.children, context)) })
  if (node.type === 'paragraph') {
    const formula = displayedFormula(node, context.source)
    return formula === null ? blocksOfMarkdownParagraph(node.children, context) : [{ type: 'formula', text: formula }]
  }
  if (node.type === 'html') return context.readHtml?.(node.value) ?? []
  if (node.type === 'code') return nonEmpty({ type: node.lang === 'math' ? 'formula' : 'code', text: node.value })
  if (node.type === 'list') return blocksOfMarkdownList(node, context, 1)
  if (node.type === 'table') return [blockOfMarkdownTable(node, context)]
  if (node.type !== 'blockquote') return []
  return nonEmpty(
    holding(
      { type: 'quote' },
      node.children.flatMap((child) => blocksOfNode(child, context, depth + 1)),
    ),
  )
}

const nonEmpty = (block: FlowBlock): FlowBlock[] => (block.text === '' ? [] : [block])

/** Divides a paragraph into its text and the pictures in it that are available. */
const blocksOfMarkdownParagraph = (nodes: readonly PhrasingContent[], context: MarkdownContext): FlowBlock[] => {
  const { findPicture = () => null } = context
  const pictures = new Map<PhrasingContent, FlowBlock>()
  for (const node of nodes) {
    const picture = node.type === 'image' ? findPicture(node.url) : null
    if (node.type === 'image' && picture !== null)
      pictures.set(node, { type: 'picture', text: (node.alt ?? '').trim(), picture })
  }
  const text = nodes.filter((node) => !pictures.has(node))
  return [...nonEmpty({ type: 'paragraph', ...flowText(stretchesOf(text, context)) }), ...pictures.values()]
}

const blocksOfMarkdownList = (list: List, context: MarkdownContext, level: number): FlowBlock[] =>
  level > maxMarkdownNesting
    ? []
    : list.children.flatMap((item, index) =>
        blocksOfMarkdownItem(item, markerOfMarkdownItem(list, index), context, level),
      )

const markerOfMarkdownItem = ({ ordered, start }: List, index: number): string =>
  ordered === true ? `${(start ?? 1) + index}.` : '•'

/** An item holds all its blocks, except lists at its end, whose items are one level deeper. */
const blocksOfMarkdownItem = (item: ListItem, marker: string, context: MarkdownContext, level: number): FlowBlock[] => {
  const end = item.children.findLastIndex(({ type }) => type !== 'list') + 1
  const [first, ...rest] = item.children.slice(0, end)
  const box = item.checked === true ? '[x] ' : item.checked === false ? '[ ] ' : ''
  const opening: FlowBlock[] =
    first?.type === 'paragraph'
      ? blocksOfMarkdownParagraph([{ type: 'text', value: box }, ...first.children], context)
      : first === undefined
        ? []
        : blocksOfNode(first, context, level)
  const own = [...opening, ...rest.flatMap((child) => blocksOfNode(child, context, level))]
  return [
    ...nonEmpty(holding({ type: 'list_item', level, marker }, own)),
    ...item.children
      .slice(end)
      .flatMap((child) => (child.type === 'list' ? blocksOfMarkdownList(child, context, level + 1) : [])),
  ]
}

const blockOfMarkdownTable = ({ children }: Table, context: MarkdownContext): FlowBlock => {
  const cells = children.flatMap((row, rowIndex) =>
    row.children.map((cell, column): FlowCell => ({
      row: rowIndex,
      column,
      rowSpan: 1,
      columnSpan: 1,
      ...flowText(stretchesOf(cell.children, context)),
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

type MarkdownLook = Omit<TextRun, 'text'>

/** Divides inline content into stretches of one style. A picture is its alternative text. */
const stretchesOf = (nodes: readonly PhrasingContent[], context: MarkdownContext, look: MarkdownLook = {}): TextRun[] =>
  nodes.flatMap((node) => stretch(node, context, look))

const stretch = (node: PhrasingContent, context: MarkdownContext, look: MarkdownLook): TextRun[] => {
  if ('children' in node) return stretchesOf(node.children, context, { ...look, ...lookOfMarkdownNode(node, context) })
  if (node.type === 'text')
    return withFormulas(node, context.source).map((run) => ({ ...run, text: run.text.replaceAll('\n', ' '), ...look }))
  if (node.type === 'inlineCode') return [{ text: node.value, ...look, code: true }]
  if (node.type === 'break') return [{ text: '\n', ...look }]
  if (node.type === 'footnoteReference') {
    const reference = context.named.refer(node.identifier)
    return reference === undefined ? [] : [{ ...look, ...reference }]
  }
  if (node.type === 'html' && /^<br\s*\/?>$/i.test(node.value)) return [{ text: '\n', ...look }]
  // The rest is HTML, whose tags are dropped.
  return 'alt' in node ? [{ text: node.alt ?? '', ...look }] : []
}

/** The style that an element adds to its content. */
const lookOfMarkdownNode = (node: Extract<PhrasingContent, Parent>, { definitions }: MarkdownContext): MarkdownLook => {
  if (node.type === 'strong') return { bold: true }
  if (node.type === 'emphasis') return { italic: true }
  if (node.type === 'delete') return { strikethrough: true }
  const href = node.type === 'link' ? node.url : node.type === 'linkReference' ? definitions.get(node.identifier) : null
  return typeof href === 'string' ? { href } : {}
}

/** CommonMark with GitHub's additions. */
export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
