import { type BlockType, type Box, union } from '@polyparse/document'
import { blocksOfHtml, tableOf } from '@polyparse/readers/markup'
import type { AnswerBlock } from '../answer.ts'
import { nonEmpty, placedTable, wholeText, type Place } from '../answer-blocks.ts'
import { inlinePicture } from '../fetch-pictures.ts'
import type { Element } from './answer-shape.ts'

/** Text elements that always become one block. */
const types: Readonly<Record<string, BlockType>> = {
  header: 'page_header',
  footer: 'page_footer',
  caption: 'caption',
  footnote: 'footnote',
  code: 'code',
}

export const blocksOf = (element: Element): AnswerBlock[] => {
  const { category, content } = element
  const place = { box: boxOf(element) }
  const html = content?.html ?? ''
  const level = /^heading(\d)$/.exec(category)?.[1]
  if (level !== undefined)
    return nonEmpty({ type: 'heading', level: Math.min(6, Math.max(1, Number(level))), ...place, ...written(element) })
  switch (category) {
    case 'figure':
      return [pictureBlock(element, place)]
    case 'chart': {
      // With the numbers that were read off it.
      const table = tableOf(html)
      return [pictureBlock(element, place), ...(table === null ? [] : [placedTable(table, place)])]
    }
    case 'table': {
      const table = tableOf(html)
      return table === null ? textBlocks(element, place) : [placedTable(table, place)]
    }
    case 'equation':
      return nonEmpty({
        type: 'formula',
        ...place,
        text: written(element)
          .text.replaceAll(/^\$+|\$+$/g, '')
          .trim(),
      })
    default: {
      const type = types[category]
      return type === undefined ? textBlocks(element, place) : nonEmpty({ type, ...place, ...written(element) })
    }
  }
}

const boxOf = ({ coordinates }: Element): Box | null => union((coordinates ?? []).map(({ x, y }) => [x, y, x, y]))

const written = ({ content }: Element): Pick<AnswerBlock, 'text' | 'runs'> => {
  const whole = wholeText(blocksOfHtml(content?.html ?? ''))
  return whole.text === '' ? { text: (content?.text ?? '').trim() } : whole
}

const textBlocks = (element: Element, place: Place): AnswerBlock[] => {
  const blocks = blocksOfHtml(element.content?.html ?? '')
  return blocks.length > 0
    ? blocks.map((block) => ({ ...block, ...place }))
    : nonEmpty({ type: 'paragraph', ...place, ...written(element) })
}

/** With the text that was read in it. */
const pictureBlock = ({ category, content, base64_encoding: file }: Element, place: Place): AnswerBlock => ({
  type: 'picture',
  text: category === 'chart' ? '' : (content?.text ?? '').trim(),
  ...place,
  picture: { data: file ? inlinePicture(file) : null },
})
