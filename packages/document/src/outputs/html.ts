import type { DocumentContents } from '../model.ts'
import { contentsOf, surroundingsOf } from './contents.ts'
import { joinColumns } from './join-continued.ts'
import { pageHtml } from './html/html-blocks.ts'

/**
 * One HTML fragment, a section per page. All markup in it is made here and all text is escaped, so it has no script,
 * style or event handler, and no link but to web and mail addresses.
 */
export const html = (document: DocumentContents): string => {
  const whole = joinColumns(document)
  const surroundings = surroundingsOf(whole)
  return whole.pages
    .map((page) => `<section data-page="${page.number}">\n${pageHtml(contentsOf(page, surroundings))}\n</section>`)
    .join('\n')
}
