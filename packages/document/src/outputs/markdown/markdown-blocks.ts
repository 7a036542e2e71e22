import type { Block, BlockType, ChildBlock } from '../../model.ts'
import { isCaptionedByBlock, type PageContents, tableOfBlock } from '../contents.ts'
import { cleanText, inlineText, textLines } from '../inline.ts'
import { type OutputList, type ListItem, listsOf, sectionsOf } from '../list-items.ts'
import { withoutMark, withReferences } from '../references.ts'
import { alternativeText, destination, fenceFor, inlineMarkdown } from './markdown-inline.ts'
import { hardBreak, paragraphLines } from './markdown-lines.ts'
import { tableMarkdown } from './markdown-table.ts'

/** A block of a page, or one inside another. */
type MarkdownContentBlock = ChildBlock & Partial<Pick<Block, 'id' | 'blocks'>>

/** The blocks of a page, separated by blank lines. */
export const pageMarkdown = (contents: PageContents): string =>
  blocksMarkdown(
    contents.blocks.map((block) => withReferences(block, contents.references)),
    contents,
  )

const blocksMarkdown = (blocks: readonly MarkdownContentBlock[], place: PageContents): string =>
  sectionsOf(blocks)
    .map((section) =>
      section.kind === 'list'
        ? listsMarkdown(listsOf(section.items, ['decimal']), place)
        : blockMarkdown[section.block.type](section.block, place),
    )
    .filter((markdown) => markdown.trim() !== '')
    .join('\n\n')

/** The place of a block that a link leads to; headings are places of their own. */
const anchor = (id: string | undefined, { references }: PageContents): string =>
  id !== undefined && references.targets.has(id) && !references.labels.has(id) && !references.slugs.has(id)
    ? `<a id="${id}"></a>`
    : ''

const markdownOfParagraph = (
  { id, ...block }: Pick<MarkdownContentBlock, 'id' | 'text' | 'runs'>,
  place: PageContents,
): string => {
  const lines = paragraphLines(inlineMarkdown(inlineText(block), place.references)).join(hardBreak)
  return lines === '' ? '' : anchor(id, place) + lines
}

const markdownOfHeading = (level: number, block: MarkdownContentBlock, place: PageContents): string => {
  const text = textLines(inlineMarkdown(inlineText(block), place.references)).join(' ')
  // Number signs at the end would be taken for the end of the heading.
  return text === '' ? '' : `${'#'.repeat(Math.min(level, 6))} ${text.replace(/(?<![^ \t])#+$/, '\\$&')}`
}

const markdownOfTableBlock = (block: MarkdownContentBlock, place: PageContents): string => {
  const table = tableOfBlock(block, place)
  if (table === undefined) return markdownOfParagraph(block, place)
  const caption =
    table.caption === undefined || isCaptionedByBlock(table, place)
      ? ''
      : markdownOfParagraph({ text: table.caption }, place)
  return [caption, tableMarkdown(table, place)].filter((part) => part !== '').join('\n\n')
}

const markdownOfPicture = ({ picture: id, text }: MarkdownContentBlock, place: PageContents): string =>
  id === undefined ? markdownOfParagraph({ text }, place) : `![${alternativeText(text)}](${destination(id)})`

/** Its blocks, or its text as a paragraph. */
const markdownOfInnerBlocks = (block: MarkdownContentBlock, place: PageContents): string =>
  block.blocks === undefined ? markdownOfParagraph(block, place) : blocksMarkdown(block.blocks, place)

const markdownOfQuote = (block: MarkdownContentBlock, place: PageContents): string =>
  markdownOfInnerBlocks(block, place).replaceAll(/^(?=(.?))/gm, (_, first: string) => (first === '' ? '>' : '> '))

/** Writes a footnote as GitHub does where the text refers to it, else as a paragraph. */
const footnote = (block: Block | MarkdownContentBlock, place: PageContents): string => {
  const label = place.references.labels.get(block.id ?? '')
  if (label === undefined) return markdownOfInnerBlocks(block, place)
  const text = markdownOfInnerBlocks(withoutMark(block), place)
  return `[^${label}]: ${indent(text, 4)}`
}

const fenced = (language: string, text: string): string => {
  const fence = fenceFor(text, 3)
  return text.trim() === '' ? '' : `${fence}${language}\n${cleanText(text)}\n${fence}`
}

/** A formula with a picture is text as it was printed, not LaTeX: the picture shows what it means. */
const markdownOfFormula = ({ text, picture: id }: MarkdownContentBlock): string =>
  id === undefined
    ? fenced('math', text)
    : [`![](${destination(id)})`, fenced('', text)].filter((part) => part !== '').join('\n\n')

const blockMarkdown: Record<BlockType, (block: MarkdownContentBlock, place: PageContents) => string> = {
  title: (block, place) => markdownOfHeading(1, block, place),
  heading: (block, place) => markdownOfHeading(block.level ?? 2, block, place),
  paragraph: markdownOfParagraph,
  list_item: markdownOfParagraph,
  table: markdownOfTableBlock,
  picture: markdownOfPicture,
  caption: markdownOfParagraph,
  code: ({ text }) => fenced('', text),
  formula: markdownOfFormula,
  footnote,
  page_header: markdownOfParagraph,
  page_footer: markdownOfParagraph,
  quote: markdownOfQuote,
  note: markdownOfInnerBlocks,
}

/** Consecutive lists; a comment keeps Markdown from joining two that are separate. */
const listsMarkdown = (lists: readonly OutputList[], place: PageContents): string => {
  let markdown = ''
  for (const [index, list] of lists.entries()) {
    const before = lists[index - 1]
    if (before !== undefined) markdown += isSameKind(before, list) ? '\n\n<!-- -->\n\n' : '\n'
    markdown += listMarkdown(list, place)
  }
  return markdown
}

const isSameKind = (a: OutputList, b: OutputList): boolean => a.numbering?.delimiter === b.numbering?.delimiter

const listMarkdown = ({ numbering, items }: OutputList, place: PageContents): string =>
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
const gapBefore = ([first]: readonly OutputList[], text: string, isLoose: boolean): string => {
  if (isLoose) return '\n\n'
  return text === '' ? '' : first?.numbering === null || first?.numbering.start === 1 ? '\n' : '\n\n'
}

const indent = (text: string, width: number): string => text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(width)}`)
