import { holding } from '../flow/content.ts'
import type { FlowBlock } from '../flow/flow.ts'
import { withMark } from '../flow/notes.ts'
import { safeAddress } from '../web/html/inline.ts'
import { childOf, elementsIn, textOf, type XmlElement } from '../xml/element.ts'
import { blocksIn, type Reader, walk } from './context.ts'
import { idOf } from './references.ts'
import { joined, lineOf } from './text.ts'

/** A footnote where it stands, or a reference to it where it is written into the text. */
export const note: Reader = (element, place, context) => {
  const { writer, look } = place
  const label = childOf(element, 'label')
  const id = idOf(element)
  const anchors = id === undefined ? [] : [id]
  const read = (): readonly FlowBlock[] => {
    const [first, ...more] = blocksIn(element, { ...place, below: false }, context, [label])
    return first === undefined ? [] : [{ ...first, anchors: [...anchors, ...(first.anchors ?? [])] }, ...more]
  }
  if (place.below) {
    const blocks = read()
    const shown = label === undefined ? blocks : withMark({ text: lineOf(label), superscript: true }, blocks)
    writer.push(holding({ type: 'footnote' }, shown))
    return
  }
  const { text, ...mark } = context.notes.refer(read)
  context.references.name(element, text)
  writer.add(text, { ...look, ...mark })
}

export const link: Reader = (element, place, context) => {
  const address = addressOf(element)
  const href = safeAddress(address)
  const look = { ...place.look, ...(href !== null && href !== '' && { href }) }
  if (textOf(element).trim() === '') place.writer.add(context.references.labelOf(element) || address, look)
  else walk(element, { ...place, look }, context)
}

const addressOf = (element: XmlElement): string => {
  const { attributes } = element
  const stated = attributes['url'] ?? attributes['xlink:href'] ?? placeIn(attributes['linkend'])
  if (stated !== undefined || !/^(?:email|uri)$/.test(element.name)) return stated ?? ''
  return element.name === 'email' ? `mailto:${lineOf(element)}` : lineOf(element)
}

const placeIn = (id: string | undefined): string | undefined => (id === undefined ? undefined : `#${id}`)

/** A reference to another place, by its own words or the label of that place. */
export const reference: Reader = (element, place, context) => {
  const isNote = element.attributes['ref-type'] === 'fn' || element.name === 'footnoteref'
  const href = placeIn(context.references.targetOf(element))
  const look = { ...place.look, ...(isNote && { superscript: true }), ...(href !== undefined && { href }) }
  if (textOf(element).trim() === '') place.writer.add(context.references.labelOf(element), look)
  else walk(element, { ...place, look }, context)
}

export const person: Reader = (element, { writer, look }) =>
  writer.add(joined(elementsIn(element).map(lineOf), ' ') || lineOf(element), look)

export const quoted: Reader = (element, place, context) => {
  place.writer.add('“', place.look)
  walk(element, place, context)
  place.writer.add('”', place.look)
}
