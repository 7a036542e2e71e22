import { eachBlock } from './draft.ts'

/** For those who want page headers and footers in the text: they are paragraphs like any other, in their places. */
export const keepRunningText = eachBlock((block) =>
  block.type === 'page_header' || block.type === 'page_footer'
    ? { ...block, type: block.picture === undefined ? 'paragraph' : 'picture' }
    : block,
)
