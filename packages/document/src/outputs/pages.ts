import type { Block, Document } from '../model.ts'
import { contentsOf, tablesById } from './contents.ts'
import { joinColumns } from './join-continued.ts'
import { pageMarkdown } from './markdown/blocks.ts'
import { pageText } from './text.ts'
import type { BlockValue, PageValue } from './values.ts'

/** Page by page; page headers and footers are among the blocks, but not in the Markdown and the text. */
export const pages = (document: Document): PageValue[] => {
  const joined = joinColumns(document)
  const tables = tablesById(joined)
  return document.pages.map((page, index) => {
    const { number, width, height, rotation, quality, readBy, blocks } = page
    const contents = contentsOf(joined.pages[index] ?? page, tables)
    return {
      page: number,
      width,
      height,
      rotation,
      markdown: pageMarkdown(contents),
      text: pageText(contents),
      ...(quality !== undefined && { quality }),
      ...(readBy !== undefined && { readBy }),
      blocks: blocks.map(blockValue),
    }
  })
}

/** A block as callers get it: pictures are called images. */
export const blockValue = ({ picture, runs, words, ...block }: Block): BlockValue => ({
  ...block,
  ...(runs !== undefined && { runs: [...runs] }),
  ...(words !== undefined && { words: [...words] }),
  ...(picture !== undefined && { image: picture }),
})
