import type { Attachment } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import type { XmlElement } from '../../xml/element.ts'
import type { Notes } from '../../flow/notes.ts'
import type { OfficeMarks } from '../marks.ts'
import type { OpenDocumentComments } from './opendocument-comments.ts'
import type { OpenDocumentLists } from './opendocument-lists.ts'
import type { OpenDocumentStyles } from './styles.ts'

/** The context in which any content of an OpenDocument file is read. */
export type OpenDocumentContext = {
  readonly archive: Archive
  /** The controls of its forms by their ids. */
  readonly controls: ReadonlyMap<string, XmlElement>
  readonly styles: OpenDocumentStyles
  readonly notes: Notes
  readonly lists: OpenDocumentLists
  readonly comments: OpenDocumentComments
  /** The marks between blocks, which belong to the next block. */
  readonly pending: OfficeMarks
  /** Reads the content of any element, because cells and text boxes are content that holds content. */
  readonly read: (parent: XmlElement, context: OpenDocumentContext) => FlowBlock[]
  readonly includeHidden: boolean
  /** Files of other programs that are in the document. */
  readonly embedded: Attachment[]
  /** Says whether hidden content was left out, and how many comments that are not in text. */
  readonly omitted: { hidden: boolean; comments: number }
}
