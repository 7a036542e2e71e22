import type { Block } from '@polyparse/document'
import { blocksOfMarkdown, type FlowTable, inlineOf, tableBlock } from '@polyparse/readers/markup'
import type { AnswerBlock } from './answer.ts'

/** What a vendor says of a block besides what is in it. */
export type Place = Pick<AnswerBlock, 'box' | 'confidence'>

export const nonEmpty = (block: AnswerBlock): AnswerBlock[] => (block.text === '' ? [] : [block])

/** The blocks of a piece of Markdown. A list has several, all with its box. */
export const textBlocks = (markdown: string, place: Place): AnswerBlock[] =>
  blocksOfMarkdown(markdown).map((block) => ({ ...block, ...place }))

export const placedTable = (table: FlowTable, place: Place): AnswerBlock => ({ ...tableBlock(table), ...place })

/** The text of blocks that are one here; its styles where there is but one. */
export const wholeText = (blocks: readonly Pick<Block, 'text' | 'runs'>[]): Pick<Block, 'text' | 'runs'> => {
  const [only] = blocks
  return blocks.length === 1 && only?.runs !== undefined
    ? { text: only.text, runs: only.runs }
    : { text: blocks.map(({ text }) => text).join('\n') }
}

/** Before the text of a list's entry, where it has been kept. */
export const bullet = /^([•●▪◦‣·–-])\s+/

/** The text of a list's entry, which may have its bullet still. */
export const bulletItem = (content: string, place: Place, level = 1): AnswerBlock[] =>
  nonEmpty({ type: 'list_item', level, marker: '•', ...place, ...inlineOf(content.replace(bullet, '')) })

/** A printed page number stands in the header or in the footer: in which, is a question of where. */
export const pageNumberType = ({ box }: Place, height: number): 'page_header' | 'page_footer' =>
  (box?.[1] ?? height) < height / 2 ? 'page_header' : 'page_footer'

/** The level of a heading that is written with its marks; null where there are none. */
export const markedLevel = (markdown: string): number | null => /^(#{1,6})\s/.exec(markdown)?.[1]?.length ?? null
