import { itemAt } from '../items.ts'
import type { Document } from '../model.ts'
import { blockValue } from './block-values.ts'
import { contentsOf, surroundingsOf } from './contents.ts'
import { joinColumns } from './join-continued.ts'
import { pageMarkdown } from './markdown/markdown-blocks.ts'
import { withStruckMarks } from './struck-text.ts'
import { pageText } from './text.ts'
import type { PageValue } from './values.ts'

/** Page by page; page headers and footers are among the blocks, but not in the Markdown and the text. */
export const pages = (document: Document): PageValue[] => {
  const joined = joinColumns(document)
  const surroundings = surroundingsOf(joined)
  const plain = withStruckMarks(joined)
  const plainSurroundings = plain === joined ? surroundings : surroundingsOf(plain)
  return document.pages.map((page, index) => {
    const { number, width, height, rotation, hidden, quality, readBy, blocks } = page
    const contents = contentsOf(itemAt(joined.pages, index), surroundings)
    return {
      page: number,
      width,
      height,
      rotation,
      markdown: pageMarkdown(contents),
      text: pageText(contentsOf(itemAt(plain.pages, index), plainSurroundings)),
      ...(hidden !== undefined && { hidden }),
      ...(quality !== undefined && { quality }),
      ...(readBy !== undefined && { readBy }),
      blocks: blocks.map(blockValue),
    }
  })
}
