import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { gathered, type Placed } from '../../flow/gather.ts'
import { childOf, elementsIn, findAll, findFirst, valueOf, type XmlElement } from '../../xml/element.ts'
import { chartOfPart, diagramBlocks } from '../package/drawing.ts'
import { addMarks, takeMarks, withMarks } from '../marks.ts'
import { targetOfRelationship } from '../package/relationships.ts'
import { alternativeTextOfShape, withoutBold } from '../office-text.ts'
import { insideControl } from './content-controls.ts'
import { importedBlocks } from './imported.ts'
import type { WordprocessingContext } from './wordprocessing-context.ts'
import { type WordprocessingInline, readWordprocessingInline } from './wordprocessing-inline.ts'
import type { NumberedItem } from './numbering.ts'
import { paragraphSettings, plainWordprocessingLook, type WordprocessingStyle } from './styles.ts'
import { readWordprocessingTable } from './wordprocessing-table.ts'

/** The blocks of a body, a cell, a text box or a note, in order. */
export const readWordprocessingBlocks = (parent: XmlElement, context: WordprocessingContext): FlowBlock[] =>
  gathered(placedBlocksOfDocx(parent, context))

const placedBlocksOfDocx = (parent: XmlElement, context: WordprocessingContext): Placed[] =>
  elementsIn(parent).flatMap((child): Placed[] => {
    const { name, attributes } = child
    if (name === 'w:p') return readParagraph(child, context)
    if (name === 'w:tbl') return readWordprocessingTable(child, context).map((block) => ({ block }))
    if (name === 'w:altChunk') return importedBlocks(child, context).map((block) => ({ block }))
    if (name === 'w:bookmarkStart') context.pending.anchors.push(attributes['w:name'] ?? '')
    if (context.comments.mark(child) || ignoredDocxBlocks.has(name)) return []
    return placedBlocksOfDocx(child, insideControl(child, context))
  })

const ignoredDocxBlocks = new Set([
  'w:sectPr',
  'w:del',
  'w:moveFrom',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:tcPr',
  'w:customXmlPr',
])

const readParagraph = (paragraph: XmlElement, context: WordprocessingContext): Placed[] => {
  const marks = takeMarks(context.pending)
  const properties = childOf(paragraph, 'w:pPr')
  const style = context.styles.paragraph(valueOf(properties, 'w:pStyle'))
  const inline = readWordprocessingInline(paragraph, style, context)
  addMarks(marks, inline.marks)
  const after = inline.drawings.flatMap((drawing) => drawingBlocks(drawing, context))
  const text = blocksOfDocxText(inline, style, properties, context)
  const [first, ...more] = [...text, ...after.map((block): Placed => ({ block }))]
  if (first === undefined) {
    addMarks(context.pending, marks)
    return []
  }
  const { block, ...place } = first
  return [{ ...place, block: withMarks(block, marks) }, ...more.map((one) => ({ ...place, ...one }))]
}

type Text = Pick<WordprocessingInline, 'stretches' | 'displayed'>

/** A paragraph; formulas on lines of their own, or with nothing else in it, are blocks. */
const blocksOfDocxText = (
  { stretches, displayed }: Text,
  style: WordprocessingStyle,
  properties: XmlElement | undefined,
  context: WordprocessingContext,
): Placed[] => {
  const isText = ({ text, formula }: TextRun): boolean => formula !== true && text.trim() !== ''
  if (stretches.every(({ text }) => text.trim() === '')) return []
  if (!stretches.some(isText)) return stretches.filter(({ formula }) => formula === true).map(formulaBlock)
  if (displayed.size === 0) return [blockOfDocxRuns(stretches, style, properties, context)]
  const at = stretches.findIndex((stretch) => displayed.has(stretch))
  const formula = stretches[at]
  const own = at === -1 ? stretches : stretches.slice(0, at)
  const opening = own.some(isText) ? [blockOfDocxRuns(own, style, properties, context)] : []
  if (formula === undefined) return opening
  const rest = blocksOfDocxText(
    { stretches: stretches.slice(at + 1), displayed },
    plainWordprocessingLook,
    undefined,
    context,
  )
  return [...opening, formulaBlock(formula), ...rest]
}

const formulaBlock = ({ text }: TextRun): Placed => ({ block: { type: 'formula', text: text.trim() } })

const blockOfDocxRuns = (
  stretches: readonly TextRun[],
  style: WordprocessingStyle,
  properties: XmlElement | undefined,
  context: WordprocessingContext,
): Placed => {
  const own = paragraphSettings(properties)
  const outline = own.outlineLevel ?? style.outlineLevel ?? bodyLevel
  const numbering = { ...style.numbering, ...own.numbering }
  const item = numbering.id === undefined ? printedItem(properties) : context.numbering.next(numbering)
  const unstyled = withoutBold(stretches)

  if (style.name === 'title') return { block: { type: 'title', ...flowText(unstyled) } }
  if (outline < bodyLevel) {
    const number = item === null || !/[\p{L}\p{N}]/u.test(item.marker) ? [] : [{ text: `${item.marker} ` }]
    return { block: { type: 'heading', level: Math.min(outline + 1, 6), ...flowText([...number, ...unstyled]) } }
  }
  if (style.role === 'caption') return { block: { type: 'caption', ...flowText(unstyled) } }
  const indent = own.indent ?? item?.indent ?? style.indent
  const place = indent === undefined ? {} : { indent }
  if (item !== null && item.marker !== '') {
    const { indent: _, ...placed } = item
    const level = Math.max(item.level, levelOfListStyle(style))
    return { ...place, block: { type: 'list_item', ...placed, level, ...boxed(item.marker, stretches) } }
  }
  const within = item?.level ?? (style.role === 'continuation' ? levelOfListStyle(style) : undefined)
  return { ...place, ...(within !== undefined && { within }), block: blockOfDocxParagraph(stretches, style) }
}

/** The place of an item as Word 2003 has printed it. */
const printedItem = (properties: XmlElement | undefined): NumberedItem | null => {
  const list = childOf(properties, 'w:listPr')
  const printed = valueOf(list, 'wx:t', 'wx:val')?.trim() ?? ''
  if (printed === '') return null
  const level = Number.parseInt(valueOf(list, 'w:ilvl') ?? '0', 10) || 0
  return { level: Math.min(Math.max(level, 0), 8) + 1, marker: /[\p{L}\p{N}]/u.test(printed) ? printed : '•' }
}

const blockOfDocxParagraph = (stretches: readonly TextRun[], { role }: WordprocessingStyle): FlowBlock => {
  const lines = stretches.map(({ text }) => text).join('')
  if (role === 'code' || stretches.every(({ text, code }) => code === true || text.trim() === ''))
    return { type: 'code', text: lines.trimEnd() }
  return { type: role === 'quote' ? 'quote' : 'paragraph', ...flowText(stretches) }
}

/** An item whose bullet is a box to tick has it in its text, as Markdown writes it. */
const boxed = (marker: string, stretches: readonly TextRun[]): Pick<FlowBlock, 'marker' | 'text' | 'runs'> => {
  const box = boxes.get(marker)
  if (box === undefined) return { marker, ...flowText(stretches) }
  return { marker: '•', ...flowText([{ text: `${box} ` }, ...stretches]) }
}

const boxes: ReadonlyMap<string, string> = new Map([
  ['\u2610', '[ ]'],
  ['\u2611', '[x]'],
  ['\u2612', '[x]'],
])

/** Word's own styles for deeper items are separate lists, and only their names state the depth. */
const levelOfListStyle = ({ name }: WordprocessingStyle): number =>
  Number(/^list (?:bullet|number|continue) ([2-5])$/.exec(name)?.[1] ?? 1)

/** The outline level of body text. */
const bodyLevel = 9

/** A drawing's pictures and charts, the text of its diagrams, and the content of its text boxes. */
const drawingBlocks = (drawing: XmlElement, context: WordprocessingContext): FlowBlock[] => {
  const described = findFirst(drawing, 'wp:docPr')?.attributes
  const alternative = alternativeTextOfShape(described?.['descr'] ?? described?.['title'])
  const telling = ['a:blip', 'v:textpath', 'v:imagedata', 'c:chart', 'dgm:relIds', 'w:txbxContent', 'wp:docPr']
  return findAll(drawing, ...telling).flatMap((element): FlowBlock[] => {
    const { name, attributes } = element
    if (name === 'w:txbxContent') return context.read(element, context)
    if (name === 'c:chart')
      return chartOfPart(context.archive, targetOfDocxRelationship(context, attributes['r:id']), context.cellFormats)
    if (name === 'dgm:relIds') return diagramBlocks(context.archive, context.part, element)
    if (name === 'wp:docPr') return []
    if (name === 'v:textpath') {
      const text = (attributes['string'] ?? '').trim()
      return text === '' ? [] : [{ type: 'paragraph', text }]
    }
    const id = name === 'a:blip' ? attributes['r:embed'] : attributes['r:id']
    const part = targetOfDocxRelationship(context, id)
    const data = part === null ? null : context.archive.read(part)
    return data === null ? [] : [{ type: 'picture', text: alternative, picture: { data } }]
  })
}

const targetOfDocxRelationship = ({ part }: WordprocessingContext, id: string | undefined): string | null => {
  const found = targetOfRelationship(part, id)
  return found === undefined || found.external ? null : found.target
}
