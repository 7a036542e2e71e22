import type { Block, BlockType } from '../../document/model.ts'
import { tableOf, type PageContents } from '../contents.ts'
import { cleanText, inlineOf } from '../inline.ts'
import { listsOf } from '../list-items.ts'
import { sectionsOf } from '../sections.ts'
import { escapeHtml } from './escape.ts'
import { inlineHtml } from './inline.ts'
import { listsHtml } from './lists.ts'
import { tableHtml } from './table.ts'

/** The blocks of a page, each on lines of its own. */
export const pageHtml = (contents: PageContents): string =>
  sectionsOf(contents.blocks)
    .map((section) =>
      section.kind === 'list'
        ? listsHtml(listsOf(section.items))
        : blockHtml[section.block.type](section.block, contents),
    )
    .filter((html) => html !== '')
    .join('\n')

const element = (tag: string, block: Pick<Block, 'text' | 'runs'>): string => {
  const content = inlineHtml(inlineOf(block))
  return content === '' ? '' : `<${tag}>${content}</${tag}>`
}

const preformatted = (code: string, text: string): string =>
  text === '' ? '' : `<pre>${code}${escapeHtml(cleanText(text))}</code></pre>`

const picture = ({ picture: id, text }: Block): string =>
  id === undefined ? element('p', { text }) : `<figure><img src="${escapeHtml(id)}" alt="${escapeHtml(text)}"></figure>`

/** Then it stands in the table itself. */
const isCaptionOfTable = ({ text }: Block, { blocks, tables }: PageContents): boolean =>
  blocks.some(({ table }) => table !== undefined && tables.get(table)?.caption === text)

const paragraph = (block: Block): string => element('p', block)

const table = (block: Block, contents: PageContents): string => {
  const found = tableOf(block, contents)
  return found === undefined ? paragraph(block) : tableHtml(found)
}

const blockHtml: Record<BlockType, (block: Block, contents: PageContents) => string> = {
  title: (block) => element('h1', block),
  heading: (block) => element(`h${Math.min(block.level ?? 2, 6)}`, block),
  paragraph,
  list_item: paragraph,
  table,
  picture,
  caption: (block, contents) => (isCaptionOfTable(block, contents) ? '' : paragraph(block)),
  code: ({ text }) => preformatted('<code>', text),
  formula: ({ text }) => preformatted('<code class="language-math">', text),
  footnote: (block) => (block.text === '' ? '' : `<aside role="doc-footnote">${paragraph(block)}</aside>`),
  page_header: paragraph,
  page_footer: paragraph,
}
