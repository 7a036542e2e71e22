import type { BlockType, Box } from '@polyparse/document'
import { inlineOf, tableOf } from '@polyparse/formats/markup'
import type { AnswerBlock, AnswerPicture } from '../../answer.ts'
import {
  listItem,
  markedLevel,
  nonEmpty,
  pageNumberType,
  placedTable,
  textBlocks,
  type Place,
} from '../../answer-blocks.ts'
import type { ReductoBlock } from './reducto-answer-shape.ts'

/** The types by their names in lower case. */
const reductoBlockTypes: Readonly<Record<string, BlockType>> = {
  header: 'page_header',
  footer: 'page_footer',
}

/** The file of a picture, by its URL. */
export type FindBlockImage = (url: string) => AnswerPicture

export const reductoBlocks = (block: ReductoBlock, findFile: FindBlockImage): AnswerBlock[] => {
  const content = (block.content ?? '').trim()
  const place = { box: boxOfReductoBlock(block), confidence: confidenceOfReductoBlock(block) }
  const kind = block.type.toLowerCase()
  switch (kind) {
    case 'title':
      return nonEmpty({ type: 'title', ...place, ...inlineOf(content) })
    // One level below the title of the document, unless its number signs say otherwise.
    case 'section header':
      return nonEmpty({ type: 'heading', level: markedLevel(content) ?? 2, ...place, ...inlineOf(content) })
    case 'page number':
      return nonEmpty({ type: pageNumberType(place, 1), ...place, ...inlineOf(content) })
    case 'list item':
      return blocksOfReductoListItem(content, place)
    case 'figure':
      return [{ type: 'picture', ...place, text: inlineOf(content).text, picture: findFile(block.image_url ?? '') }]
    case 'table': {
      const table = tableOf(content)
      return table === null ? textBlocks(content, place) : [placedTable(table, place)]
    }
    default: {
      const type = reductoBlockTypes[kind]
      return type === undefined ? textBlocks(content, place) : nonEmpty({ type, ...place, ...inlineOf(content) })
    }
  }
}

/**
 * Returns the box in shares of the page. In sheets the numbers are those of rows and columns, which give no place on a
 * page.
 */
const boxOfReductoBlock = ({ bbox: { left, top, width, height } }: ReductoBlock): Box | null => {
  if (typeof left !== 'number' || typeof top !== 'number') return null
  if (typeof width !== 'number' || typeof height !== 'number') return null
  const box: Box = [left, top, left + width, top + height]
  return box.every((side) => side >= -0.1 && side <= 1.1) ? box : null
}

/** Figures are given only if they were requested; `high` and `low` are none. */
const confidenceOfReductoBlock = ({ granular_confidence: scores }: ReductoBlock): number | undefined =>
  scores?.parse_confidence ?? undefined

/** Makes an item of a list that has its marker, or has lost it because markers were declined. */
const blocksOfReductoListItem = (content: string, place: Place): AnswerBlock[] => {
  const blocks = textBlocks(content, place)
  return blocks.some(({ type }) => type === 'list_item') ? blocks : listItem(content, place)
}
