import { mainSize, textOfBlock, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'
import { footnotes as limits } from '../parameters.ts'

/** Finds footnotes: small numbered text low on a page, with no other text after it. */
export const findPagedFootnotes = (draft: Draft): Draft => {
  const body = mainSize(draft.pages.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines)))
  return { ...draft, pages: draft.pages.map((page) => findFootnotesOnPage(page, body)) }
}

const findFootnotesOnPage = (page: DraftPage, body: number): DraftPage => {
  const lastOfBody = page.blocks.findLastIndex(
    (block) => block.lines.length > 0 && block.type !== 'page_footer' && !isFootnote(block, page, body),
  )
  const blocks = page.blocks.map((block, index) =>
    index > lastOfBody && isFootnote(block, page, body)
      ? { type: 'footnote' as const, box: block.box, lines: block.lines }
      : block,
  )
  return { ...page, blocks }
}

const isFootnote = (block: DraftBlock, { height }: DraftPage, body: number): boolean =>
  block.known !== true &&
  (block.type === 'paragraph' || block.type === 'list_item') &&
  block.box[1] > height * limits.minTopShare &&
  mainSize(block.lines) < body * limits.maxSizeRatio &&
  (/^(?:\d{1,3}|[*†‡§])/u.test(textOfBlock(block)) || /^\d/.test(block.marker ?? ''))
