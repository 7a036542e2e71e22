import { type FlowBlock, flowText } from '../flow/flow.ts'
import { itemBlocks, quoteBlocks } from '../flow/held.ts'
import { numberedItem, numberOfMarker } from '../flow/item-number.ts'
import { maxLevel, written } from '../flow/writer.ts'
import { childOf, elementsIn, textOf, type XmlElement } from '../xml/element.ts'
import { citationText, isStructured } from './citation.ts'
import { apart, blocksIn, type Reader, walk } from './context.ts'
import { idOf } from './references.ts'
import { lineOf } from './text.ts'

/** A part of the document with a heading, one level below that around it. */
export const section: Reader = (element, place, context) => {
  const { writer } = place
  const level = place.level + 1
  const heading = headingOf(element)
  const label = childOf(element, 'label')
  const stated = heading === undefined ? (context.vocabulary.titles[element.name] ?? '') : ''
  const hasHeading = heading !== undefined || stated !== ''
  if (hasHeading)
    writer.block({ type: 'heading', level: Math.min(level, maxLevel) }, () => {
      if (label !== undefined) writer.add(`${lineOf(label)} `)
      if (heading !== undefined) walk(heading, place, context)
      writer.add(stated)
    })
  writer.flush()
  walk(element, { ...place, level: hasHeading ? level : place.level, list: 0 }, context, [heading, label])
  writer.flush()
}

const headingOf = (element: XmlElement): XmlElement | undefined =>
  childOf(element, 'title') ??
  childOf(element, 'front-stub', 'title-group', 'article-title') ??
  childOf(
    elementsIn(element).find(({ name }) => name.endsWith('info')),
    'title',
  ) ??
  childOf(element, 'refnamediv', 'refname')

/** A title of what is no section, or a term that is explained. */
export const subheading: Reader = (element, place, context) =>
  apart(element, { ...place, look: { ...place.look, bold: true } }, context)

const admonitions = /^(?:note|tip|warning|caution|important|danger)$/

/** A box, or a note to the reader: it begins with what it is, unless it has a title. */
export const aside: Reader = (element, place, context) => {
  const { name } = element
  const label = admonitions.test(name) && childOf(element, 'title') === undefined ? name : ''
  if (label !== '') {
    const text = `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`
    place.writer.push({ type: 'paragraph', ...flowText([{ text, bold: true }]) })
  }
  apart(element, place, context)
}

export const quote: Reader = (element, place, context) =>
  place.writer.push(...quoteBlocks(blocksIn(element, place, context), place.held))

const items = /^(?:list-?item|member|step|callout)$/

export const list: Reader = (element, place, context) => {
  const { writer } = place
  const numbering = context.vocabulary.numbering(element)
  const depth = Math.min(place.list + 1, maxLevel)
  let number = Number.parseInt(element.attributes['startingnumber'] ?? '1', 10) || 1
  writer.flush()
  for (const child of elementsIn(element)) {
    if (!items.test(child.name)) {
      context.visit(child, place, context)
      continue
    }
    const label = childOf(child, 'label')
    const counted = numbering === null ? { marker: '•' } : numberedItem(number, numbering)
    const item = {
      type: 'list_item',
      level: depth,
      ...(label === undefined ? counted : labelled(lineOf(label))),
    } as const
    const held = written((inner) => {
      const id = idOf(child)
      if (id !== undefined) inner.name(id)
      walk(child, { ...place, writer: inner, list: depth, held: place.held + 1 }, context, [label])
    })
    writer.push(...itemBlocks(item, held, place.held))
    number += 1
  }
}

/** The marker that an item states itself. */
const labelled = (marker: string): Pick<FlowBlock, 'marker' | 'numbering'> => {
  const numbering = numberOfMarker(marker, undefined)
  return { marker, ...(numbering !== undefined && { numbering }) }
}

/** An entry of a list of references. */
export const citation: Reader = (element, place, context) => {
  const { writer } = place
  const label = childOf(element, 'label')
  writer.block({ type: 'list_item', level: 1, marker: label === undefined ? '•' : lineOf(label) }, () => {
    const parts = isStructured(element) ? [element] : elementsIn(element).filter((one) => one !== label)
    for (const part of parts) {
      if (isStructured(part)) writer.add(citationText(part))
      else walk(part, place, context)
      writer.add(' ')
    }
    if (parts.length === 0) writer.add(lineOf(element))
  })
}

export const code: Reader = (element, { writer }) => {
  const text = textOf(element)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  if (text !== '') writer.push({ type: 'code', text })
}
