import type { FlowComment } from '../../flow/flow.ts'
import { childOf, findAll, textOfElement, type XmlElement } from '../../xml/element.ts'
import { createCommentedText } from '../commented-text.ts'
import { isoTime } from '../../known-metadata.ts'

/** Follows the text from the start of each commented stretch to its end. */
export type OpenDocumentComments = {
  /** The comment of an annotation; the text that it is about is added to it as that is read. */
  begin(annotation: XmlElement): FlowComment
  end(mark: XmlElement): void
  /** Text in its order, with a line break after each paragraph. */
  read(text: string): void
}

export const createComments = (): OpenDocumentComments => {
  const commentByName = new Map<string, FlowComment & { anchor?: string }>()
  const commented = createCommentedText()
  return {
    begin: (annotation) => {
      const author = textOfElement(childOf(annotation, 'dc:creator')).trim()
      const createdAt = isoTime(textOfElement(childOf(annotation, 'dc:date')).trim())
      const comment = {
        text: findAll(annotation, 'text:p').map(textOfElement).join('\n').trim(),
        ...(author !== '' && { author }),
        ...(createdAt !== '' && { createdAt }),
      }
      const name = annotation.attributes['office:name']
      if (name !== undefined) {
        commentByName.set(name, comment)
        commented.begin(name)
      }
      return comment
    },
    end: ({ attributes }) => {
      const name = attributes['office:name'] ?? ''
      const comment = commentByName.get(name)
      const anchor = commented.textOf(name)
      if (comment !== undefined && anchor !== '') comment.anchor = anchor
      commented.end(name)
    },
    read: commented.read,
  }
}
