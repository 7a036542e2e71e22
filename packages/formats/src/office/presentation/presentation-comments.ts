import type { Archive } from '../../archive/archive.ts'
import type { FlowComment } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, textOfElement, type XmlElement } from '../../xml/element.ts'
import { unlessDamaged } from '../omitted.ts'
import { isoTime } from '../../known-metadata.ts'
import { mainPart, type PackagePart, relatedPart } from '../package/relationships.ts'

/** Reads the comments of a slide, each with its answers behind it. */
export type ReadComments = (slide: PackagePart) => readonly FlowComment[]

/** Comments as PowerPoint wrote them until 2021 (`p`), and since (`p188`: MS-PPTX 2.13). */
export const commentReader = (archive: Archive): ReadComments => {
  const presentation = mainPart(archive)
  const authors = new Map(
    ['commentAuthors', 'authors'].flatMap((kind) =>
      elementsIn(unlessDamaged(() => relatedPart(archive, presentation, kind))?.root).map(
        ({ attributes }) => [attributes['id'] ?? '', attributes['name'] ?? ''] as const,
      ),
    ),
  )
  const commentOf = (comment: XmlElement): FlowComment[] => {
    const { authorId = '', dt, created } = comment.attributes
    const author = authors.get(authorId) ?? ''
    const createdAt = isoTime(created ?? dt ?? '')
    const text = textOfPptxComment(comment)
    const known = { ...(author !== '' && { author }), ...(createdAt !== '' && { createdAt }) }
    return [
      ...(text === '' ? [] : [{ text, ...known }]),
      ...elementsIn(childOf(comment, 'p188:replyLst'), 'p188:reply').flatMap(commentOf),
    ]
  }
  return (slide) => {
    const list = unlessDamaged(() => relatedPart(archive, slide, 'comments'))?.root
    return [...elementsIn(list, 'p:cm'), ...elementsIn(list, 'p188:cm')].flatMap(commentOf)
  }
}

const textOfPptxComment = (comment: XmlElement): string => {
  const lines = elementsIn(childOf(comment, 'p188:txBody'), 'a:p').map((paragraph) =>
    findAll(paragraph, 'a:t').map(textOfElement).join(''),
  )
  return [textOfElement(childOf(comment, 'p:text')), ...lines].join('\n').trim()
}
