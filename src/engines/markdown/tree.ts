import type { List, ListItem, Root, RootContent, Table } from 'mdast'
import type { Cell } from '../../document/model.ts'
import { textOfCells, type FlowBlock, type FlowTable } from '../flow.ts'
import { flowText } from '../flow-text.ts'
import { definitionsOf, stretchesOf, type Definitions } from './inline.ts'

/** Deeper nesting than this is no document but an attack on the stack. */
const deepest = 100

/** The blocks of a parsed Markdown document, in order; HTML in it is dropped, as its tags are no text. */
export const blocksOf = (root: Root): FlowBlock[] => {
  const definitions = definitionsOf(root)
  return root.children.flatMap((node) => blocksOfNode(node, definitions, 0))
}

const blocksOfNode = (node: RootContent, definitions: Definitions, depth: number): FlowBlock[] => {
  if (depth > deepest) return []
  if (node.type === 'heading') {
    return nonEmpty({ type: 'heading', level: node.depth, ...flowText(stretchesOf(node.children, definitions)) })
  }
  if (node.type === 'paragraph') {
    return nonEmpty({ type: 'paragraph', ...flowText(stretchesOf(node.children, definitions)) })
  }
  if (node.type === 'code') return nonEmpty({ type: 'code', text: node.value })
  if (node.type === 'list') return listBlocks(node, definitions, 1)
  if (node.type === 'table') return [tableBlock(node, definitions)]
  if (node.type !== 'blockquote' && node.type !== 'footnoteDefinition') return []
  const inner = node.children.flatMap((child) => blocksOfNode(child, definitions, depth + 1))
  return node.type === 'blockquote' ? inner : inner.map(asFootnote)
}

const asFootnote = (block: FlowBlock): FlowBlock =>
  block.type === 'paragraph' ? { ...block, type: 'footnote' } : block

const nonEmpty = (block: FlowBlock): FlowBlock[] => (block.text === '' ? [] : [block])

const listBlocks = (list: List, definitions: Definitions, level: number): FlowBlock[] =>
  level > deepest
    ? []
    : list.children.flatMap((item, index) => itemBlocks(item, markerOf(list, index), definitions, level))

const markerOf = ({ ordered, start }: List, index: number): string =>
  ordered === true ? `${(start ?? 1) + index}.` : '•'

/** The first paragraph is the item; what follows in it stands after it, lists one level deeper. */
const itemBlocks = (item: ListItem, marker: string, definitions: Definitions, level: number): FlowBlock[] => {
  const [first, ...rest] = item.children
  const box = item.checked === true ? '[x] ' : item.checked === false ? '[ ] ' : ''
  const stretches = first?.type === 'paragraph' ? stretchesOf(first.children, definitions) : []
  const own: FlowBlock = { type: 'list_item', level, marker, ...flowText([{ text: box }, ...stretches]) }
  const others = first?.type === 'paragraph' ? rest : item.children
  return [
    ...nonEmpty(own),
    ...others.flatMap((child) =>
      child.type === 'list' ? listBlocks(child, definitions, level + 1) : blocksOfNode(child, definitions, level),
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
  const columnCount = Math.max(0, ...children.map((row) => row.children.length))
  const table: FlowTable = { rowCount: children.length, columnCount, cells }
  return { type: 'table', text: textOfCells(table), table }
}
