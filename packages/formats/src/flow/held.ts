import { cellContent, holding } from './content.ts'
import { type FlowBlock, type FlowCell, flowText } from './flow.ts'

/**
 * Blocks in blocks. Each says the text of all that it holds, so that the text of a page would come as many times as it
 * is deep.
 */
export const maxHeldDepth = 10

type HeldListItem = Pick<FlowBlock, 'type' | 'level' | 'marker' | 'numbering'>

/**
 * An item of a list with what it holds, where that may be held; lists at its end are items one level deeper. `depth` is
 * that of the list, in blocks.
 */
export const itemBlocks = (item: HeldListItem, blocks: readonly FlowBlock[], depth: number): FlowBlock[] => {
  const isDeeper = ({ type, level = 1 }: FlowBlock): boolean => type === 'list_item' && level > (item.level ?? 1)
  const end = blocks.findLastIndex((block) => !isDeeper(block)) + 1
  const own = blocks.slice(0, end)
  const [first, ...others] = blocks
  // Items with headings are parts of the page.
  if (own.some(({ type }) => type === 'heading')) return [...blocks]
  if (depth >= maxHeldDepth || own.some(isTooDeep))
    return first?.type === 'paragraph' ? [{ ...first, ...item }, ...others] : [...blocks]
  const whole = holding(item, own)
  // Those without text are pictures.
  return whole.text === '' ? [...blocks] : [whole, ...blocks.slice(end)]
}

/** A quote of these blocks, or the blocks themselves where they may not be held or have no text. */
export const quoteBlocks = (blocks: readonly FlowBlock[], depth: number): readonly FlowBlock[] => {
  if (depth >= maxHeldDepth || blocks.some(isTooDeep)) return blocks
  const quote = holding({ type: 'quote' }, blocks)
  return quote.text === '' ? blocks : [quote]
}

/** Tells whether a block holds more than text, which it would lose inside another. */
const isTooDeep = ({ blocks = [] }: FlowBlock): boolean => blocks.some(({ type }) => type !== 'paragraph')

/** Returns what a cell of markup holds: a line of code is text there, and text in a header is bold of itself. */
export const markupCell = (
  blocks: readonly FlowBlock[],
  header: boolean,
): Pick<FlowCell, 'text' | 'runs' | 'blocks'> => {
  const shown = blocks.map(codeInLine)
  return cellContent(header ? shown.map(withoutBold) : shown)
}

/** A line of code is text of a cell: only what has several lines needs a block. */
const codeInLine = (block: FlowBlock): FlowBlock =>
  block.type === 'code' && !block.text.includes('\n')
    ? { ...block, type: 'paragraph', runs: [{ text: block.text, code: true }] }
    : block

const withoutBold = (block: FlowBlock): FlowBlock => {
  const { runs, ...others } = block
  if (runs === undefined) return block
  const plain = runs.map((run) => {
    const { bold: _, ...look } = run
    return look
  })
  return { ...others, ...flowText(plain) }
}
