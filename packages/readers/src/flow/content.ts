import type { TextRun } from '@polyparse/document'
import type { FlowBlock, FlowCell } from './flow.ts'

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
  return { ...block, text: linesOf(blocks), ...(blocks.length > 0 && { blocks }), ...held }
}

/** What a cell holds: paragraphs are lines of its text with their runs, anything else makes it one of blocks. */
export const cellContent = (blocks: readonly FlowBlock[]): Pick<FlowCell, 'text' | 'runs' | 'blocks'> => {
  const text = linesOf(blocks)
  if (blocks.some(({ type }) => !linear.has(type))) return { text, blocks }
  const lines = blocks.filter((block) => block.text !== '')
  if (!lines.some(({ runs }) => runs !== undefined)) return { text }
  return {
    text,
    runs: lines.flatMap(({ text: own, runs = [{ text: own }] }, index): TextRun[] =>
      index === 0 ? [...runs] : [{ text: '\n' }, ...runs],
    ),
  }
}

/** What is a line of text in a cell. */
const linear: ReadonlySet<FlowBlock['type']> = new Set(['paragraph', 'title', 'heading', 'caption'])

/** Blocks as lines of text, list items with their markers. */
export const linesOf = (blocks: readonly FlowBlock[]): string =>
  blocks
    .filter(({ type, text }) => type !== 'picture' && text !== '')
    .map(({ type, marker, text }) => (type === 'list_item' && marker !== undefined ? `${marker} ${text}` : text))
    .join('\n')

/** Places that links lead to, and comments, which only a block of a page has. */
const inherited = (
  blocks: readonly Pick<FlowBlock, 'anchors' | 'comments'>[],
): Pick<FlowBlock, 'anchors' | 'comments'> => {
  const anchors = blocks.flatMap((block) => block.anchors ?? [])
  const comments = blocks.flatMap((block) => block.comments ?? [])
  return { ...(anchors.length > 0 && { anchors }), ...(comments.length > 0 && { comments }) }
}
