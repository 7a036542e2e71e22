import { holding } from '../flow/content.ts'
import type { FlowBlock } from '../flow/flow.ts'
import { withMark } from '../flow/notes.ts'
import { safeHref } from '../web/html/html-inline.ts'
import { childOf, elementsIn, textOfElement, type XmlElement } from '../xml/element.ts'
import { articleBlocksIn, type ArticleReader, walkArticle } from './articles-context.ts'
import { idOfReference } from './references.ts'
import { joinedText, lineOfArticle } from './text.ts'

/** A footnote in its own place, or a reference to it where it is written into the text. */
export const note: ArticleReader = (element, place, context) => {
  const { writer, look } = place
  const label = childOf(element, 'label')
  const id = idOfReference(element)
  const anchors = id === undefined ? [] : [id]
  const read = (): readonly FlowBlock[] => {
    const [first, ...more] = articleBlocksIn(element, { ...place, below: false }, context, [label])
    return first === undefined ? [] : [{ ...first, anchors: [...anchors, ...(first.anchors ?? [])] }, ...more]
  }
  if (place.below) {
    const blocks = read()
    const shown = label === undefined ? blocks : withMark({ text: lineOfArticle(label), superscript: true }, blocks)
    writer.push(holding({ type: 'footnote' }, shown))
    return
  }
  const { text, ...mark } = context.notes.refer(read)
  context.references.name(element, text)
  writer.add(text, { ...look, ...mark })
}

export const articleLink: ArticleReader = (element, place, context) => {
  const address = addressOfArticleLink(element)
  const href = safeHref(address)
  const look = { ...place.look, ...(href !== null && href !== '' && { href }) }
  if (textOfElement(element).trim() === '') place.writer.add(context.references.labelOf(element) || address, look)
  else walkArticle(element, { ...place, look }, context)
}

const addressOfArticleLink = (element: XmlElement): string => {
  const { attributes } = element
  const stated = attributes['url'] ?? attributes['xlink:href'] ?? placeIn(attributes['linkend'])
  if (stated !== undefined || !/^(?:email|uri)$/.test(element.name)) return stated ?? ''
  return element.name === 'email' ? `mailto:${lineOfArticle(element)}` : lineOfArticle(element)
}

const placeIn = (id: string | undefined): string | undefined => (id === undefined ? undefined : `#${id}`)

/** A reference to another place, by its own words or the label of that place. */
export const reference: ArticleReader = (element, place, context) => {
  const isNote = element.attributes['ref-type'] === 'fn' || element.name === 'footnoteref'
  const href = placeIn(context.references.targetOf(element))
  const look = { ...place.look, ...(isNote && { superscript: true }), ...(href !== undefined && { href }) }
  if (textOfElement(element).trim() === '') place.writer.add(context.references.labelOf(element), look)
  else walkArticle(element, { ...place, look }, context)
}

export const person: ArticleReader = (element, { writer, look }) =>
  writer.add(joinedText(elementsIn(element).map(lineOfArticle), ' ') || lineOfArticle(element), look)

export const quotedText: ArticleReader = (element, place, context) => {
  place.writer.add('“', place.look)
  walkArticle(element, place, context)
  place.writer.add('”', place.look)
}
