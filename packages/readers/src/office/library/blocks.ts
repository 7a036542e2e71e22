import type { OfficeAttachment, OfficeContentNode } from '#officeparser'
import type { FlowBlock } from '../../flow/flow.ts'
import { flowText } from '../../flow/text.ts'
import { alternativeText } from '../alternative-text.ts'
import { chartTable } from '../chart-table.ts'
import { createNotes, type Notes } from '../notes.ts'
import { joinCode } from '../join-code.ts'
import { withoutBold } from '../without-bold.ts'
import { stretchesOf } from './inline.ts'
import { kindOf, numberItems, type Kind } from './kinds.ts'
import { tableOf } from './table.ts'

type Context = { readonly notes: Notes; readonly attachments: ReadonlyMap<string, OfficeAttachment> }

/** Deeper nesting than this is no document but an attack on the stack. */
const deepest = 200

/** The blocks of the library's nodes, their footnotes last. */
export const blocksOf = (
  nodes: readonly OfficeContentNode[],
  attachments: readonly OfficeAttachment[],
): FlowBlock[] => {
  const context = { notes: createNotes(), attachments: new Map(attachments.map((one) => [one.name, one])) }
  const blocks = nodes.flatMap((node) => blocksOfNode(node, context, 0))
  return [...numberItems(joinCode(blocks)), ...context.notes.blocks]
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
  categories: data?.labels ?? [],
  series: (data?.dataSets ?? []).map(({ name, values }) => ({ name: name ?? '', values: values.map(String) })),
})
