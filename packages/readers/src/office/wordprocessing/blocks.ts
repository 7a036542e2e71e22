import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, findFirst, valueOf, type XmlElement } from '../../xml/element.ts'
import { chartOfPart, diagramBlocks } from '../package/drawing.ts'
import { targetOf } from '../package/relationships.ts'
import { alternativeText, withoutBold } from '../office-text.ts'
import { importedBlocks } from './imported.ts'
import type { Context } from './context.ts'
import { readInline } from './inline.ts'
import { paragraphSettings, type Style } from './styles.ts'
import { readTable } from './table.ts'

/** The blocks of a body, a cell, a text box or a note, in order. */
export const readBlocks = (parent: XmlElement, context: Context): FlowBlock[] =>
  elementsIn(parent).flatMap((child) => {
    if (child.name === 'w:p') return readParagraph(child, context)
    if (child.name === 'w:tbl') return readTable(child, context)
    if (child.name === 'w:altChunk') return importedBlocks(child, context)
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
  if (formula) {
    const formulas = stretches.map((stretch) => stretch.text.trim()).filter((one) => one !== '')
    return [...formulas.map((one): FlowBlock => ({ type: 'formula', text: one })), ...after]
  }
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

/** Word's own styles for deeper items are separate lists, and only their names state the depth. */
const levelOfListStyle = ({ name }: Style): number => Number(/^list (?:bullet|number) ([2-5])$/.exec(name)?.[1] ?? 1)

/** The outline level of body text. */
const bodyLevel = 9

/** A drawing's pictures and charts, the text of its diagrams, and the content of its text boxes. */
const drawingBlocks = (drawing: XmlElement, context: Context): FlowBlock[] => {
  const described = findFirst(drawing, 'wp:docPr')?.attributes
  const alternative = alternativeText(described?.['descr'] ?? described?.['title'])
  const telling = ['a:blip', 'v:imagedata', 'c:chart', 'dgm:relIds', 'w:txbxContent', 'wp:docPr']
  return findAll(drawing, ...telling).flatMap((element): FlowBlock[] => {
    const { name, attributes } = element
    if (name === 'w:txbxContent') return context.read(element, context)
    if (name === 'c:chart') return chartOfPart(context.archive, target(context, attributes['r:id']))
    if (name === 'dgm:relIds') return diagramBlocks(context.archive, context.part, element)
    if (name === 'wp:docPr') return []
    const id = name === 'a:blip' ? attributes['r:embed'] : attributes['r:id']
    const part = target(context, id)
    const data = part === null ? null : context.archive.read(part)
    return data === null ? [] : [{ type: 'picture', text: alternative, picture: { data } }]
  })
}

const target = ({ part }: Context, id: string | undefined): string | null => {
  const found = targetOf(part, id)
  return found === undefined || found.external ? null : found.target
}
