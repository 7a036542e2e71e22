import type { FlowComment } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, textOfElement, type XmlElement } from '../../xml/element.ts'
import { isoTime } from '../../known-metadata.ts'

/** The comments that are in an element itself, such as a slide or a cell. */
export const annotationsOf = (parent: XmlElement): FlowComment[] =>
  elementsIn(parent, 'office:annotation').flatMap((annotation): FlowComment[] => {
    const author = textOfElement(childOf(annotation, 'dc:creator')).trim()
    const createdAt = isoTime(textOfElement(childOf(annotation, 'dc:date')).trim())
    const text = findAll(annotation, 'text:p').map(textOfElement).join('\n').trim()
    const known = { ...(author !== '' && { author }), ...(createdAt !== '' && { createdAt }) }
    return text === '' ? [] : [{ text, ...known }]
  })
