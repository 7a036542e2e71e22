import type { Document } from '../document/model.ts'
import { contentsOf, tablesById } from './contents.ts'
import { pageMarkdown } from './markdown/blocks.ts'

/** GitHub-flavoured Markdown, pages divided by a blank line. */
export const markdown = (document: Document): string => {
  const tables = tablesById(document)
  return document.pages
    .map((page) => pageMarkdown(contentsOf(page, tables)))
    .filter((text) => text !== '')
    .join('\n\n')
}
