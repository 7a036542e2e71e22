import type { FlowBlock, FlowPage } from '../../flow/flow.ts'
import { childOf, elementsIn, type XmlElement } from '../../xml/element.ts'
import { holding, linesOfContent } from '../../flow/content.ts'
import { annotationsOf } from './annotation.ts'
import type { OpenDocumentContext } from './opendocument-context.ts'
import { frameBlocks } from './frames.ts'
import type { OpenDocumentStyles } from './styles.ts'

/** The content of a slide: its title first, the speaker notes last; and its comments. */
export const readSlide = (
  slide: XmlElement,
  context: OpenDocumentContext,
  isFirst: boolean,
): Pick<FlowPage, 'blocks' | 'comments'> => {
  const shapes = elementsIn(slide).filter(({ name }) => name.startsWith('draw:'))
  const isTitle = (shape: XmlElement): boolean => classOf(shape) === 'title'
  const opens = isFirst && shapes.some((shape) => classOf(shape) === 'subtitle')
  const [first, ...more] = [
    ...shapes.filter(isTitle).flatMap((shape) => titleBlocks(shape, context, opens)),
    ...shapes.filter((shape) => !isTitle(shape)).flatMap((shape) => shapeBlocks(shape, context)),
    ...speakerNotes(slide, context),
  ]
  const anchors = [slide.attributes['draw:name'] ?? '', ...(first?.anchors ?? [])]
  return { blocks: first === undefined ? [] : [{ ...first, anchors }, ...more], comments: annotationsOf(slide) }
}

const classOf = ({ attributes }: XmlElement): string => attributes['presentation:class'] ?? ''

const titleBlocks = (shape: XmlElement, context: OpenDocumentContext, opens: boolean): FlowBlock[] => {
  const text = linesOfContent(frameBlocks(shape, context)).replaceAll('\n', ' ')
  if (text === '') return []
  return [opens ? { type: 'title', text } : { type: 'heading', level: 1, text }]
}

const shapeBlocks = (shape: XmlElement, context: OpenDocumentContext): FlowBlock[] => {
  const kind = classOf(shape)
  if (kind === 'page-number') return []
  const blocks = frameBlocks(shape, context)
  if (kind === 'header') return blocks.map(({ text }) => ({ type: 'page_header', text }))
  return kind === 'footer' || kind === 'date-time' ? blocks.map(({ text }) => ({ type: 'page_footer', text })) : blocks
}

const speakerNotes = (slide: XmlElement, context: OpenDocumentContext): FlowBlock[] => {
  const frames = elementsIn(childOf(slide, 'presentation:notes')).filter((shape) => classOf(shape) === 'notes')
  const blocks = frames.flatMap((frame) => frameBlocks(frame, context))
  return blocks.length === 0 ? [] : [holding({ type: 'note' }, blocks)]
}

/** Tells whether a sheet or slide is hidden. */
export const isHiddenPage = ({ name, attributes }: XmlElement, styles: OpenDocumentStyles): boolean =>
  name === 'table:table'
    ? styles.property('table', attributes['table:style-name'], 'table:display') === 'false'
    : styles.property('drawing-page', attributes['draw:style-name'], 'presentation:visibility') === 'hidden'

/** The sheets of a spreadsheet or the slides of a presentation; null where it is neither. */
export const pageElements = (content: XmlElement): XmlElement[] | null => {
  const body = childOf(content, 'office:body')
  const spreadsheet = childOf(body, 'office:spreadsheet')
  if (spreadsheet !== undefined) return elementsIn(spreadsheet, 'table:table')
  const presentation = childOf(body, 'office:presentation')
  return presentation === undefined ? null : elementsIn(presentation, 'draw:page')
}
