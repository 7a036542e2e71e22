import type { Block, BlockType, ChildBlock } from '../../model.ts'
import { isCaptionedByBlock, type PageContents, tableOf } from '../contents.ts'
import { cleanText, inlineOf, textLines } from '../inline.ts'
import { type List, type ListItem, listsOf, sectionsOf } from '../list-items.ts'
import { withoutMark, withReferences } from '../references.ts'
import { alternativeText, destination, fenceFor, inlineMarkdown } from './inline.ts'
import { hardBreak, paragraphLines } from './lines.ts'
import { tableMarkdown } from './table.ts'

/** A block of a page, or one inside another. */
type Content = ChildBlock & Partial<Pick<Block, 'id' | 'blocks'>>

/** The blocks of a page, separated by blank lines. */
export const pageMarkdown = (contents: PageContents): string =>
  blocksMarkdown(
    contents.blocks.map((block) => withReferences(block, contents.references)),
    contents,
  )

const blocksMarkdown = (blocks: readonly Content[], place: PageContents): string =>
  sectionsOf(blocks)
    .map((section) =>
      section.kind === 'list'
        ? listsMarkdown(listsOf(section.items), place)
        : blockMarkdown[section.block.type](section.block, place),
    )
    .filter((markdown) => markdown.trim() !== '')
    .join('\n\n')

/** The place of a block that a link leads to; headings are places of their own. */
const anchor = (id: string | undefined, { references }: PageContents): string =>
  id !== undefined && references.targets.has(id) && !references.labels.has(id) && !references.slugs.has(id)
    ? `<a id="${id}"></a>`
    : ''

const paragraph = ({ id, ...block }: Pick<Content, 'id' | 'text' | 'runs'>, place: PageContents): string => {
  const lines = paragraphLines(inlineMarkdown(inlineOf(block), place.references)).join(hardBreak)
  return lines === '' ? '' : anchor(id, place) + lines
}

const heading = (level: number, block: Content, place: PageContents): string => {
  const text = textLines(inlineMarkdown(inlineOf(block), place.references)).join(' ')
  // Number signs at the end would be taken for the end of the heading.
  return text === '' ? '' : `${'#'.repeat(Math.min(level, 6))} ${text.replace(/(?<![^ \t])#+$/, '\\$&')}`
}

const tableBlock = (block: Content, place: PageContents): string => {
  const table = tableOf(block, place)
  if (table === undefined) return paragraph(block, place)
  const caption =
    table.caption === undefined || isCaptionedByBlock(table, place) ? '' : paragraph({ text: table.caption }, place)
  return [caption, tableMarkdown(table, place)].filter((part) => part !== '').join('\n\n')
}

const picture = ({ picture: id, text }: Content, place: PageContents): string =>
  id === undefined ? paragraph({ text }, place) : `![${alternativeText(text)}](${destination(id)})`

/** Its blocks, or its text as a paragraph. */
const within = (block: Content, place: PageContents): string =>
  block.blocks === undefined ? paragraph(block, place) : blocksMarkdown(block.blocks, place)

const quote = (block: Content, place: PageContents): string =>
  within(block, place).replaceAll(/^(?=(.?))/gm, (_, first: string) => (first === '' ? '>' : '> '))

/** As GitHub writes it where the text refers to it, else a paragraph. */
const footnote = (block: Block | Content, place: PageContents): string => {
  const label = place.references.labels.get(block.id ?? '')
  if (label === undefined) return within(block, place)
  const text = within(withoutMark(block), place)
  return `[^${label}]: ${indent(text, 4)}`
}

const fenced = (language: string, text: string): string => {
  const fence = fenceFor(text, 3)
  return text.trim() === '' ? '' : `${fence}${language}\n${cleanText(text)}\n${fence}`
}

/** A formula with a picture is text as it was printed, not LaTeX: the picture shows what it means. */
const formula = ({ text, picture: id }: Content): string =>
  id === undefined
    ? fenced('math', text)
    : [`![](${destination(id)})`, fenced('', text)].filter((part) => part !== '').join('\n\n')

const blockMarkdown: Record<BlockType, (block: Content, place: PageContents) => string> = {
  title: (block, place) => heading(1, block, place),
  heading: (block, place) => heading(block.level ?? 2, block, place),
  paragraph,
  list_item: paragraph,
  table: tableBlock,
  picture,
  caption: paragraph,
  code: ({ text }) => fenced('', text),
  formula,
  footnote,
  page_header: paragraph,
  page_footer: paragraph,
  quote,
  note: within,
}

/** Consecutive lists; a comment keeps Markdown from joining two that are separate. */
const listsMarkdown = (lists: readonly List[], place: PageContents): string => {
  let markdown = ''
  for (const [index, list] of lists.entries()) {
    const before = lists[index - 1]
    if (before !== undefined) markdown += isSameKind(before, list) ? '\n\n<!-- -->\n\n' : '\n'
    markdown += listMarkdown(list, place)
  }
  return markdown
}

const isSameKind = (a: List, b: List): boolean => a.numbering?.delimiter === b.numbering?.delimiter

const listMarkdown = ({ numbering, items }: List, place: PageContents): string =>
  items
    .map((item, index) =>
      itemMarkdown(item, numbering === null ? '-' : `${numbering.start + index}${numbering.delimiter}`, place),
    )
    .join('\n')

const itemMarkdown = ({ content, blocks, lists, id }: ListItem, marker: string, place: PageContents): string => {
  const text =
    blocks === undefined
      ? paragraphLines(inlineMarkdown(content, place.references)).join(hardBreak)
      : blocksMarkdown(blocks, place)
  const nested = lists.length === 0 ? '' : gapBefore(lists, text, blocks !== undefined) + listsMarkdown(lists, place)
  const inner = anchor(id, place) + text + nested
  return inner === '' ? marker : `${marker} ${indent(inner, marker.length + 1)}`
}

/** A list that does not begin with 1 can follow a paragraph only after a blank line. */
const gapBefore = ([first]: readonly List[], text: string, isLoose: boolean): string => {
  if (isLoose) return '\n\n'
  return text === '' ? '' : first?.numbering === null || first?.numbering.start === 1 ? '\n' : '\n\n'
}

const indent = (text: string, width: number): string => text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(width)}`)
