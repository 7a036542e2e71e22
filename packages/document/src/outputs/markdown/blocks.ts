import type { Block, BlockType } from '../../model.ts'
import { isCaptionedByBlock, type PageContents, tableOf } from '../contents.ts'
import { cleanText, inlineOf, textLines } from '../inline.ts'
import { type List, type ListItem, listsOf, sectionsOf } from '../list-items.ts'
import { alternativeText, destination, fenceFor, inlineMarkdown } from './inline.ts'
import { hardBreak, paragraphLines } from './lines.ts'
import { tableMarkdown } from './table.ts'

/** The blocks of a page, separated by blank lines. */
export const pageMarkdown = (contents: PageContents): string =>
  sectionsOf(contents.blocks)
    .map((section) =>
      section.kind === 'list'
        ? listsMarkdown(listsOf(section.items))
        : blockMarkdown[section.block.type](section.block, contents),
    )
    .filter((markdown) => markdown.trim() !== '')
    .join('\n\n')

const paragraph = (block: Pick<Block, 'text' | 'runs'>): string =>
  paragraphLines(inlineMarkdown(inlineOf(block))).join(hardBreak)

const heading = (level: number, block: Block): string => {
  const text = textLines(inlineMarkdown(inlineOf(block))).join(' ')
  // Number signs at the end would be taken for the end of the heading.
  return text === '' ? '' : `${'#'.repeat(Math.min(level, 6))} ${text.replace(/(?<![^ \t])#+$/, '\\$&')}`
}

const tableBlock = (block: Block, contents: PageContents): string => {
  const table = tableOf(block, contents)
  if (table === undefined) return paragraph(block)
  const caption =
    table.caption === undefined || isCaptionedByBlock(table, contents) ? '' : paragraph({ text: table.caption })
  return [caption, tableMarkdown(table)].filter((part) => part !== '').join('\n\n')
}

const picture = ({ picture: id, text }: Block): string =>
  id === undefined ? paragraph({ text }) : `![${alternativeText(text)}](${destination(id)})`

const fenced = (language: string, text: string): string => {
  const fence = fenceFor(text, 3)
  return text.trim() === '' ? '' : `${fence}${language}\n${cleanText(text)}\n${fence}`
}

/** A formula with a picture is text as it was printed, not LaTeX: the picture shows what it means. */
const formula = ({ text, picture: id }: Block): string =>
  id === undefined
    ? fenced('math', text)
    : [`![](${destination(id)})`, fenced('', text)].filter((part) => part !== '').join('\n\n')

const blockMarkdown: Record<BlockType, (block: Block, contents: PageContents) => string> = {
  title: (block) => heading(1, block),
  heading: (block) => heading(block.level ?? 2, block),
  paragraph,
  list_item: paragraph,
  table: tableBlock,
  picture,
  caption: paragraph,
  code: ({ text }) => fenced('', text),
  formula,
  footnote: paragraph,
  page_header: paragraph,
  page_footer: paragraph,
}

/** Consecutive lists; a comment keeps Markdown from joining two that are separate. */
const listsMarkdown = (lists: readonly List[]): string => {
  let markdown = ''
  for (const [index, list] of lists.entries()) {
    const before = lists[index - 1]
    if (before !== undefined) markdown += isSameKind(before, list) ? '\n\n<!-- -->\n\n' : '\n'
    markdown += listMarkdown(list)
  }
  return markdown
}

const isSameKind = (a: List, b: List): boolean => a.numbering?.delimiter === b.numbering?.delimiter

const listMarkdown = ({ numbering, items }: List): string =>
  items
    .map((item, index) =>
      itemMarkdown(item, numbering === null ? '-' : `${numbering.start + index}${numbering.delimiter}`),
    )
    .join('\n')

const itemMarkdown = ({ content, lists }: ListItem, marker: string): string => {
  const text = paragraphLines(inlineMarkdown(content)).join(hardBreak)
  const inner = text + (lists.length === 0 ? '' : gapBefore(lists, text) + listsMarkdown(lists))
  return inner === '' ? marker : `${marker} ${indent(inner, marker.length + 1)}`
}

/** A list that does not begin with 1 can follow a paragraph only after a blank line. */
const gapBefore = ([first]: readonly List[], text: string): string =>
  text === '' ? '' : first?.numbering === null || first?.numbering.start === 1 ? '\n' : '\n\n'

const indent = (text: string, width: number): string => text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(width)}`)
