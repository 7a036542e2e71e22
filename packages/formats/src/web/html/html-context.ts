import type { FindPicture } from '../../flow/flow.ts'
import type { LetterCase } from '../../flow/letter-case.ts'
import type { Notes } from '../../flow/notes.ts'
import type { Addresses } from './addresses.ts'
import type { Footnotes } from './footnotes.ts'
import type { HtmlLook } from './html-inline.ts'

/** The context in which any part of a page is read. */
export type HtmlContext = {
  readonly findPicture: FindPicture
  readonly footnotes: Footnotes | null
  readonly addresses: Addresses
  /** True if borders are drawn around the cells of all tables. */
  readonly allBordered: boolean
  readonly struckClasses: ReadonlySet<string>
  /** Names of places that the next block has. */
  readonly names: string[]
  /** The language of the page, where it names one. */
  readonly language: string | null
}

/**
 * The options with which a page is read: footnotes stay in their places without `notes`, pictures are their text
 * without `findPicture`.
 */
export type PageOptions = {
  readonly findPicture?: FindPicture
  readonly notes?: Notes
  readonly addresses?: Addresses
}

/** The place of an element: the style of text, the depths of lists, of elements, and of blocks that hold it. */
export type HtmlPlace = {
  readonly look: HtmlLook
  /** The name of the font, where one is named. */
  readonly font?: string | undefined
  readonly letterCase?: LetterCase | undefined
  readonly list: number
  readonly depth: number
  readonly held: number
}

export const outermost: HtmlPlace = { look: {}, list: 0, depth: 0, held: 0 }
