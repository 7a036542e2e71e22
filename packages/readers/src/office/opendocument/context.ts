import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import type { XmlElement } from '../../xml/element.ts'
import type { Notes } from '../notes.ts'
import type { Lists } from './lists.ts'
import type { Styles } from './styles.ts'

/** What reading any content of an OpenDocument file needs. */
export type Context = {
  readonly archive: Archive
  readonly styles: Styles
  readonly notes: Notes
  readonly lists: Lists
  /** Reads the content of anything; what holds content (cells, text boxes) stands in content itself. */
  readonly read: (parent: XmlElement, context: Context) => FlowBlock[]
  /** What was left out because nobody sees it. */
  readonly hidden: { text: boolean }
}
