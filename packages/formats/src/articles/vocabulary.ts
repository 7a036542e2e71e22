import type { DocumentMetadata, NumberStyle } from '@polyparse/document'
import type { TextLook } from '../flow/writer.ts'
import type { XmlElement } from '../xml/element.ts'

/** The role of an element in the text. */
export type ArticleRole =
  | 'skip'
  | 'section'
  | 'apart'
  | 'aside'
  | 'quote'
  | 'list'
  | 'term'
  | 'figure'
  | 'picture'
  | 'formula'
  | 'inline formula'
  | 'code'
  | 'note'
  | 'link'
  | 'reference'
  | 'citation'
  | 'person'
  | 'quoted'
  | 'break'
  | 'included'

/** A kind of XML for articles and books. */
export type ArticleVocabulary = {
  /** Elements without a role are what is in them. */
  readonly roles: Readonly<Record<string, ArticleRole>>
  readonly looks: Readonly<Record<string, TextLook>>
  /** Returns what a list counts with; null for bullets. */
  readonly numbering: (list: XmlElement) => NumberStyle | null
  /** The title of a section that has none of its own, by the name of its element. */
  readonly titles: Readonly<Record<string, string>>
  /** The front matter, and what is to be read after it. */
  readonly head: (root: XmlElement) => Head
}

export type Head = {
  readonly metadata: Omit<DocumentMetadata, 'mimeType' | 'documentPageCount'>
  readonly title: XmlElement | undefined
  /** Lines below the title, such as the authors. */
  readonly lines: readonly string[]
  readonly content: readonly XmlElement[]
}

/** All elements of a list have the same role. */
export const all = (names: string, role: ArticleRole): Record<string, ArticleRole> =>
  Object.fromEntries(names.split(' ').map((name) => [name, role]))
export const looking = (names: string, look: TextLook): Record<string, TextLook> =>
  Object.fromEntries(names.split(' ').map((name) => [name, look]))
