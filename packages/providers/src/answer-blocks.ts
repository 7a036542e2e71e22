import type { Block } from '@polyparse/document'
import { blocksOfHtml, blocksOfMarkdown, type FlowTable, inlineOf, tableBlock } from '@polyparse/formats/markup'
import type { AnswerBlock } from './answer.ts'

/** The facts that a vendor gives about a block, apart from its content. */
export type Place = Pick<AnswerBlock, 'box' | 'confidence'>

export const nonEmpty = (block: AnswerBlock): AnswerBlock[] => (block.text === '' ? [] : [block])

/** The blocks of a piece of Markdown. A list has several, all with its box. */
export const textBlocks = (markdown: string, place: Place): AnswerBlock[] =>
  blocksOfMarkdown(markdown).map((block) => ({ ...block, ...place }))

/** The blocks of a piece of HTML, all with its box. */
export const htmlBlocks = (html: string, place: Place): AnswerBlock[] =>
  blocksOfHtml(html).map((block) => ({ ...block, ...place }))

/** The paragraphs of plain text, which empty lines divide. */
export const plainBlocks = (text: string, place: Place): AnswerBlock[] =>
  text
    .split(/\r?\n[^\S\n]*\r?\n|\f/)
    .map((paragraph) => paragraph.trim())
    .flatMap((paragraph) => nonEmpty({ type: 'paragraph', text: paragraph, ...place }))

export const placedTable = (table: FlowTable, place: Place): AnswerBlock => ({ ...tableBlock(table), ...place })

/** The text of blocks that become one block; with its styles if there is only one. */
export const wholeText = (blocks: readonly Pick<Block, 'text' | 'runs'>[]): Pick<Block, 'text' | 'runs'> => {
  const [only] = blocks
  return blocks.length === 1 && only?.runs !== undefined
    ? { text: only.text, runs: only.runs }
    : { text: blocks.map(({ text }) => text).join('\n') }
}

/** It precedes the text of a list item, if the vendor has kept it. */
export const bullet = /^([•●▪◦‣·–-])\s+/

/** A number before the text of a list item: `1.`, `2)`, `1.2`, `(a)`, `b)`. */
const ordinal = /^(\d{1,3}[.)]|\d{1,3}(?:\.\d{1,3}){1,5}\.?|\((?:\d{1,3}|[a-z])\)|[a-z]\))\s+(?=\S)/

/** The text of a list item, in Markdown, which may still have its bullet or number. */
export const listItem = (content: string, place: Place, level = 1): AnswerBlock[] => {
  const { marker, text } = markedItem(content)
  return nonEmpty({ type: 'list_item', level, marker, ...place, ...inlineOf(text) })
}

/**
 * The bullet or number of a list item, and the text after it.
 * @example markedItem('2. The second') // { marker: '2.', text: 'The second' }
 */
export const markedItem = (content: string): { readonly marker: string; readonly text: string } => {
  const [whole, marker] = ordinal.exec(content) ?? bullet.exec(content) ?? ['']
  const shown = marker === undefined || bullet.test(`${marker} `) ? '•' : marker
  return { marker: shown, text: content.slice(whole.length) }
}

/** A printed page number is part of the header or the footer, depending on its place. */
export const pageNumberType = ({ box }: Place, height: number): 'page_header' | 'page_footer' =>
  (box?.[1] ?? height) < height / 2 ? 'page_header' : 'page_footer'

/**
 * The level of a heading that is written with its number signs; null without any.
 * @example markedLevel('## Terms') // 2
 */
export const markedLevel = (markdown: string): number | null => /^(#{1,6})\s/.exec(markdown)?.[1]?.length ?? null
