import type { OfficeContentNode } from '#officeparser'
import type { FlowBlock } from '../../flow/flow.ts'

export type Kind = Pick<FlowBlock, 'type' | 'level' | 'marker'>

/** What a node of text is; null for one that only holds others. */
export const kindOf = (node: OfficeContentNode): Kind | null => {
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

/** The library does not look into styles for lists; of Word's own, the names tell. */
const kindOfStyle = (style: string): Kind => {
  if (/^(?:caption|figure|illustration)$/i.test(style)) return { type: 'caption' }
  const [, kind, level = '1'] = /^List(Bullet|Number)([2-5])?$/.exec(style) ?? []
  if (kind === undefined) return { type: 'paragraph' }
  return { type: 'list_item', level: Number(level), ...(kind === 'Bullet' && { marker: '•' }) }
}

/** Items without a marker are numbered as they follow each other. */
export const numberItems = (blocks: readonly FlowBlock[]): FlowBlock[] => {
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
