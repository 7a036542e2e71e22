import type { TextRun } from '@polyparse/document'
import type { FlowBlock } from '../../flow/flow.ts'
import { flowText } from '../../flow/text.ts'
import { childOf, elementsIn, valueOf, type XmlElement } from '../../xml/element.ts'
import { withoutBold } from '../without-bold.ts'
import type { Context } from './context.ts'
import { drawingBlocks } from './drawings.ts'
import { readInline } from './inline.ts'
import { paragraphSettings, type Style } from './styles.ts'
import { readTable } from './table.ts'

/** The blocks of a body, a cell, a text box or a note, in order. */
export const readBlocks = (parent: XmlElement, context: Context): FlowBlock[] =>
  elementsIn(parent).flatMap((child) => {
    if (child.name === 'w:p') return readParagraph(child, context)
    if (child.name === 'w:tbl') return readTable(child, context)
    return skipped.has(child.name) ? [] : readBlocks(child, context)
  })

const skipped = new Set(['w:sectPr', 'w:del', 'w:moveFrom', 'w:sdtPr', 'w:sdtEndPr', 'w:tcPr', 'w:customXmlPr'])

const readParagraph = (paragraph: XmlElement, context: Context): FlowBlock[] => {
  const properties = childOf(paragraph, 'w:pPr')
  const style = context.styles.paragraph(valueOf(properties, 'w:pStyle'))
  const { stretches, drawings, formula } = readInline(paragraph, style, context)
  const after = drawings.flatMap((drawing) => drawingBlocks(drawing, context))
  const text = stretches.map((stretch) => stretch.text).join('')
  if (text.trim() === '') return after
  if (formula) return [{ type: 'formula', text: text.trim() }, ...after]
  return [textBlock(stretches, style, properties, context), ...after]
}

const textBlock = (
  stretches: readonly TextRun[],
  style: Style,
  properties: XmlElement | undefined,
  context: Context,
): FlowBlock => {
  const own = paragraphSettings(properties)
  const outline = own.outlineLevel ?? style.outlineLevel ?? bodyLevel
  const numbering = { ...style.numbering, ...own.numbering }
  const item = numbering.id === undefined ? null : context.numbering.next(numbering)
  const plain = withoutBold(stretches)

  if (style.name === 'title') return { type: 'title', ...flowText(plain) }
  if (outline < bodyLevel) {
    const number = item === null || item.marker === '•' || item.marker === '' ? [] : [{ text: `${item.marker} ` }]
    return { type: 'heading', level: Math.min(outline + 1, 6), ...flowText([...number, ...plain]) }
  }
  if (style.name === 'caption') return { type: 'caption', ...flowText(plain) }
  if (item !== null && item.marker !== '')
    return { type: 'list_item', ...item, level: Math.max(item.level, levelOfListStyle(style)), ...flowText(stretches) }
  if (stretches.every(({ text, code }) => code === true || text.trim() === ''))
    return {
      type: 'code',
      text: stretches
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    }
  return { type: 'paragraph', ...flowText(stretches) }
}

/** Word's own styles for deeper items are lists of their own, and only their names say how deep. */
const levelOfListStyle = ({ name }: Style): number => Number(/^list (?:bullet|number) ([2-5])$/.exec(name)?.[1] ?? 1)

/** Of text that is no heading. */
const bodyLevel = 9
