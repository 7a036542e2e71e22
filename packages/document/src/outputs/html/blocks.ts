import type { Block, BlockType, TextRun } from '../../model.ts'
import { captionsOf, notesOf, type PageContents, tableOf } from '../contents.ts'
import { cleanText, inlineOf, textOfInline } from '../inline.ts'
import { type List, type ListItem, listsOf, sectionsOf } from '../list-items.ts'
import { direction, escapeHtml, inlineHtml } from './inline.ts'
import { tableHtml } from './table.ts'

/**
 * A page with what belongs together on it: tables and pictures with their captions, references with their footnotes.
 */
type Page = PageContents & { readonly captions: ReadonlyMap<string, Block>; readonly noted: ReadonlySet<string> }

/** The blocks of a page, each on lines of its own. */
export const pageHtml = (contents: PageContents): string => {
  const captions = captionsOf(contents.blocks, contents.tables)
  const notes = notesOf(contents.blocks)
  const captionIds = new Set([...captions.values()].map(({ id }) => id))
  const blocks = contents.blocks
    .filter(({ id }) => !captionIds.has(id))
    .map((block) =>
      withReferences(
        block,
        new Map(
          notes.flatMap(({ reference, mark, footnote }) => (reference.id === block.id ? [[mark, footnote.id]] : [])),
        ),
      ),
    )
  const page = { ...contents, captions, noted: new Set(notes.map(({ footnote }) => footnote.id)) }
  return sectionsOf(blocks)
    .map((section) =>
      section.kind === 'list' ? listsHtml(listsOf(section.items)) : blockHtml[section.block.type](section.block, page),
    )
    .filter((html) => html !== '')
    .join('\n')
}

/** The block with links from its marks to the footnotes that they refer to. */
const withReferences = (block: Block, noteOf: ReadonlyMap<string, string>): Block => {
  if (block.runs === undefined || noteOf.size === 0) return block
  const runs = block.runs.map((run): TextRun => {
    const note = run.superscript === true ? noteOf.get(run.text.trim()) : undefined
    return note === undefined ? run : { ...run, href: `#${note}` }
  })
  return { ...block, runs }
}

const element = (tag: string, block: Pick<Block, 'text' | 'runs'>): string => {
  const content = inlineHtml(inlineOf(block))
  return content === '' ? '' : `<${tag}${direction(block.text)}>${content}</${tag}>`
}

const preformatted = (code: string, text: string): string =>
  text === '' ? '' : `<pre>${code}${escapeHtml(cleanText(text))}</code></pre>`

const picture = ({ id, picture: file, text }: Block, { captions }: Page): string => {
  const caption = captions.get(id)
  const image =
    file === undefined ? element('p', { text }) : `<img src="${escapeHtml(file)}" alt="${escapeHtml(text)}">`
  const said = caption === undefined ? '' : element('figcaption', caption)
  return file === undefined && said === '' ? image : `<figure>${image}${said}</figure>`
}

const paragraph = (block: Block): string => element('p', block)

const table = (block: Block, page: Page): string => {
  const found = tableOf(block, page)
  if (found === undefined) return paragraph(block)
  const caption = page.captions.get(block.id)?.text ?? found.caption
  return tableHtml({ ...found, ...(caption !== undefined && { caption }) })
}

const footnote = (block: Block, { noted }: Page): string => {
  const id = noted.has(block.id) ? ` id="${escapeHtml(block.id)}"` : ''
  return block.text === '' ? '' : `<aside${id} role="doc-footnote">${paragraph(block)}</aside>`
}

/** A formula with a picture is text as it was printed, not LaTeX: it describes the picture. */
const formula = ({ text, picture: file }: Block): string =>
  file === undefined
    ? preformatted('<code class="language-math">', text)
    : `<p class="formula"><img src="${escapeHtml(file)}" alt="${escapeHtml(cleanText(text))}"></p>`

const blockHtml: Record<BlockType, (block: Block, page: Page) => string> = {
  title: (block) => element('h1', block),
  heading: (block) => element(`h${Math.min(block.level ?? 2, 6)}`, block),
  paragraph,
  list_item: paragraph,
  table,
  picture,
  caption: paragraph,
  code: ({ text }) => preformatted('<code>', text),
  formula,
  footnote,
  page_header: paragraph,
  page_footer: paragraph,
}

const listsHtml = (lists: readonly List[]): string => lists.map(listHtml).join('\n')

const listHtml = ({ numbering, items }: List): string => {
  const content = items.map(itemHtml).join('\n')
  if (numbering === null) return `<ul>\n${content}\n</ul>`
  return `<ol${numbering.start === 1 ? '' : ` start="${numbering.start}"`}>\n${content}\n</ol>`
}

const itemHtml = ({ content, lists }: ListItem): string =>
  `<li${direction(textOfInline(content))}>${inlineHtml(content)}${lists.length === 0 ? '' : `\n${listsHtml(lists)}\n`}</li>`
