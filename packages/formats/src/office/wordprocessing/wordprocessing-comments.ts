import type { Archive } from '../../archive/archive.ts'
import { EngineFailure } from '@polyparse/engine'
import type { FlowComment } from '../../flow/flow.ts'
import { elementsIn, type XmlElement } from '../../xml/element.ts'
import { createCommentedText } from '../commented-text.ts'
import { isoTime } from '../../known-metadata.ts'
import { type PackagePart, relatedPart } from '../package/relationships.ts'

/** Follows the text from the start of each commented stretch to its end. */
export type WordprocessingComments = {
  /** Takes the start or the end of a commented stretch; false for any other element. */
  mark(element: XmlElement): boolean
  /** Text in its order, with a line break after each paragraph. */
  read(text: string): void
  /** The comment that a mark in the text refers to. */
  refer(reference: XmlElement): FlowComment[]
  /** Comments that nothing has referred to. */
  rest(): FlowComment[]
}

/** The comments of a document; `textOf` is given the part that has a comment. */
export const openComments = (
  archive: Archive,
  main: PackagePart,
  textOf: (comment: XmlElement, part: PackagePart) => string,
): WordprocessingComments => {
  const part = commentsPart(archive, main)
  const unread = new Map(elementsIn(part?.root, 'w:comment').map((one) => [one.attributes['w:id'] ?? '', one]))
  const commented = createCommentedText()

  const take = (id: string): FlowComment[] => {
    const comment = unread.get(id)
    unread.delete(id)
    if (part === null || comment === undefined) return []
    const anchor = commented.textOf(id)
    const { 'w:author': author = '', 'w:date': date = '' } = comment.attributes
    const createdAt = isoTime(date)
    return [
      {
        text: textOf(comment, part),
        ...(author !== '' && { author }),
        ...(createdAt !== '' && { createdAt }),
        ...(anchor !== '' && { anchor }),
      },
    ]
  }

  return {
    mark: ({ name, attributes }) => {
      const id = attributes['w:id'] ?? ''
      if (name === 'w:commentRangeStart' && unread.has(id)) commented.begin(id)
      else if (name === 'w:commentRangeEnd') commented.end(id)
      return name === 'w:commentRangeStart' || name === 'w:commentRangeEnd'
    },
    read: commented.read,
    refer: ({ attributes }) => take(attributes['w:id'] ?? ''),
    rest: () => [...unread.keys()].flatMap(take),
  }
}

/** The comments within a comment: it has none. */
export const noComments: WordprocessingComments = { mark: () => false, read: () => {}, refer: () => [], rest: () => [] }

/** Returns the part with the comments; null if it cannot be read, which must not fail the document. */
const commentsPart = (archive: Archive, main: PackagePart): PackagePart | null => {
  try {
    return relatedPart(archive, main, 'comments')
  } catch (error) {
    if (error instanceof EngineFailure && error.code !== 'out_of_memory') return null
    throw error
  }
}
