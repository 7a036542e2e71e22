import { mainSize, textOfBlock, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'

/** Small numbered text in the lowest third of a page, with no text of the usual size after it, is a footnote. */
export const findFootnotes = (draft: Draft): Draft => {
  const body = mainSize(draft.pages.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines)))
  return { ...draft, pages: draft.pages.map((page) => onPage(page, body)) }
}

const onPage = (page: DraftPage, body: number): DraftPage => {
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
  block.box[1] > height * 0.6 &&
  mainSize(block.lines) < body * 0.95 &&
  (/^(?:\d{1,3}|[*†‡§])/u.test(textOfBlock(block)) || /^\d/.test(block.marker ?? ''))
