import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import type { XmlElement } from '../../xml/element.ts'
import type { Notes } from '../notes.ts'
import type { Part } from '../package/relationships.ts'
import type { Numbering } from './numbering.ts'
import type { Styles } from './styles.ts'

/** What is needed to read any part of a word-processing document. */
export type Context = {
  readonly archive: Archive
  /** The part being read, by whose relationships ids are resolved. */
  readonly part: Part
  readonly styles: Styles
  readonly numbering: Numbering
  readonly notes: Notes
  /** Footnotes and endnotes by `footnote 1`, `endnote 1`. */
  readonly noteById: ReadonlyMap<string, { readonly note: XmlElement; readonly part: Part }>
  /** Reads the content of any element, because cells and text boxes are content that holds content. */
  readonly read: (parent: XmlElement, context: Context) => FlowBlock[]
  /** Whether hidden content was left out. */
  readonly hidden: { text: boolean }
}
