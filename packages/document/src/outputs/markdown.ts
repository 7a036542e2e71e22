import type { Document } from '../model.ts'
import { contentsOf, tablesById } from './contents.ts'
import { joinContinued } from './join-continued.ts'
import { pageMarkdown } from './markdown/blocks.ts'

/** GitHub-flavoured Markdown, pages separated by a blank line. */
export const markdown = (document: Document): string => {
  const whole = joinContinued(document)
  const tables = tablesById(whole)
  return whole.pages
    .map((page) => pageMarkdown(contentsOf(page, tables)))
    .filter((text) => text !== '')
    .join('\n\n')
}
