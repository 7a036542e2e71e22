import { layOut } from '../../layout/lay-out.ts'
import type { ContentWord, PageContent } from '../../layout/page-content.ts'
import { textOfBlock, type DraftBlock } from '../../paged/draft.ts'
import { insertBlocks } from '../../paged/insert-blocks.ts'

/** Shares of the page's height in which what the tree leaves out is a header or footer. */
const margin = 0.15

/**
 * The blocks of the tree with what it does not cover at its place. Beyond all tagged text, at the edge of the page, that is
 * what the page says of itself: headers, footers and page numbers are no part of the tree.
 */
export const withLeftovers = (
  blocks: readonly DraftBlock[],
  words: readonly ContentWord[],
  { page, hasHeadings }: { readonly page: PageContent; readonly hasHeadings: boolean },
): readonly DraftBlock[] => {
  if (words.length === 0) return blocks
  const first = Math.min(...blocks.map(({ box }) => box[1]))
  const last = Math.max(...blocks.map(({ box }) => box[3]))
  const left = layOut({ ...page, words, rules: [], fills: [] }).blocks
  const headers: DraftBlock[] = []
  const footers: DraftBlock[] = []
  const others: DraftBlock[] = []
  for (const block of left) {
    // Leaders and lines of dashes are drawn, not said.
    if (block.table === undefined && !/[\p{L}\p{N}\p{S}]/u.test(textOfBlock(block))) continue
    const { box, lines } = block
    if (box[3] <= first + slack && box[3] < page.height * margin) headers.push({ type: 'page_header', box, lines })
    else if (box[1] >= last - slack && box[1] > page.height * (1 - margin)) {
      footers.push({ type: 'page_footer', box, lines })
    } else others.push(block.type === 'paragraph' && hasHeadings ? { ...block, known: true } : block)
  }
  return [...headers, ...insertBlocks(blocks, others), ...footers]
}

/** Boxes are as high as fonts claim to be. */
const slack = 3
