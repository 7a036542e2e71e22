import type { FlowBlock } from '../flow/flow.ts'

/** Blocks as the text of a table cell: a line each, list items with their markers. */
export const linesOf = (blocks: readonly FlowBlock[]): string =>
  blocks
    .filter(({ type, text }) => type !== 'picture' && text !== '')
    .map(({ type, marker, text }) => (type === 'list_item' && marker !== undefined ? `${marker} ${text}` : text))
    .join('\n')
