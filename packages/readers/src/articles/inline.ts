import { flowText, paragraphOf } from '../flow/flow.ts'
import { safeAddress } from '../web/html/inline.ts'
import { childOf, elementsIn, textOf, type XmlElement } from '../xml/element.ts'
import { blocksIn, type Reader, walk } from './context.ts'
import { joined, lineOf } from './text.ts'

/** A footnote where it stands, or a reference to it where it is written into the text. */
export const note: Reader = (element, place, context) => {
  const { writer, look } = place
  const label = childOf(element, 'label')
  const stretches = blocksIn(element, { ...place, below: false }, context, [label]).flatMap(({ text, runs }, index) => [
    { text: index === 0 ? '' : ' ' },
    ...(runs ?? [{ text }]),
  ])
  if (place.below) {
    const mark = label === undefined ? '' : `${lineOf(label)} `
    writer.push({ type: 'footnote', ...flowText([{ text: mark }, ...stretches]) })
    return
  }
  const { text, ...mark } = context.notes.refer(() => [paragraphOf(stretches)])
  context.references.name(element, text)
  writer.add(text, { ...look, ...mark })
}

export const link: Reader = (element, place, context) => {
  const address = addressOf(element)
  const href = safeAddress(address)
  const look = { ...place.look, ...(href !== null && !href.startsWith('#') && { href }) }
  if (textOf(element).trim() === '') place.writer.add(context.references.labelOf(element) || address, look)
  else walk(element, { ...place, look }, context)
}

const addressOf = (element: XmlElement): string => {
  const { attributes } = element
  const stated = attributes['url'] ?? attributes['xlink:href']
  if (stated !== undefined || !/^(?:email|uri)$/.test(element.name)) return stated ?? ''
  return element.name === 'email' ? `mailto:${lineOf(element)}` : lineOf(element)
}

/** A reference to another place, by its own words or the label of that place. */
export const reference: Reader = (element, place, context) => {
  const isNote = element.attributes['ref-type'] === 'fn' || element.name === 'footnoteref'
  const look = { ...place.look, ...(isNote && { superscript: true }) }
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
