import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { gathered, type Placed } from '../../flow/gather.ts'
import { elementsIn, type XmlElement } from '../../xml/element.ts'
import { withoutBold } from '../office-text.ts'
import { addMarks, takeMarks, withMarks } from '../marks.ts'
import type { OpenDocumentContext } from './opendocument-context.ts'
import { frameBlocks } from './frames.ts'
import { outlineAnchor, readOpenDocumentInline } from './opendocument-inline.ts'
import type { ListState } from './opendocument-lists.ts'
import { readOpenDocumentTable } from './opendocument-table.ts'

/** The blocks of a body, a cell, a note or a text box, in order. */
export const readOpenDocumentBlocks = (parent: XmlElement, context: OpenDocumentContext): FlowBlock[] =>
  gathered(placedBlocksOfOpenDocument(parent, context))

const placedBlocksOfOpenDocument = (parent: XmlElement, context: OpenDocumentContext): Placed[] =>
  elementsIn(parent).flatMap((child) => placedBlock(child, context))

const placedBlock = (element: XmlElement, context: OpenDocumentContext): Placed[] => {
  const { name, attributes } = element
  if (name === 'text:p' || name === 'text:h') return blocksOfOpenDocumentParagraph(element, context, null).map(placed)
  if (name === 'text:list') return blocksOfOpenDocumentList(element, context, null, 1)
  if (name === 'table:table') return readOpenDocumentTable(element, context).map(placed)
  if (name.startsWith('draw:')) return frameBlocks(element, context).map(placed)
  if (name === 'office:annotation') context.pending.comments.push(context.comments.begin(element))
  if (bookmarks.has(name)) context.pending.anchors.push(attributes['text:name'] ?? '')
  if (ignoredOpenDocumentBlocks.has(name)) return []
  if (attributes['text:display'] === 'none' && !context.includeHidden) {
    context.omitted.hidden = true
    return []
  }
  return placedBlocksOfOpenDocument(element, context)
}

const placed = (block: FlowBlock): Placed => ({ block })

const bookmarks = new Set(['text:bookmark', 'text:bookmark-start'])

const ignoredOpenDocumentBlocks = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:forms',
  'text:sequence-decls',
  'presentation:notes',
])

type OpenDocumentItemPlace = Pick<FlowBlock, 'level' | 'marker' | 'numbering'>

/** A paragraph with its marks, and after it the frames that are anchored in it. */
const blocksOfOpenDocumentParagraph = (
  paragraph: XmlElement,
  context: OpenDocumentContext,
  item: OpenDocumentItemPlace | null,
): FlowBlock[] => {
  const marks = takeMarks(context.pending)
  const inline = readOpenDocumentInline(paragraph, context)
  addMarks(marks, inline.marks)
  const after = inline.frames.flatMap((frame) => frameBlocks(frame, context))
  const [first, ...more] = [...blocksOfOpenDocumentRuns(inline.stretches, paragraph, context, item), ...after]
  if (first !== undefined) return [withMarks(first, marks), ...more]
  addMarks(context.pending, marks)
  return []
}

const blocksOfOpenDocumentRuns = (
  stretches: readonly TextRun[],
  paragraph: XmlElement,
  context: OpenDocumentContext,
  item: OpenDocumentItemPlace | null,
): FlowBlock[] => {
  const style = context.styles.find('paragraph', paragraph.attributes['text:style-name'])
  const text = stretches.map((stretch) => stretch.text).join('')
  if (text.trim() === '') return []
  const unstyled = withoutBold(stretches)
  const { role, outlineLevel = 0 } = style

  if (style.names.includes('Title')) return [{ type: 'title', ...flowText(unstyled) }]
  const outline = Number.parseInt(paragraph.attributes['text:outline-level'] ?? '', 10)
  if (paragraph.name === 'text:h') return [headingBlock(unstyled, outline || outlineLevel || 1, context)]
  if (outlineLevel > 0 && item === null) return [headingBlock(unstyled, outlineLevel, context)]
  if (role === 'caption') return [{ type: 'caption', ...flowText(unstyled) }]
  if (item !== null) return [{ type: 'list_item', ...item, ...flowText(stretches) }]
  if (stretches.every((stretch) => stretch.formula === true || stretch.text.trim() === ''))
    return stretches.filter(({ formula }) => formula === true).map((one) => ({ type: 'formula', text: one.text }))
  if (role === 'code' || stretches.every((stretch) => stretch.code === true || stretch.text.trim() === ''))
    return [{ type: 'code', text: text.trimEnd() }]
  return [{ type: role === 'quote' ? 'quote' : 'paragraph', ...flowText(stretches) }]
}

/** A heading with its number, to which links also lead by its text. */
const headingBlock = (stretches: readonly TextRun[], given: number, context: OpenDocumentContext): FlowBlock => {
  const level = Math.min(Math.max(given, 1), 10)
  const number = context.lists.headingNumber(level)
  const marked = number === '' ? stretches : [{ text: `${number} ` }, ...stretches]
  const { text } = flowText(stretches)
  return { type: 'heading', level: Math.min(level, 6), ...flowText(marked), anchors: [outlineAnchor(text)] }
}

/** The items of a list: the first paragraph of each has its marker, and the item goes on with what follows. */
const blocksOfOpenDocumentList = (
  list: XmlElement,
  context: OpenDocumentContext,
  outer: ListState | null,
  depth: number,
): Placed[] => {
  const { 'text:style-name': style, 'text:continue-numbering': goesOn, 'text:continue-list': after } = list.attributes
  const state =
    outer !== null && (style === undefined || style === outer.style)
      ? outer
      : context.lists.begin(style ?? outer?.style, goesOn === 'true' || after !== undefined)
  return elementsIn(list).flatMap((item) => {
    let isBegun = false
    const start = Number.parseInt(item.attributes['text:start-value'] ?? '', 10)
    return elementsIn(item).flatMap((child): Placed[] => {
      if (child.name === 'text:list') return blocksOfOpenDocumentList(child, context, state, depth + 1)
      if (child.name !== 'text:p' || isBegun)
        return placedBlock(child, context).map((one) =>
          one.block.type === 'heading' ? one : { within: depth, ...one },
        )
      isBegun = true
      // The header of a list is an item without a marker.
      const isHeader = item.name === 'text:list-header'
      const next = isHeader ? {} : context.lists.nextItem(state, depth, Number.isNaN(start) ? null : start)
      const [first, ...more] = blocksOfOpenDocumentParagraph(child, context, { level: depth, ...next }).map(placed)
      return first === undefined ? [] : [first, ...more.map((one) => ({ within: depth, ...one }))]
    })
  })
}
