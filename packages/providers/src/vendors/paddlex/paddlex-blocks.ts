import type { BlockType, Box } from '@polyparse/document'
import { inlineOf, tableOf } from '@polyparse/formats/markup'
import type { AnswerBlock, AnswerPicture } from '../../answer.ts'
import { listItem, nonEmpty, pageNumberType, placedTable, textBlocks } from '../../answer-blocks.ts'
import { inlinePicture } from '../../fetch-pictures.ts'
import type { PaddleBlock, PaddlePage } from './paddlex-answer-shape.ts'

type PaddlePageSize = { readonly width: number; readonly height: number }

/** The size of the page in pixels; null where it is not stated. */
export const sizeOf = ({ prunedResult }: PaddlePage): PaddlePageSize | null => {
  const [width, height] = [prunedResult.width, prunedResult.height].map((side) =>
    Array.isArray(side) ? side[0] : side,
  )
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : null
}

/** The blocks of a page, which are in reading order. */
export const paddlexBlocksOfPage = (page: PaddlePage): AnswerBlock[] => {
  const pictures = picturesOfPaddlePage(page)
  const height = sizeOf(page)?.height ?? 1
  return page.prunedResult.parsing_res_list.flatMap((block) => blocksOfPaddleBlock(block, { pictures, height }))
}

/** Labels of PP-DocLayout, which both pipelines use. */
const paddleBlockTypes: Readonly<Record<string, BlockType>> = {
  doc_title: 'title',
  header: 'page_header',
  footer: 'page_footer',
  footnote: 'footnote',
  vision_footnote: 'footnote',
  figure_title: 'caption',
  table_title: 'caption',
  chart_title: 'caption',
}

type OnPage = { readonly pictures: ReadonlyMap<string, AnswerPicture>; readonly height: number }

const blocksOfPaddleBlock = ({ block_label: label, block_content, block_bbox: sides }: PaddleBlock, onPage: OnPage) => {
  const place = { box: boxOfPaddleBlock(sides) }
  const content = (block_content ?? '').trim()
  switch (label) {
    case 'image':
    case 'header_image':
    case 'footer_image':
    case 'seal':
      return [{ type: 'picture', text: content, ...place, picture: pictureAt(onPage, label, sides) } as const]
    // Its data, if the server reads charts, are a table below it.
    case 'chart':
      return [
        { type: 'picture', text: '', ...place, picture: pictureAt(onPage, label, sides) } as const,
        ...textBlocks(content, place),
      ]
    case 'table': {
      const table = tableOf(content)
      return table === null ? textBlocks(content, place) : [placedTable(table, place)]
    }
    case 'formula':
    case 'display_formula':
    case 'inline_formula':
      return nonEmpty({ type: 'formula', text: content.replaceAll(/^\$+|\$+$/g, '').trim(), ...place })
    case 'algorithm':
      return nonEmpty({ type: 'code', text: content, ...place })
    case 'paragraph_title':
      return nonEmpty({ type: 'heading', level: 2, ...place, ...inlineOf(content) })
    case 'number':
      return nonEmpty({ type: pageNumberType(place, onPage.height), text: content, ...place })
    case 'reference_content':
      return listItem(content, place)
    default: {
      const type = paddleBlockTypes[label]
      return type === undefined ? textBlocks(content, place) : nonEmpty({ type, ...place, ...inlineOf(content) })
    }
  }
}

const boxOfPaddleBlock = (sides: PaddleBlock['block_bbox']): Box | null => {
  const [left, top, right, bottom] = sides ?? []
  return left === undefined || top === undefined || right === undefined || bottom === undefined
    ? null
    : [left, top, right, bottom]
}

const picturesOfPaddlePage = ({ markdown }: PaddlePage): OnPage['pictures'] =>
  new Map(Object.entries(markdown?.images ?? {}).map(([path, data]) => [path, { data: inlinePicture(data) }]))

/** The path of a picture is made of its label and its box. */
const pictureAt = ({ pictures }: OnPage, label: string, sides: PaddleBlock['block_bbox']): AnswerPicture =>
  pictures.get(`imgs/img_in_${label}_box_${(sides ?? []).map(Math.trunc).join('_')}.jpg`) ?? { data: null }
