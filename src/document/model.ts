/**
 * The document model: what every provider's answer is turned into and every output is made from.
 *
 * Pages carry their original one-based numbers. Boxes are `[x0, y0, x1, y1]` in points from the top left of the page
 * as displayed (its rotation applied); where a format has no layout, sizes and boxes are null.
 */
export type Document = {
  readonly metadata: Metadata
  /** The pages processed, ascending by number. */
  readonly pages: readonly Page[]
  readonly tables: readonly Table[]
  readonly pictures: readonly Picture[]
  readonly outline: readonly OutlineEntry[]
  readonly warnings: readonly Warning[]
  readonly quality?: Quality
  /** What the provider says that it has cost. */
  readonly usage?: Usage
  /** How it is to be divided into chunks, where they were asked for. */
  readonly chunking?: Chunking
  /** The provider's response before normalisation; present only when it was asked for. */
  readonly raw?: unknown
}

export type Box = readonly [x0: number, y0: number, x1: number, y1: number]

export type Page = {
  readonly number: number
  readonly width: number | null
  readonly height: number | null
  readonly rotation: 0 | 90 | 180 | 270
  /** In reading order, page headers and footers included. */
  readonly blocks: readonly Block[]
  /** 0–1, where the provider judges pages. */
  readonly quality?: number
}

export type BlockType =
  | 'title'
  | 'heading'
  | 'paragraph'
  | 'list_item'
  | 'table'
  | 'picture'
  | 'caption'
  | 'code'
  | 'formula'
  | 'footnote'
  | 'page_header'
  | 'page_footer'

export type Block = {
  /** Unique in the document and the same for the same input: `p<page>-b<n>`. */
  readonly id: string
  readonly type: BlockType
  readonly page: number
  readonly bbox: Box | null
  /** Plain text; for a table its cells, for a picture its alternative text or ''. */
  readonly text: string
  /** Heading level (1–6) or depth of a list item (from 1). */
  readonly level?: number
  /** Of a list item, as printed. */
  readonly marker?: string
  /** The same text in stretches of one style, where any style is known. */
  readonly runs?: readonly Run[]
  /** 0–1. */
  readonly confidence?: number
  readonly words?: readonly Word[]
  /** Id of an earlier block, in another column or on an earlier page, that this one goes on with. */
  readonly continues?: string
  /** Id of the table or picture that stands here. */
  readonly table?: string
  readonly picture?: string
}

export type Run = {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly code?: boolean
  readonly superscript?: boolean
  readonly subscript?: boolean
  readonly href?: string
}

export type Word = { readonly text: string; readonly bbox: Box; readonly confidence: number }

export type Table = {
  readonly id: string
  readonly page: number
  readonly bbox: Box | null
  readonly caption?: string
  /** Id of the table of an earlier page that this one goes on with. */
  readonly continues?: string
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly Cell[]
}

/** Rows and columns count from 0; a spanning cell is listed once, at its top left. */
export type Cell = {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly text: string
  readonly header: boolean
  readonly bbox?: Box
}

export type Picture = {
  readonly id: string
  readonly page: number
  readonly bbox: Box | null
  readonly mimeType: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly alt?: string
  /** The image file. */
  readonly data: Uint8Array
}

export type OutlineEntry = { readonly title: string; readonly level: number; readonly page: number | null }

export type Warning = { readonly code: string; readonly message: string; readonly page?: number }

export type Quality = { readonly score: number; readonly scale?: string }

/** `pages` where the provider counts otherwise than by the pages it gives; `cost` in units of `currency` (ISO 4217). */
export type Usage = {
  readonly pages?: number
  readonly credits?: number
  readonly cost?: number
  readonly currency?: string
}

/** In tokens of the o200k encoding. */
export type Chunking = {
  /** A chunk ends before the part that would make it longer than this. */
  readonly targetTokens: number
  /** What is longer is divided. */
  readonly maxTokens: number
}

/** What the document says of itself; times as ISO 8601. */
export type Metadata = {
  readonly mimeType: string
  readonly documentPageCount: number
  readonly title?: string
  readonly author?: string
  readonly subject?: string
  readonly keywords?: string
  readonly language?: string
  readonly createdAt?: string
  readonly modifiedAt?: string
  readonly producer?: string
}
