import type { Block } from '../../model.ts'
import type { Box } from '../../schema-types.ts'

/** A block with the blocks that continue it. */
export type Chain = readonly [Block, ...Block[]]

/** Where text comes from; the box of a row of a table is that of its cells. */
export type PassageOrigin = { readonly block: string; readonly page: number; readonly bbox: Box | null }

/** Where in a text each block begins. */
export type PassageMark = PassageOrigin & { readonly at: number }

/** What a text is divided between when it is too long. */
export type PassageUnit = 'sentence' | 'line'

/** A piece of text that ends up in one chunk. */
export type PassagePart = {
  readonly text: string
  readonly tokens: number
  /** What stands between it and the part before it where both are in one chunk. */
  readonly before: string
  readonly origins: readonly PassageOrigin[]
  /** True if it introduces what follows: a heading, or a line that ends with a colon. */
  readonly leads: boolean
  /** How the end of a text can be repeated; rows of a table are not. */
  readonly repeats?: { readonly unit: PassageUnit; readonly marks: readonly PassageMark[] }
  /** What a chunk that begins with it has to begin with: the header of its table. */
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
