import { isCaptionLabel } from '../../language/captions.ts'
import { textOfBlock, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'

/**
 * Finds captions: paragraphs that begin with a label and are next to a table or a picture. Tables get theirs as text,
 * too.
 */
export const findCaptions = (draft: Draft): Draft => ({ ...draft, pages: draft.pages.map(findCaptionsOnPage) })

const findCaptionsOnPage = (page: DraftPage): DraftPage => {
  const blocks = page.blocks.map((block, index): DraftBlock => {
    const neighbours = [page.blocks[index - 1], page.blocks[index + 1]]
    const isCaption = (block.type === 'paragraph' || block.type === 'heading') && isCaptionLabel(textOfBlock(block))
    if (!isCaption || !neighbours.some((other) => other?.type === 'table' || other?.type === 'picture')) return block
    return { type: 'caption', box: block.box, lines: block.lines }
  })
  return { ...page, blocks: blocks.map((block, index) => withCaption(block, blocks[index - 1], blocks[index + 1])) }
}

const withCaption = (block: DraftBlock, above: DraftBlock | undefined, below: DraftBlock | undefined): DraftBlock => {
  if (block.table === undefined) return block
  const caption = above?.type === 'caption' ? above : below?.type === 'caption' ? below : null
  return caption === null ? block : { ...block, table: { ...block.table, caption: textOfBlock(caption) } }
}
