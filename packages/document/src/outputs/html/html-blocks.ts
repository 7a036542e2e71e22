import {
  type Block,
  type BlockType,
  type Cell,
  type ChildBlock,
  numberStyles,
  type NumberStyle,
  type Table,
} from '../../model.ts'
import { captionsOf, type PageContents, type Surroundings, tableOfBlock } from '../contents.ts'
import { cleanText, inlineText, textOfInline } from '../inline.ts'
import { type OutputList, type ListItem, listsOf, sectionsOf } from '../list-items.ts'
import { withReferences } from '../references.ts'
import { direction, escapeHtml, inlineHtml } from './html-inline.ts'
import { gridHtml, textHtml } from './html-table.ts'

/** The parts that are written together: tables and pictures with their captions, links with their targets. */
type HtmlBlockContext = Surroundings & { readonly captions: ReadonlyMap<string, Block> }

/** A block of a page, or one inside another. */
type HtmlContentBlock = ChildBlock & Partial<Pick<Block, 'id' | 'blocks'>>

/** The blocks of a page, each on lines of its own. */
export const pageHtml = (contents: PageContents): string => {
  const captions = captionsOf(contents.blocks, contents.tables)
  const captionIds = new Set([...captions.values()].map(({ id }) => id))
  const blocks = contents.blocks
    .filter(({ id }) => !captionIds.has(id))
    .map((block) => withReferences(block, contents.references))
  return blocksHtml(blocks, { ...contents, captions })
}

/** A table without blank lines; a plain one has no scopes and directions. */
export const tableHtml = (table: Table, surroundings: Surroundings, { isPlain = false } = {}): string => {
  const inside = { ...surroundings, captions: new Map<string, Block>(), depth: surroundings.depth + 1 }
  return gridHtml(table, (cell) => cellHtml(cell, inside), isPlain)
}

const cellHtml = ({ text, runs, blocks }: Cell, inside: HtmlBlockContext): string => {
  if (blocks !== undefined) return blocksHtml(blocks, inside)
  return runs === undefined ? textHtml(text) : inlineHtml(inlineText({ text, runs }))
}

const blocksHtml = (blocks: readonly HtmlContentBlock[], place: HtmlBlockContext): string =>
  sectionsOf(blocks)
    .map((section) =>
      section.kind === 'list'
        ? listsHtml(listsOf(section.items, numberStyles), place)
        : blockHtml[section.block.type](section.block, place),
    )
    .filter((html) => html !== '')
    .join('\n')

/** The attribute of an element that a link leads to. */
const anchor = (id: string | undefined, { references }: HtmlBlockContext): string =>
  id !== undefined && references.targets.has(id) ? ` id="${escapeHtml(id)}"` : ''

const element = (tag: string, block: HtmlContentBlock, place: HtmlBlockContext): string => {
  const content = inlineHtml(inlineText(block))
  return content === '' ? '' : `<${tag}${anchor(block.id, place)}${direction(block.text)}>${content}</${tag}>`
}

const preformatted = (code: string, text: string): string =>
  text === '' ? '' : `<pre>${code}${escapeHtml(cleanText(text))}</code></pre>`

const htmlOfPicture = (block: HtmlContentBlock, place: HtmlBlockContext): string => {
  const { id = '', picture: file, text } = block
  const caption = place.captions.get(id)
  const image =
    file === undefined
      ? element('p', { type: 'paragraph', text }, place)
      : `<img src="${escapeHtml(file)}" alt="${escapeHtml(text)}">`
  const said = caption === undefined ? '' : element('figcaption', caption, place)
  return file === undefined && said === '' ? image : `<figure>${image}${said}</figure>`
}

const htmlOfParagraph = (block: HtmlContentBlock, place: HtmlBlockContext): string => element('p', block, place)

const htmlOfTableBlock = (block: HtmlContentBlock, place: HtmlBlockContext): string => {
  const found = tableOfBlock(block, place)
  if (found === undefined) return htmlOfParagraph(block, place)
  const caption = place.captions.get(block.id ?? '')?.text ?? found.caption
  return tableHtml({ ...found, ...(caption !== undefined && { caption }) }, place)
}

/** Its blocks, or its text as a paragraph. */
const htmlOfInnerBlocks = (block: HtmlContentBlock, place: HtmlBlockContext): string =>
  blocksHtml(block.blocks ?? [{ type: 'paragraph', text: block.text, ...(block.runs && { runs: block.runs }) }], place)

const footnote = (block: HtmlContentBlock, place: HtmlBlockContext): string =>
  block.text === ''
    ? ''
    : `<aside${anchor(block.id, place)} role="doc-footnote">${htmlOfInnerBlocks(block, place)}</aside>`

const htmlOfQuote = (block: HtmlContentBlock, place: HtmlBlockContext): string =>
  block.text === '' ? '' : `<blockquote${anchor(block.id, place)}>${htmlOfInnerBlocks(block, place)}</blockquote>`

const htmlOfNote = (block: HtmlContentBlock, place: HtmlBlockContext): string =>
  block.text === '' ? '' : `<aside${anchor(block.id, place)} class="note">${htmlOfInnerBlocks(block, place)}</aside>`

/** A formula with a picture is text as it was printed, not LaTeX: it describes the picture. */
const htmlOfFormula = ({ text, picture: file }: HtmlContentBlock): string =>
  file === undefined
    ? preformatted('<code class="language-math">', text)
    : `<p class="formula"><img src="${escapeHtml(file)}" alt="${escapeHtml(cleanText(text))}"></p>`

const blockHtml: Record<BlockType, (block: HtmlContentBlock, place: HtmlBlockContext) => string> = {
  title: (block, place) => element('h1', block, place),
  heading: (block, place) => element(`h${Math.min(block.level ?? 2, 6)}`, block, place),
  paragraph: htmlOfParagraph,
  list_item: htmlOfParagraph,
  table: htmlOfTableBlock,
  picture: htmlOfPicture,
  caption: htmlOfParagraph,
  code: ({ text }) => preformatted('<code>', text),
  formula: htmlOfFormula,
  footnote,
  page_header: htmlOfParagraph,
  page_footer: htmlOfParagraph,
  quote: htmlOfQuote,
  note: htmlOfNote,
}

const listsHtml = (lists: readonly OutputList[], place: HtmlBlockContext): string =>
  lists.map((list) => listHtml(list, place)).join('\n')

const htmlListTypeAttributes: Readonly<Record<NumberStyle, string>> = {
  decimal: '',
  lower_letter: ' type="a"',
  upper_letter: ' type="A"',
  lower_roman: ' type="i"',
  upper_roman: ' type="I"',
}

const listHtml = ({ numbering, items }: OutputList, place: HtmlBlockContext): string => {
  const content = items.map((item) => itemHtml(item, place)).join('\n')
  if (numbering === null) return `<ul>\n${content}\n</ul>`
  const start = numbering.start === 1 ? '' : ` start="${numbering.start}"`
  return `<ol${htmlListTypeAttributes[numbering.style]}${start}>\n${content}\n</ol>`
}

const itemHtml = ({ content, blocks, lists, id }: ListItem, place: HtmlBlockContext): string => {
  const own = blocks === undefined ? inlineHtml(content) : `\n${blocksHtml(blocks, place)}`
  const inner = lists.length === 0 ? own : `${own}\n${listsHtml(lists, place)}`
  const ending = blocks === undefined && lists.length === 0 ? '' : '\n'
  return `<li${anchor(id, place)}${direction(textOfInline(content))}>${inner}${ending}</li>`
}
