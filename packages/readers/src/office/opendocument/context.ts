import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import type { XmlElement } from '../../xml/element.ts'
import type { Notes } from '../../flow/notes.ts'
import type { Marks } from '../marks.ts'
import type { Comments } from './comments.ts'
import type { Lists } from './lists.ts'
import type { Styles } from './styles.ts'

/** What is needed to read any content of an OpenDocument file. */
export type Context = {
  readonly archive: Archive
  readonly styles: Styles
  readonly notes: Notes
  readonly lists: Lists
  readonly comments: Comments
  /** What stands between blocks and belongs to the next one. */
  readonly pending: Marks
  /** Reads the content of any element, because cells and text boxes are content that holds content. */
  readonly read: (parent: XmlElement, context: Context) => FlowBlock[]
  readonly includeHidden: boolean
  /** Whether hidden content was left out, and how many comments that do not stand in text. */
  readonly omitted: { hidden: boolean; comments: number }
}
