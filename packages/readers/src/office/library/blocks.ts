import type { OfficeAttachment, OfficeContentNode } from '#officeparser'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { chartTable } from '../tables.ts'
import { createNotes, type Notes } from '../../flow/notes.ts'
import { joined } from '../../flow/gather.ts'
import { alternativeText, withoutBold } from '../office-text.ts'
import { stretchesOf } from './inline.ts'
import { tableOf } from './table.ts'

type Context = { readonly notes: Notes; readonly attachments: ReadonlyMap<string, OfficeAttachment> }

/** Levels; deeper nesting is an attack on the stack. */
const deepest = 200

/** The blocks of the library's nodes, their footnotes last. */
export const blocksOf = (
  nodes: readonly OfficeContentNode[],
  attachments: readonly OfficeAttachment[],
): FlowBlock[] => {
  const context = { notes: createNotes(), attachments: new Map(attachments.map((one) => [one.name, one])) }
  const blocks = nodes.flatMap((node) => blocksOfNode(node, context, 0))
  return [...numberItems(joined(blocks)), ...context.notes.blocks()]
}

const blocksOfNode = (node: OfficeContentNode, context: Context, depth: number): FlowBlock[] => {
  if (depth > deepest || node.type === 'note' || node.type === 'comment' || node.type === 'break') return []
  if (node.type === 'table') return tableOf(node, context.notes)
  if (node.type === 'image') return pictureOf(node, context)
  if (node.type === 'chart') return chartOf(node, context)
  if (node.type === 'code') return codeOf(node)
  const kind = kindOf(node)
  if (kind !== null) return textBlock(kind, node, context, depth)
  return (node.children ?? []).flatMap((child) => blocksOfNode(child, context, depth + 1))
}

/** A block of text, and after it the pictures and tables that stand within. */
const textBlock = (kind: Kind, node: OfficeContentNode, context: Context, depth: number): FlowBlock[] => {
  const inner = (node.children ?? []).filter(({ type }) => !isInline(type))
  const stretches = stretchesOf(
    { ...node, children: (node.children ?? []).filter(({ type }) => isInline(type)) },
    context.notes,
  )
  const isCode = kind.type === 'paragraph' && stretches.length > 0 && stretches.every(({ code }) => code === true)
  const text = stretches.map((stretch) => stretch.text).join('')
  const block: FlowBlock = isCode
    ? { type: 'code', text: text.trimEnd() }
    : { ...kind, ...flowText(kind.type === 'heading' || kind.type === 'title' ? withoutBold(stretches) : stretches) }
  const own = block.text.trim() === '' ? [] : [block]
  return [...own, ...inner.flatMap((child) => blocksOfNode(child, context, depth + 1))]
}

const isInline = (type: OfficeContentNode['type']): boolean => type === 'text' || type === 'break' || type === 'code'

const codeOf = (node: OfficeContentNode & { type: 'code' }): FlowBlock[] => {
  const text = (node.text ?? '').trimEnd()
  return text === '' ? [] : [{ type: node.metadata?.math === undefined ? 'code' : 'formula', text }]
}

const pictureOf = (node: OfficeContentNode & { type: 'image' }, { attachments }: Context): FlowBlock[] => {
  const { attachmentName = '', altText } = node.metadata ?? {}
  const attachment = attachments.get(attachmentName)
  if (attachment?.type === 'chart') return chartTable(chartData(attachment))
  if (attachment === undefined) return []
  const text = alternativeText(altText ?? attachment.altText)
  return [{ type: 'picture', text, picture: { data: Buffer.from(attachment.data, 'base64') } }]
}

const chartOf = (node: OfficeContentNode & { type: 'chart' }, { attachments }: Context): FlowBlock[] => {
  const attachment = attachments.get(node.metadata?.attachmentName ?? '')
  return attachment === undefined ? [] : chartTable(chartData(attachment))
}

const chartData = ({ chartData: data }: OfficeAttachment) => ({
  title: data?.title ?? '',
  series: (data?.dataSets ?? []).map(({ name, values }) => ({
    name: name ?? '',
    labels: data?.labels ?? [],
    values: values.map(String),
  })),
})

type Kind = Pick<FlowBlock, 'type' | 'level' | 'marker'>

/** The block type of a text node; null for a node that only holds others. */
const kindOf = (node: OfficeContentNode): Kind | null => {
  if (node.type === 'heading') {
    const { level = 1, style = '' } = node.metadata ?? {}
    return /^title$/i.test(style) ? { type: 'title' } : { type: 'heading', level: Math.min(Math.max(level, 1), 6) }
  }
  if (node.type === 'list') {
    const { listType, indentation = 0, itemIndex = 0 } = node.metadata ?? {}
    const marker = listType === 'ordered' ? `${itemIndex + 1}.` : '•'
    return { type: 'list_item', level: indentation + 1, marker }
  }
  if (node.type === 'header') return { type: 'page_header' }
  if (node.type === 'footer') return { type: 'page_footer' }
  if (node.type === 'paragraph') return kindOfStyle(node.metadata?.style ?? '')
  return node.type === 'text' || node.type === 'definitionTerm' ? { type: 'paragraph' } : null
}

/** The library does not resolve list styles; Word's own are recognised by name. */
const kindOfStyle = (style: string): Kind => {
  if (/^(?:caption|figure|illustration)$/i.test(style)) return { type: 'caption' }
  const [, kind, level = '1'] = /^List(Bullet|Number)([2-5])?$/.exec(style) ?? []
  if (kind === undefined) return { type: 'paragraph' }
  return { type: 'list_item', level: Number(level), ...(kind === 'Bullet' && { marker: '•' }) }
}

/** Numbers the items that have no marker. */
const numberItems = (blocks: readonly FlowBlock[]): FlowBlock[] => {
  let counts: number[] = []
  return blocks.map((block) => {
    if (block.type !== 'list_item') counts = []
    if (block.type !== 'list_item' || block.marker !== undefined) return block
    const { level = 1 } = block
    counts.length = level
    const count = (counts[level - 1] ?? 0) + 1
    counts[level - 1] = count
    return { ...block, marker: `${count}.` }
  })
}
