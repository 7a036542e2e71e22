import type { BlockType, Box } from '@polyparse/document'
import { blocksOfHtml } from '@polyparse/formats/markup'
import type { AnswerBlock } from '../../answer.ts'
import { nonEmpty, type Place, wholeText } from '../../answer-blocks.ts'

type LabelledPageSize = { readonly width: number; readonly height: number }

/** The labels of Chandra whose content always becomes one block. */
const chandraBlockTypes: Readonly<Record<string, BlockType>> = {
  Caption: 'caption',
  Footnote: 'footnote',
  'Page-Header': 'page_header',
  'Page-Footer': 'page_footer',
  'Code-Block': 'code',
  'Equation-Block': 'formula',
}

const chandraPictureLabels = new Set(['Image', 'Figure', 'Diagram'])

/**
 * The blocks of `<div data-label="Text" data-bbox="60 100 500 130">…</div>` and the like, with boxes in thousandths of
 * the page; null where the answer has none of them.
 */
export const labelledBlocks = (html: string, size: LabelledPageSize): AnswerBlock[] | null => {
  const found = [...html.matchAll(/<div\b[^>]{0,200}\bdata-label="(?<label>[^"]{1,40})"[^>]{0,200}>/g)]
  if (found.length === 0) return null
  return found.flatMap(({ 0: tag, index, groups }, position): AnswerBlock[] => {
    const content = html.slice(index + tag.length, found[position + 1]?.index).replace(/<\/div>\s*$/, '')
    return blocksOfLabelledHtml(groups?.['label'] ?? '', replaceChandraMathTags(content), {
      box: boxOfLabelledTag(tag, size),
    })
  })
}

const boxOfLabelledTag = (tag: string, { width, height }: LabelledPageSize): Box | null => {
  const [, ...sides] = /\bdata-bbox="\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*"/.exec(tag) ?? []
  const [x0, y0, x1, y1] = sides.map((side) => Number(side) / 1000)
  return x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined
    ? null
    : [x0 * width, y0 * height, x1 * width, y1 * height]
}

/** Formulas are LaTeX in tags that have another meaning in browsers. */
const replaceChandraMathTags = (html: string): string => html.replaceAll(/<\/?math\b[^>]{0,200}>/gi, '$')

const blocksOfLabelledHtml = (label: string, html: string, place: Place): AnswerBlock[] => {
  const blocks = blocksOfHtml(html)
  const placed = (each: readonly (typeof blocks)[number][]) => each.map((block) => ({ ...block, ...place }))
  if (label === 'Blank-Page') return []
  if (label === 'Section-Header') {
    const level = Number(/<h([1-6])\b/i.exec(html)?.[1] ?? 2)
    return nonEmpty({ type: 'heading', level, ...place, ...wholeText(blocks) })
  }
  if (chandraPictureLabels.has(label)) {
    const alt = /<img\b[^>]{0,1000}?\balt="([^"]{0,4000})"/i.exec(html)?.[1] ?? ''
    const text = alt.trim() === '' ? wholeText(blocks.filter(({ table }) => table === undefined)).text : alt
    // The numbers that were read off a chart come after it.
    return [
      { type: 'picture', text: text.trim(), ...place },
      ...placed(blocks.filter(({ table }) => table !== undefined)),
    ]
  }
  const type = chandraBlockTypes[label]
  if (type === undefined) return placed(blocks)
  const written = wholeText(blocks)
  return type === 'formula'
    ? nonEmpty({ type, ...place, text: written.text.replaceAll(/^\$+|\$+$/g, '').trim() })
    : nonEmpty({ type, ...place, ...written })
}
