import type { FlowBlock } from '../flow/flow.ts'
import type { Outside } from '../flow/outside.ts'
import { type FlowWriter, type Look, written } from '../flow/writer.ts'
import type { Notes } from '../flow/notes.ts'
import { isElement, type XmlElement } from '../xml/element.ts'
import type { References } from './references.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Where the walk is. */
export type Place = {
  readonly writer: FlowWriter
  readonly look: Look
  /** Of the section, from 0 for the whole document. */
  readonly level: number
  /** The depth of lists. */
  readonly list: number
  /** How many blocks hold what is here. */
  readonly held: number
  /** Whether footnotes stand here, rather than being referred to from here. */
  readonly below: boolean
  /** The caption of the table to come. */
  readonly caption: string
}

/** What a document has only once, and how the walk goes on. */
export type Context = {
  readonly vocabulary: Vocabulary
  readonly notes: Notes
  readonly references: References
  readonly outside: Outside
  readonly visit: (element: XmlElement, place: Place, context: Context) => void
}

export type Reader = (element: XmlElement, place: Place, context: Context) => void

/** Writes what is in an element, without the children that are to be left out. */
export const walk = (
  element: XmlElement,
  place: Place,
  context: Context,
  except: readonly (XmlElement | undefined)[] = [],
): void => {
  for (const child of element.children)
    if (!isElement(child)) place.writer.add(child.replaceAll(/\s+/g, ' '), place.look)
    else if (!except.includes(child)) context.visit(child, place, context)
}

/** Writes what is in an element as blocks of its own. */
export const apart: Reader = (element, place, context) => {
  place.writer.flush()
  walk(element, place, context)
  place.writer.flush()
}

/** The blocks that an element would be, which are not written. */
export const blocksIn = (
  element: XmlElement,
  place: Place,
  context: Context,
  except: readonly (XmlElement | undefined)[] = [],
): readonly FlowBlock[] => {
  const held = place.held + 1
  return written((writer) => walk(element, { ...place, writer, look: {}, list: 0, caption: '', held }, context, except))
}
