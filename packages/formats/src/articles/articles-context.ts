import type { FlowBlock } from '../flow/flow.ts'
import type { Outside } from '../flow/outside.ts'
import { type FlowWriter, type TextLook, written } from '../flow/writer.ts'
import type { Notes } from '../flow/notes.ts'
import { isXmlElement, type XmlElement } from '../xml/element.ts'
import type { ArticleReferences } from './references.ts'
import type { ArticleVocabulary } from './vocabulary.ts'

/** The place of the walk in the document. */
export type ArticlePlace = {
  readonly writer: FlowWriter
  readonly look: TextLook
  /** The level of the section, from 0 for the whole document. */
  readonly level: number
  /** The depth of lists. */
  readonly list: number
  /** The number of blocks around this place. */
  readonly held: number
  /** True if footnotes are read here, rather than being referred to from here. */
  readonly below: boolean
  /** The caption of the table to come. */
  readonly caption: string
}

/** The state of which a document has only one, and the step by which the walk goes on. */
export type ArticleContext = {
  readonly vocabulary: ArticleVocabulary
  readonly notes: Notes
  readonly references: ArticleReferences
  readonly outside: Outside
  readonly visit: (element: XmlElement, place: ArticlePlace, context: ArticleContext) => void
}

export type ArticleReader = (element: XmlElement, place: ArticlePlace, context: ArticleContext) => void

/** Writes what is in an element, without the children that are to be left out. */
export const walkArticle = (
  element: XmlElement,
  place: ArticlePlace,
  context: ArticleContext,
  except: readonly (XmlElement | undefined)[] = [],
): void => {
  for (const child of element.children)
    if (!isXmlElement(child)) place.writer.add(child.replaceAll(/\s+/g, ' '), place.look)
    else if (!except.includes(child)) context.visit(child, place, context)
}

/** Writes what is in an element as blocks of its own. */
export const apart: ArticleReader = (element, place, context) => {
  place.writer.flush()
  walkArticle(element, place, context)
  place.writer.flush()
}

/** The blocks that an element would be, which are not written. */
export const articleBlocksIn = (
  element: XmlElement,
  place: ArticlePlace,
  context: ArticleContext,
  except: readonly (XmlElement | undefined)[] = [],
): readonly FlowBlock[] => {
  const held = place.held + 1
  return written((writer) =>
    walkArticle(element, { ...place, writer, look: {}, list: 0, caption: '', held }, context, except),
  )
}
