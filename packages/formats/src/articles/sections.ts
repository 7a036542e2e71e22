import { type FlowBlock, flowText } from '../flow/flow.ts'
import { itemBlocks, quoteBlocks } from '../flow/held.ts'
import { numberedItem, itemNumber } from '../flow/item-number.ts'
import { maxLevel, written } from '../flow/writer.ts'
import { childOf, elementsIn, textOfElement, type XmlElement } from '../xml/element.ts'
import { citationText, isStructured } from './citation.ts'
import { apart, articleBlocksIn, type ArticleReader, walkArticle } from './articles-context.ts'
import { idOfReference } from './references.ts'
import { lineOfArticle } from './text.ts'

/** A part of the document with a heading, one level below that around it. */
export const section: ArticleReader = (element, place, context) => {
  const { writer } = place
  const level = place.level + 1
  const heading = headingOf(element)
  const label = childOf(element, 'label')
  const stated = heading === undefined ? (context.vocabulary.titles[element.name] ?? '') : ''
  const hasHeading = heading !== undefined || stated !== ''
  if (hasHeading)
    writer.block({ type: 'heading', level: Math.min(level, maxLevel) }, () => {
      if (label !== undefined) writer.add(`${lineOfArticle(label)} `)
      if (heading !== undefined) walkArticle(heading, place, context)
      writer.add(stated)
    })
  writer.flush()
  walkArticle(element, { ...place, level: hasHeading ? level : place.level, list: 0 }, context, [heading, label])
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
export const subheading: ArticleReader = (element, place, context) =>
  apart(element, { ...place, look: { ...place.look, bold: true } }, context)

const articleAdmonitionPattern = /^(?:note|tip|warning|caution|important|danger)$/

/** A box, or a note to the reader: it begins with what it is, unless it has a title. */
export const aside: ArticleReader = (element, place, context) => {
  const { name } = element
  const label = articleAdmonitionPattern.test(name) && childOf(element, 'title') === undefined ? name : ''
  if (label !== '') {
    const text = `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`
    place.writer.push({ type: 'paragraph', ...flowText([{ text, bold: true }]) })
  }
  apart(element, place, context)
}

export const quote: ArticleReader = (element, place, context) =>
  place.writer.push(...quoteBlocks(articleBlocksIn(element, place, context), place.held))

const items = /^(?:list-?item|member|step|callout)$/

export const articleList: ArticleReader = (element, place, context) => {
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
      ...(label === undefined ? counted : labelled(lineOfArticle(label))),
    } as const
    const held = written((inner) => {
      const id = idOfReference(child)
      if (id !== undefined) inner.name(id)
      walkArticle(child, { ...place, writer: inner, list: depth, held: place.held + 1 }, context, [label])
    })
    writer.push(...itemBlocks(item, held, place.held))
    number += 1
  }
}

/** The marker that an item states itself. */
const labelled = (marker: string): Pick<FlowBlock, 'marker' | 'numbering'> => {
  const numbering = itemNumber(marker, undefined)
  return { marker, ...(numbering !== undefined && { numbering }) }
}

/** An entry of a list of references. */
export const citation: ArticleReader = (element, place, context) => {
  const { writer } = place
  const label = childOf(element, 'label')
  writer.block({ type: 'list_item', level: 1, marker: label === undefined ? '•' : lineOfArticle(label) }, () => {
    const parts = isStructured(element) ? [element] : elementsIn(element).filter((one) => one !== label)
    for (const part of parts) {
      if (isStructured(part)) writer.add(citationText(part))
      else walkArticle(part, place, context)
      writer.add(' ')
    }
    if (parts.length === 0) writer.add(lineOfArticle(element))
  })
}

export const articleCode: ArticleReader = (element, { writer }) => {
  const text = textOfElement(element)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  if (text !== '') writer.push({ type: 'code', text })
}
