import type { FootnoteDefinition, Html, List, ListItem, Nodes } from 'mdast'
import { htmlGrids, pipeGrid, type Grid } from '../markdown/grid.ts'
import { parseMarkdown, plainText } from '../markdown/parse.ts'
import { fold } from './fold.ts'
import { tableOf, type ReadingTable } from './tables.ts'

/** The content of a Markdown text without its form: the truth and a reader's output are compared as this. */
export type Content = readonly ContentBlock[]

export type ContentBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** `number` is null for bullets, `depth` counts from 1. */
  | { readonly kind: 'item'; readonly depth: number; readonly number: number | null; readonly text: string }
  | { readonly kind: 'table'; readonly table: ReadingTable }

/** Emphasis, links, kinds of quotes and dashes and the like have been removed from the texts. */
export const contentOf = (markdown: string): Content => blocksOf(parseMarkdown(markdown))

const blocksOf = (node: Nodes): ContentBlock[] => {
  if (node.type === 'heading') return [{ kind: 'heading', level: node.depth, text: fold(plainText(node)) }]
  if (node.type === 'table') return tableBlocks([pipeGrid(node)])
  if (node.type === 'html') return htmlBlocks(node)
  if (node.type === 'list') return listBlocks(node, 1)
  if (node.type === 'footnoteDefinition') return noteBlocks(node)
  if (node.type === 'paragraph' || node.type === 'code') return textBlocks(plainText(node))
  return 'children' in node ? node.children.flatMap(blocksOf) : []
}

const textBlocks = (text: string): ContentBlock[] => {
  const folded = fold(text)
  return folded === '' ? [] : [{ kind: 'text', text: folded }]
}

const tableBlocks = (grids: readonly Grid[]): ContentBlock[] =>
  grids.map(tableOf).flatMap((table) => (table === null ? [] : [{ kind: 'table', table }]))

const htmlBlocks = ({ value }: Html): ContentBlock[] => {
  const tables = tableBlocks(htmlGrids(value))
  return tables.length > 0 ? tables : textBlocks(value.replaceAll(/<!--[^]*?-->|<[^<>]*>/g, ' '))
}

const noteBlocks = (note: FootnoteDefinition): ContentBlock[] =>
  textBlocks(`${note.identifier} ${note.children.map(plainText).join(' ')}`)

const listBlocks = ({ children, ordered, start }: List, depth: number): ContentBlock[] =>
  children.flatMap((item, index) => itemBlocks(item, depth, ordered === true ? (start ?? 1) + index : null))

const itemBlocks = ({ children, checked }: ListItem, depth: number, number: number | null): ContentBlock[] => {
  const [first, ...more] = children
  const isText = first?.type === 'paragraph'
  const box = typeof checked === 'boolean' ? `${checked ? '☒' : '☐'} ` : ''
  const text = fold(box + (isText ? plainText(first) : ''))
  return [
    { kind: 'item', depth, number, text },
    ...(isText ? more : children).flatMap((child) =>
      child.type === 'list' ? listBlocks(child, depth + 1) : blocksOf(child),
    ),
  ]
}
