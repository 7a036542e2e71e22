import { type BlockType, type Box, union } from '@polyparse/document'
import { blocksOfHtml, tableOf } from '@polyparse/formats/markup'
import type { AnswerBlock } from '../../answer.ts'
import { nonEmpty, placedTable, wholeText, type Place } from '../../answer-blocks.ts'
import { inlinePicture } from '../../fetch-pictures.ts'
import type { UpstageElement } from './upstage-answer-shape.ts'

/** Text elements that always become one block. */
const upstageBlockTypes: Readonly<Record<string, BlockType>> = {
  header: 'page_header',
  footer: 'page_footer',
  caption: 'caption',
  footnote: 'footnote',
  code: 'code',
}

export const upstageBlocks = (element: UpstageElement): AnswerBlock[] => {
  const { category, content } = element
  const place = { box: boxOfUpstageElement(element) }
  const html = content?.html ?? ''
  const level = /^heading(\d)$/.exec(category)?.[1]
  if (level !== undefined)
    return nonEmpty({
      type: 'heading',
      level: Math.min(6, Math.max(1, Number(level))),
      ...place,
      ...contentOfUpstageElement(element),
    })
  switch (category) {
    case 'figure':
      return [pictureBlock(element, place)]
    case 'chart': {
      // The chart comes with the numbers that were read off it.
      const table = tableOf(html)
      return [pictureBlock(element, place), ...(table === null ? [] : [placedTable(table, place)])]
    }
    case 'table': {
      const table = tableOf(html)
      return table === null ? textBlocksOfUpstageElement(element, place) : [placedTable(table, place)]
    }
    case 'equation':
      return nonEmpty({
        type: 'formula',
        ...place,
        text: contentOfUpstageElement(element)
          .text.replaceAll(/^\$+|\$+$/g, '')
          .trim(),
      })
    default: {
      const type = upstageBlockTypes[category]
      return type === undefined
        ? textBlocksOfUpstageElement(element, place)
        : nonEmpty({ type, ...place, ...contentOfUpstageElement(element) })
    }
  }
}

const boxOfUpstageElement = ({ coordinates }: UpstageElement): Box | null =>
  union((coordinates ?? []).map(({ x, y }) => [x, y, x, y]))

const contentOfUpstageElement = ({ content }: UpstageElement): Pick<AnswerBlock, 'text' | 'runs'> => {
  const whole = wholeText(blocksOfHtml(content?.html ?? ''))
  return whole.text === '' ? { text: (content?.text ?? '').trim() } : whole
}

const textBlocksOfUpstageElement = (element: UpstageElement, place: Place): AnswerBlock[] => {
  const blocks = blocksOfHtml(element.content?.html ?? '')
  return blocks.length > 0
    ? blocks.map((block) => ({ ...block, ...place }))
    : nonEmpty({ type: 'paragraph', ...place, ...contentOfUpstageElement(element) })
}

/** Makes a picture with the text that was read in it. */
const pictureBlock = ({ category, content, base64_encoding: file }: UpstageElement, place: Place): AnswerBlock => ({
  type: 'picture',
  text: category === 'chart' ? '' : (content?.text ?? '').trim(),
  ...place,
  picture: { data: file ? inlinePicture(file) : null },
})
