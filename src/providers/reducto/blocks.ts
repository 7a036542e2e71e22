import type { BlockType, Box } from '../../document/model.ts'
import { textOfCells } from '../../engines/flow.ts'
import type { AnswerBlock, AnswerPicture } from '../answer.ts'
import { blocksOfMarkdown, inlineOf, tableOf } from '../markup.ts'
import type { ReductoBlock } from './answer-shape.ts'

/** By their names in lower case. */
const types: Readonly<Record<string, BlockType>> = {
  header: 'page_header',
  footer: 'page_footer',
}

/** The file of a picture, by its URL. */
export type FindFile = (url: string) => AnswerPicture

export const blocksOf = (block: ReductoBlock, findFile: FindFile): AnswerBlock[] => {
  const content = (block.content ?? '').trim()
  const place = { box: boxOf(block), confidence: confidenceOf(block) }
  const kind = block.type.toLowerCase()
  switch (kind) {
    case 'title':
      return nonEmpty({ type: 'title', ...place, ...inlineOf(content) })
    case 'section header':
      return nonEmpty({ type: 'heading', level: levelOf(content), ...place, ...inlineOf(content) })
    case 'page number': {
      const isAbove = (place.box?.[1] ?? 1) < 0.5
      return nonEmpty({ type: isAbove ? 'page_header' : 'page_footer', ...place, ...inlineOf(content) })
    }
    case 'list item':
      return itemBlocks(content, place)
    case 'figure':
      return [{ type: 'picture', ...place, text: inlineOf(content).text, picture: findFile(block.image_url ?? '') }]
    case 'table': {
      const table = tableOf(content)
      return table === null
        ? textBlocks(content, place)
        : [{ type: 'table', text: textOfCells(table), table, ...place }]
    }
    default: {
      const type = types[kind]
      return type === undefined ? textBlocks(content, place) : nonEmpty({ type, ...place, ...inlineOf(content) })
    }
  }
}

type Place = Pick<AnswerBlock, 'box' | 'confidence'>

/** In shares of the page. In sheets the numbers are those of rows and columns, which are no place on a page. */
const boxOf = ({ bbox: { left, top, width, height } }: ReductoBlock): Box | null => {
  if (typeof left !== 'number' || typeof top !== 'number') return null
  if (typeof width !== 'number' || typeof height !== 'number') return null
  const box: Box = [left, top, left + width, top + height]
  return box.every((side) => side >= -0.1 && side <= 1.1) ? box : null
}

/** Only where numbers were asked for; `high` and `low` are none. */
const confidenceOf = ({ granular_confidence: scores }: ReductoBlock): number | undefined =>
  scores?.parse_confidence ?? undefined

const nonEmpty = (block: AnswerBlock): AnswerBlock[] => (block.text === '' ? [] : [block])

const textBlocks = (content: string, place: Place): AnswerBlock[] =>
  blocksOfMarkdown(content).map((block) => ({ ...block, ...place }))

/** Below the title of the document, unless its marks say otherwise. */
const levelOf = (content: string): number => /^(#{1,6})\s/.exec(content)?.[1]?.length ?? 2

/** With its mark, or without where marks were declined. */
const itemBlocks = (content: string, place: Place): AnswerBlock[] => {
  const blocks = textBlocks(content, place)
  return blocks.some(({ type }) => type === 'list_item')
    ? blocks
    : nonEmpty({
        type: 'list_item',
        level: 1,
        marker: '•',
        ...place,
        ...inlineOf(content.replace(/^[•●▪◦‣·–-]\s+/, '')),
      })
}
