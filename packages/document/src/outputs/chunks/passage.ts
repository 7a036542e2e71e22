import type { Block } from '../../model.ts'
import type { Box } from '../../schema-types.ts'

/** A block with the blocks that continue it. */
export type Chain = readonly [Block, ...Block[]]

/** The block from which a text comes. The box of a row of a table encloses its cells. */
export type PassageOrigin = { readonly block: string; readonly page: number; readonly bbox: Box | null }

/** The offset in a text at which a block begins. */
export type PassageMark = PassageOrigin & { readonly at: number }

/** The units between which a text is divided that is too long. */
export type PassageUnit = 'sentence' | 'line'

/** A piece of text that ends up in one chunk. */
export type PassagePart = {
  readonly text: string
  readonly tokens: number
  /** The separator between this part and the one before it in the same chunk. */
  readonly before: string
  readonly origins: readonly PassageOrigin[]
  /** True if it introduces what follows: a heading, or a line that ends with a colon. */
  readonly leads: boolean
  /** The units in which the end of the text can be repeated. Rows of a table have none. */
  readonly repeats?: { readonly unit: PassageUnit; readonly marks: readonly PassageMark[] }
  /** The header of the table, with which every chunk begins that begins with this part. */
  readonly opening?: { readonly text: string; readonly tokens: number }
}

/** A piece of a document that is one part as long as it fits into a chunk. */
export type ChunkPassage = TextPassage | TablePassage

export type TextPassage = {
  readonly text: string
  readonly before: string
  readonly marks: readonly PassageMark[]
  readonly leads: boolean
  readonly unit: PassageUnit
}

export type TablePassage = {
  /** Caption and header, a line each. */
  readonly opening: readonly string[]
  readonly openingOrigins: readonly PassageOrigin[]
  readonly rows: readonly { readonly text: string; readonly origin: PassageOrigin }[]
  readonly before: string
}

/** Passages that are kept together where they fit: a list, a table with its caption, a paragraph with its footnotes. */
export type PassageGroup = {
  readonly passages: readonly ChunkPassage[]
  /** The titles of its sections from the outermost; a heading's own title is the last. */
  readonly headings: readonly string[]
  readonly isHeading: boolean
}

export type CountTokens = (text: string) => number
