import type { Block, BlockType, Cell, ChildBlock, NumberStyle, Table } from '../../model.ts'
import { captionsOf, type PageContents, type Surroundings, tableOf } from '../contents.ts'
import { cleanText, inlineOf, textOfInline } from '../inline.ts'
import { type List, type ListItem, listsOf, sectionsOf } from '../list-items.ts'
import { withReferences } from '../references.ts'
import { direction, escapeHtml, inlineHtml } from './inline.ts'
import { gridHtml, textHtml } from './table.ts'

/** What belongs together: tables and pictures with their captions, links with what they lead to. */
type Place = Surroundings & { readonly captions: ReadonlyMap<string, Block> }

/** A block of a page, or one inside another. */
type Content = ChildBlock & Partial<Pick<Block, 'id' | 'blocks'>>

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

const cellHtml = ({ text, runs, blocks }: Cell, inside: Place): string => {
  if (blocks !== undefined) return blocksHtml(blocks, inside)
  return runs === undefined ? textHtml(text) : inlineHtml(inlineOf({ text, runs }))
}

const blocksHtml = (blocks: readonly Content[], place: Place): string =>
  sectionsOf(blocks)
    .map((section) =>
      section.kind === 'list'
        ? listsHtml(listsOf(section.items), place)
        : blockHtml[section.block.type](section.block, place),
    )
    .filter((html) => html !== '')
    .join('\n')

/** The attribute of an element that a link leads to. */
const anchor = (id: string | undefined, { references }: Place): string =>
  id !== undefined && references.targets.has(id) ? ` id="${escapeHtml(id)}"` : ''

const element = (tag: string, block: Content, place: Place): string => {
  const content = inlineHtml(inlineOf(block))
  return content === '' ? '' : `<${tag}${anchor(block.id, place)}${direction(block.text)}>${content}</${tag}>`
}

const preformatted = (code: string, text: string): string =>
  text === '' ? '' : `<pre>${code}${escapeHtml(cleanText(text))}</code></pre>`

const picture = (block: Content, place: Place): string => {
  const { id = '', picture: file, text } = block
  const caption = place.captions.get(id)
  const image =
    file === undefined
      ? element('p', { type: 'paragraph', text }, place)
      : `<img src="${escapeHtml(file)}" alt="${escapeHtml(text)}">`
  const said = caption === undefined ? '' : element('figcaption', caption, place)
  return file === undefined && said === '' ? image : `<figure>${image}${said}</figure>`
}

const paragraph = (block: Content, place: Place): string => element('p', block, place)

const table = (block: Content, place: Place): string => {
  const found = tableOf(block, place)
  if (found === undefined) return paragraph(block, place)
  const caption = place.captions.get(block.id ?? '')?.text ?? found.caption
  return tableHtml({ ...found, ...(caption !== undefined && { caption }) }, place)
}

/** Its blocks, or its text as a paragraph. */
const within = (block: Content, place: Place): string =>
  blocksHtml(block.blocks ?? [{ type: 'paragraph', text: block.text, ...(block.runs && { runs: block.runs }) }], place)

const footnote = (block: Content, place: Place): string =>
  block.text === '' ? '' : `<aside${anchor(block.id, place)} role="doc-footnote">${within(block, place)}</aside>`

const quote = (block: Content, place: Place): string =>
  block.text === '' ? '' : `<blockquote${anchor(block.id, place)}>${within(block, place)}</blockquote>`

const note = (block: Content, place: Place): string =>
  block.text === '' ? '' : `<aside${anchor(block.id, place)} class="note">${within(block, place)}</aside>`

/** A formula with a picture is text as it was printed, not LaTeX: it describes the picture. */
const formula = ({ text, picture: file }: Content): string =>
  file === undefined
    ? preformatted('<code class="language-math">', text)
    : `<p class="formula"><img src="${escapeHtml(file)}" alt="${escapeHtml(cleanText(text))}"></p>`

const blockHtml: Record<BlockType, (block: Content, place: Place) => string> = {
  title: (block, place) => element('h1', block, place),
  heading: (block, place) => element(`h${Math.min(block.level ?? 2, 6)}`, block, place),
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
  quote,
  note,
}

const listsHtml = (lists: readonly List[], place: Place): string =>
  lists.map((list) => listHtml(list, place)).join('\n')

const typeOf: Readonly<Record<NumberStyle, string>> = {
  decimal: '',
  lower_letter: ' type="a"',
  upper_letter: ' type="A"',
  lower_roman: ' type="i"',
  upper_roman: ' type="I"',
}

const listHtml = ({ numbering, items }: List, place: Place): string => {
  const content = items.map((item) => itemHtml(item, place)).join('\n')
  if (numbering === null) return `<ul>\n${content}\n</ul>`
  const start = numbering.start === 1 ? '' : ` start="${numbering.start}"`
  return `<ol${typeOf[numbering.style]}${start}>\n${content}\n</ol>`
}

const itemHtml = ({ content, blocks, lists, id }: ListItem, place: Place): string => {
  const own = blocks === undefined ? inlineHtml(content) : `\n${blocksHtml(blocks, place)}`
  const inner = lists.length === 0 ? own : `${own}\n${listsHtml(lists, place)}`
  const ending = blocks === undefined && lists.length === 0 ? '' : '\n'
  return `<li${anchor(id, place)}${direction(textOfInline(content))}>${inner}${ending}</li>`
}
