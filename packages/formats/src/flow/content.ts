import type { FlowBlock, FlowCell, FlowRun } from './flow.ts'

/**
 * A list item, a quote, a footnote or a note with what it holds: its text and runs where that is a paragraph, else the
 * text of all and the blocks.
 *
 * @example holding({ type: 'quote' }, blocks)
 */
export const holding = (
  block: Omit<FlowBlock, 'text' | 'runs' | 'blocks'>,
  blocks: readonly FlowBlock[],
): FlowBlock => {
  const [only] = blocks
  const held = inherited([block, ...blocks])
  if (blocks.length === 1 && only?.type === 'paragraph') return { ...only, ...block, ...held }
  return { ...block, text: linesOfContent(blocks), ...(blocks.length > 0 && { blocks }), ...held }
}

/** Returns what a block holds: its blocks, or its text as a paragraph. */
export const contentOf = ({ text, runs, blocks }: FlowBlock): readonly FlowBlock[] =>
  blocks ?? [{ type: 'paragraph', text, ...(runs !== undefined && { runs }) }]

/** Returns what a cell holds: paragraphs are lines of its text with their runs, anything else makes it one of blocks. */
export const cellContent = (blocks: readonly FlowBlock[]): Pick<FlowCell, 'text' | 'runs' | 'blocks'> => {
  const text = linesOfContent(blocks)
  if (blocks.some(({ type }) => !linear.has(type))) return { text, blocks }
  const lines = blocks.filter((block) => block.text !== '')
  const runs = lines.flatMap((block, index): FlowRun[] => {
    const own =
      block.type === 'formula' ? [{ text: block.text, formula: true }] : (block.runs ?? [{ text: block.text }])
    return index === 0 ? [...own] : [{ text: '\n' }, ...own]
  })
  return runs.some((run) => Object.keys(run).length > 1) ? { text, runs } : { text }
}

/** The types of a block that are a line of text in a cell. */
const linear: ReadonlySet<FlowBlock['type']> = new Set(['paragraph', 'title', 'heading', 'caption', 'formula'])

/** Blocks as lines of text, list items with their markers. */
export const linesOfContent = (blocks: readonly FlowBlock[]): string =>
  blocks
    .filter(({ type, text }) => type !== 'picture' && text !== '')
    .map(({ type, marker, text }) => (type === 'list_item' && marker !== undefined ? `${marker} ${text}` : text))
    .join('\n')

/** Places that links lead to, and comments, which only a block of a page has, of blocks that become part of one. */
export const inherited = (
  blocks: readonly Pick<FlowBlock, 'anchors' | 'comments'>[],
): Pick<FlowBlock, 'anchors' | 'comments'> => {
  const anchors = blocks.flatMap((block) => block.anchors ?? [])
  const comments = blocks.flatMap((block) => block.comments ?? [])
  return { ...(anchors.length > 0 && { anchors }), ...(comments.length > 0 && { comments }) }
}
