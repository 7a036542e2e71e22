import type { Document } from '../model.ts'
import { contentsOf, tablesById } from './contents.ts'
import { joinColumns } from './join-continued.ts'
import { pageHtml } from './html/blocks.ts'

/**
 * One HTML fragment, a section per page. All markup in it is made here and all text is escaped, so it has no script,
 * style or event handler, and no link but to web and mail addresses.
 */
export const html = (document: Document): string => {
  const tables = tablesById(document)
  return joinColumns(document)
    .pages.map((page) => `<section data-page="${page.number}">\n${pageHtml(contentsOf(page, tables))}\n</section>`)
    .join('\n')
}
