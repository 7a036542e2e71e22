import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { elementsIn, type XmlElement } from '../../xml/element.ts'
import { withoutBold } from '../office-text.ts'
import type { Context } from './context.ts'
import { frameBlocks } from './frames.ts'
import { readInline } from './inline.ts'
import type { ListState } from './lists.ts'
import { readTable } from './table.ts'

/** The blocks of a body, a cell or a text box, in order. */
export const readBlocks = (parent: XmlElement, context: Context): FlowBlock[] =>
  elementsIn(parent).flatMap((child) => readBlock(child, context))

const readBlock = (element: XmlElement, context: Context): FlowBlock[] => {
  const { name, attributes } = element
  if (name === 'text:p' || name === 'text:h') return paragraphBlocks(element, context, null)
  if (name === 'text:list') return listBlocks(element, context, null, 1)
  if (name === 'table:table') return readTable(element, context)
  if (name.startsWith('draw:')) return frameBlocks(element, context)
  if (name === 'office:annotation') context.omitted.comments += 1
  if (skipped.has(name)) return []
  if (attributes['text:display'] === 'none' && !context.includeHidden) {
    context.omitted.hidden = true
    return []
  }
  return readBlocks(element, context)
}

const skipped = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:forms',
  'text:sequence-decls',
  'presentation:notes',
])

type Item = Pick<FlowBlock, 'level' | 'marker'>

const paragraphBlocks = (paragraph: XmlElement, context: Context, item: Item | null): FlowBlock[] => {
  const style = context.styles.find('paragraph', paragraph.attributes['text:style-name'])
  const { stretches, frames } = readInline(paragraph, context)
  const after = frames.flatMap((frame) => frameBlocks(frame, context))
  const text = stretches.map((stretch) => stretch.text).join('')
  if (text.trim() === '') return after
  const plain = withoutBold(stretches)
  const isStyle = (pattern: RegExp): boolean => style.names.some((name) => pattern.test(name))

  if (isStyle(/^Title$/)) return [{ type: 'title', ...flowText(plain) }, ...after]
  if (paragraph.name === 'text:h') {
    const level = Math.min(Math.max(Number.parseInt(paragraph.attributes['text:outline-level'] ?? '1', 10) || 1, 1), 10)
    const number = context.lists.headingNumber(level)
    const marked = number === '' ? plain : [{ text: `${number} ` }, ...plain]
    return [{ type: 'heading', level: Math.min(level, 6), ...flowText(marked) }, ...after]
  }
  if (isStyle(/^(?:caption|illustration|figure|drawing)$/i)) return [{ type: 'caption', ...flowText(plain) }, ...after]
  if (item !== null) return [{ type: 'list_item', ...item, ...flowText(stretches) }, ...after]
  if (stretches.every((stretch) => stretch.code === true || stretch.text.trim() === ''))
    return [{ type: 'code', text: text.trimEnd() }, ...after]
  return [{ type: 'paragraph', ...flowText(stretches) }, ...after]
}

/** The items of a list; the first paragraph of each has its marker, others follow it as they are. */
const listBlocks = (list: XmlElement, context: Context, outer: ListState | null, depth: number): FlowBlock[] => {
  const { 'text:style-name': style, 'text:continue-numbering': goesOn, 'text:continue-list': after } = list.attributes
  const state =
    outer !== null && (style === undefined || style === outer.style)
      ? outer
      : context.lists.begin(style ?? outer?.style, goesOn === 'true' || after !== undefined)
  return elementsIn(list).flatMap((item) => {
    let marker = item.name === 'text:list-header' ? null : ''
    const start = Number.parseInt(item.attributes['text:start-value'] ?? '', 10)
    return elementsIn(item).flatMap((child) => {
      if (child.name === 'text:list') return listBlocks(child, context, state, depth + 1)
      if (child.name !== 'text:p' || marker !== '') return readBlock(child, context)
      marker = context.lists.itemMarker(state, depth, Number.isNaN(start) ? null : start)
      return paragraphBlocks(child, context, { level: depth, marker })
    })
  })
}
