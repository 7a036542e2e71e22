import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import type { XmlElement } from '../../xml/element.ts'
import type { Notes } from '../notes.ts'
import type { Part } from '../package/relationships.ts'
import type { Numbering } from './numbering.ts'
import type { Styles } from './styles.ts'

/** What reading any part of a word-processing document needs. */
export type Context = {
  readonly archive: Archive
  /** The part being read: ids refer to what it relates to. */
  readonly part: Part
  readonly styles: Styles
  readonly numbering: Numbering
  readonly notes: Notes
  /** Footnotes and endnotes by `footnote 1`, `endnote 1`. */
  readonly noteById: ReadonlyMap<string, { readonly note: XmlElement; readonly part: Part }>
  /** Reads the content of anything; what holds content (cells, text boxes) stands in content itself. */
  readonly read: (parent: XmlElement, context: Context) => FlowBlock[]
  /** What was left out because nobody sees it. */
  readonly hidden: { text: boolean }
}
