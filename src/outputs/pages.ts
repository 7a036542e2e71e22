import type { PageValue } from '../contract/blocks.ts'
import type { Document } from '../document/model.ts'
import { blockValue } from './block-value.ts'
import { contentsOf, tablesById } from './contents.ts'
import { pageMarkdown } from './markdown/blocks.ts'
import { pageText } from './text.ts'

/** Page by page; page headers and footers are among the blocks, but not in the Markdown and the text. */
export const pages = (document: Document): PageValue[] => {
  const tables = tablesById(document)
  return document.pages.map((page) => {
    const { number, width, height, rotation, quality, blocks } = page
    const contents = contentsOf(page, tables)
    return {
      page: number,
      width,
      height,
      rotation,
      markdown: pageMarkdown(contents),
      text: pageText(contents),
      ...(quality !== undefined && { quality }),
      blocks: blocks.map(blockValue),
    }
  })
}
