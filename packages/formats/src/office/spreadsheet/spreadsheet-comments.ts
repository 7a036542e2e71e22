import type { Archive } from '../../archive/archive.ts'
import type { FlowComment } from '../../flow/flow.ts'
import { childOf, elementsIn, textOfElement, type XmlElement } from '../../xml/element.ts'
import { unlessDamaged } from '../omitted.ts'
import { isoTime } from '../../known-metadata.ts'
import { readPart, type Relationship } from '../package/relationships.ts'
import { richText } from './rich-text.ts'

/**
 * The comments of a sheet with the names of their cells: notes, and threads (MS-XLSX 2.4.888), which are among the notes
 * once more, for older programs.
 */
export const sheetComments = (
  archive: Archive,
  related: readonly Relationship[],
  persons: ReadonlyMap<string, string>,
): FlowComment[] => {
  const rootsOf = (name: string): (XmlElement | undefined)[] =>
    related
      .filter(({ kind, external }) => kind === name && !external)
      .map(({ target }) => unlessDamaged(() => readPart(archive, target))?.root)
  return [
    ...rootsOf('comments').flatMap(commentsOfXlsxNotes),
    ...rootsOf('threadedComment').flatMap((root) => threads(root, persons)),
  ]
}

const commentsOfXlsxNotes = (root: XmlElement | undefined): FlowComment[] => {
  const authors = elementsIn(childOf(root, 'x:authors'), 'x:author').map((author) => textOfElement(author).trim())
  return elementsIn(childOf(root, 'x:commentList'), 'x:comment').flatMap((comment): FlowComment[] => {
    const author = authors[Number(comment.attributes['authorId'] ?? 0)] ?? ''
    const text = richText(childOf(comment, 'x:text'))
    return author.startsWith('tc=') || text === ''
      ? []
      : [{ text, anchor: comment.attributes['ref'] ?? '', ...(author !== '' && { author }) }]
  })
}

const threads = (root: XmlElement | undefined, persons: ReadonlyMap<string, string>): FlowComment[] =>
  elementsIn(root, 'tc:threadedComment').flatMap((comment): FlowComment[] => {
    const { ref = '', personId = '', dT = '' } = comment.attributes
    const author = persons.get(personId) ?? ''
    const createdAt = isoTime(dT)
    const text = textOfElement(childOf(comment, 'tc:text')).trim()
    const known = { ...(author !== '' && { author }), ...(createdAt !== '' && { createdAt }) }
    return text === '' ? [] : [{ text, anchor: ref, ...known }]
  })
