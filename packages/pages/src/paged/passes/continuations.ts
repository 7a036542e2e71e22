import { canEndParagraph } from '@polyparse/engine'
import { mainSize, textOfBlock, textOfLine, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'
import { continuations as limits } from '../parameters.ts'
import { rightEdgeOfColumn } from './column-edge.ts'

/** A block and its page. */
type BlockOnPage = { readonly block: DraftBlock; readonly page: DraftPage }

/** The types of blocks that may come between the two parts of a text, and those of them that belong to the page. */
const typesBetweenContinuations = new Set<DraftBlock['type']>([
  'page_header',
  'page_footer',
  'footnote',
  'picture',
  'caption',
  'table',
])
const margins = new Set<DraftBlock['type']>(['page_header', 'page_footer', 'footnote'])

/** Marks the paragraphs, programs and tables that continue one from the column or page before, and the text that continues an item. */
export const findContinuations = (draft: Draft): Draft => {
  let text: BlockOnPage | null = null
  let last: BlockOnPage | null = null
  return {
    ...draft,
    pages: draft.pages.map((page) => ({
      ...page,
      blocks: page.blocks.map((block) => {
        const here = { block, page }
        const before = block.table === undefined ? text : last
        const continues = block.known !== true && before !== null && isBlockContinuation(before, here)
        if (!margins.has(block.type)) last = here
        if (!typesBetweenContinuations.has(block.type)) text = here
        return continues ? { ...block, continues: before.block.type } : block
      }),
    })),
  }
}

const isBlockContinuation = (before: BlockOnPage, here: BlockOnPage): boolean => {
  const isItemText = before.block.type === 'list_item' && here.block.type === 'paragraph'
  if (before.block.type !== here.block.type && !isItemText) return false
  if (here.block.table !== undefined) return isSameTable(before, here)
  if (!isElsewhere(before, here)) return false
  if (here.block.type === 'code') return isOpenCode(before.block, here.block)
  if (isItemText) return isOpenItem(before, here.block)
  return here.block.type === 'paragraph' && isOpenText(before.block, here.block)
}

/** Tells whether a block is in another column or on another page than the one before it. */
const isElsewhere = (before: BlockOnPage, here: BlockOnPage): boolean =>
  before.page !== here.page || here.block.box[1] < before.block.box[1]

const isOpenText = (before: DraftBlock, block: DraftBlock): boolean => {
  const [text, next] = [textOfBlock(before), textOfBlock(block)]
  if (Math.abs(mainSize(before.lines) - mainSize(block.lines)) > limits.sizeTolerance) return false
  if (canEndParagraph(text) || next === '') return false
  if (/^\p{Ll}/u.test(next)) return true
  const lines = before.lines
  const end = lines.at(-1)
  return (
    lines.length >= limits.minLines &&
    end !== undefined &&
    end.box[2] > before.box[2] - end.size * limits.maxRoom &&
    /^[\p{L}\p{N}("“]/u.test(next)
  )
}

/**
 * Tells whether the text of an item goes on in a block: it does not end a sentence, its last line has no room for the next word, and
 * that is no marker of one letter. An item often ends without a full stop, so each of these alone tells nothing.
 */
const isOpenItem = ({ block: item, page }: BlockOnPage, next: DraftBlock): boolean => {
  const end = item.lines.at(-1)
  const word = next.lines[0]?.words[0]?.box
  if (end === undefined || word === undefined) return false
  if (Math.abs(mainSize(item.lines) - mainSize(next.lines)) > limits.sizeTolerance) return false
  if (canEndParagraph(textOfBlock(item)) || !/^(?:\p{Ll}{2,}|[,;])/u.test(textOfBlock(next))) return false
  return rightEdgeOfColumn(item, page) - end.box[2] < word[2] - word[0] + end.size
}

/** Tells whether a program ends with brackets open, or its next part begins by closing them. */
const isOpenCode = (before: DraftBlock, block: DraftBlock): boolean => {
  const text = before.lines.map(textOfLine).join('\n')
  const count = (brackets: RegExp): number => text.match(brackets)?.length ?? 0
  return count(/[([{]/g) > count(/[)\]}]/g) || /^[)\]}]/.test(textOfBlock(block))
}

/**
 * Tells whether a table continues the one at the end of the page before: it has the same columns, and no caption is
 * between them.
 */
const isSameTable = (before: BlockOnPage, here: BlockOnPage): boolean => {
  const [a, b] = [before.block.table, here.block.table]
  if (a === undefined || b === undefined || before.page.number + 1 !== here.page.number) return false
  const apart = Math.max(
    Math.abs(before.block.box[0] - here.block.box[0]),
    Math.abs(before.block.box[2] - here.block.box[2]),
  )
  return a.columnCount === b.columnCount && apart < here.page.width * limits.tableTolerance
}
