import type { Warning } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import { linesOfContent } from '../../flow/content.ts'
import type { EnteredKind, FlowBlock } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, type XmlElement } from '../../xml/element.ts'
import type { Notes } from '../../flow/notes.ts'
import type { OfficeMarks } from '../marks.ts'
import type { CellFormats } from '../spreadsheet/format-number.ts'
import { mainPart, type PackagePart, relatedPart } from '../package/relationships.ts'
import { type WordprocessingComments, noComments, openComments } from './wordprocessing-comments.ts'
import { type WordprocessingNumbering, readNumbering } from './numbering.ts'
import { readWordprocessingStyles, type WordprocessingStyles } from './styles.ts'

/** The context in which any part of a word-processing document is read. */
export type WordprocessingContext = Shared & {
  readonly archive: Archive
  /** The part being read, by whose relationships ids are resolved. */
  readonly part: PackagePart
  readonly styles: WordprocessingStyles
  readonly numbering: WordprocessingNumbering
  readonly comments: WordprocessingComments
  /** Footnotes and endnotes by `footnote 1`, `endnote 1`. */
  readonly noteById: ReadonlyMap<string, { readonly note: XmlElement; readonly part: PackagePart }>
  /** The control around the blocks that are being read, if that says what was filled in. */
  readonly control?: ContentControl
}

/** The kind of a control of a document, and the title that its author has given it. */
export type ContentControl = { readonly entered: EnteredKind; readonly title: string }

/** The state that a document shares with those that are embedded in it. */
export type Shared = {
  readonly notes: Notes
  /** Reads the content of any element, because cells and text boxes are content that holds content. */
  readonly read: (parent: XmlElement, context: WordprocessingContext) => FlowBlock[]
  readonly includeHidden: boolean
  /** Says whether hidden content was left out, and how many parts in formats and controls of programs that are not read. */
  readonly omitted: { hidden: boolean; parts: number; controls: number; readonly warnings: Warning[] }
  /** The marks between blocks, which belong to the next block. */
  readonly pending: OfficeMarks
  /** True if this document is embedded in another. */
  readonly embedded: boolean
  /** The formats of the numbers in its charts. */
  readonly cellFormats: CellFormats
}

/**
 * The context of the main part of a document.
 * @throws {EngineFailure} when the document is damaged.
 */
export const openContext = (archive: Archive, shared: Shared): WordprocessingContext => {
  const part = mainPart(archive)
  const context: WordprocessingContext = {
    ...shared,
    archive,
    part,
    comments: openComments(archive, part, (comment, inside) =>
      linesOfContent(shared.read(comment, { ...context, part: inside, comments: noComments })),
    ),
    styles: readWordprocessingStyles(relatedPart(archive, part, 'styles')?.root),
    numbering: readNumbering(relatedPart(archive, part, 'numbering')?.root),
    noteById: docxNotesById(archive, part),
  }
  return context
}

/** The context of a document that is one file of XML: its styles are in it, and its pictures are counted only. */
export const contextOfWordXml = (root: XmlElement, shared: Shared): WordprocessingContext => {
  shared.omitted.parts += findAll(root, 'w:binData').length
  return {
    ...shared,
    archive: { names: [], has: () => false, sizeOf: () => null, read: () => null },
    part: { root, relationships: [] },
    comments: noComments,
    styles: readWordprocessingStyles(childOf(root, 'w:styles')),
    numbering: readNumbering(undefined),
    noteById: new Map(),
  }
}

/** The bodies of a document; some programs write more than one. */
export const bodiesOf = ({ part: { root } }: WordprocessingContext): XmlElement[] => {
  const bodies = elementsIn(root, 'w:body')
  return bodies.length === 0 ? [root] : bodies
}

const docxNotesById = (archive: Archive, main: PackagePart): WordprocessingContext['noteById'] => {
  const notes = new Map<string, { note: XmlElement; part: PackagePart }>()
  for (const kind of ['footnote', 'endnote']) {
    const part = relatedPart(archive, main, `${kind}s`)
    if (part === null) continue
    for (const note of elementsIn(part.root, `w:${kind}`))
      notes.set(`${kind} ${note.attributes['w:id'] ?? ''}`, { note, part })
  }
  return notes
}
