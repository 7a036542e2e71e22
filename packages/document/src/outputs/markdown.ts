import type { DocumentContents } from '../model.ts'
import { contentsOf, surroundingsOf } from './contents.ts'
import { joinContinued } from './join-continued.ts'
import { pageMarkdown } from './markdown/markdown-blocks.ts'

/**
 * The document as GitHub-flavoured Markdown, without page headers and footers, its pages separated by a blank line.
 * Text that continues on another page is joined. Tables with spanning cells are HTML.
 *
 * @example await writeFile('report.md', markdown(document))
 */
export const markdown = (document: DocumentContents): string => {
  const whole = joinContinued(document)
  const surroundings = surroundingsOf(whole)
  return whole.pages
    .map((page) => pageMarkdown(contentsOf(page, surroundings)))
    .filter((text) => text !== '')
    .join('\n\n')
}
