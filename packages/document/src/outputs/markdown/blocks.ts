import type { Block, BlockType } from '../../model.ts'
import { isCaptionedByBlock, tableOf, type PageContents } from '../contents.ts'
import { cleanText, inlineOf, textLines } from '../inline.ts'
import { listsOf } from '../list-items.ts'
import { sectionsOf } from '../sections.ts'
import { destination } from './destination.ts'
import { alternativeText, fenceFor, inlineMarkdown } from './inline.ts'
import { hardBreak, paragraphLines } from './lines.ts'
import { listsMarkdown } from './lists.ts'
import { tableMarkdown } from './table.ts'

/** The blocks of a page, divided by blank lines. */
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

const blockMarkdown: Record<BlockType, (block: Block, contents: PageContents) => string> = {
  title: (block) => heading(1, block),
  heading: (block) => heading(block.level ?? 2, block),
  paragraph,
  list_item: paragraph,
  table: tableBlock,
  picture,
  caption: paragraph,
  code: ({ text }) => fenced('', text),
  formula: ({ text }) => fenced('math', text),
  footnote: paragraph,
  page_header: paragraph,
  page_footer: paragraph,
}
