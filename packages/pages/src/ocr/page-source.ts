import type { DocumentMetadata, Warning } from '@polyparse/document'
import type { DocumentLanguages } from './document-languages.ts'
import type { Outline } from '../pdfium/outline.ts'
import type { Raster } from '@polyparse/engine/images'

/** A document whose pages can be rendered one by one. */
export type PageSource = {
  readonly metadata: DocumentMetadata
  readonly outline: Outline
  /** About the document as a whole, beside those of its outline. */
  readonly warnings: readonly Warning[]
  readonly pageCount: number
  /** The page of this number, from 1; null when it is damaged. Rejects with an `EngineFailure` when it is too large. */
  page(number: number): Promise<SourcePage | null>
  /** A warning for a page on which nothing was read although the document has text on it; null otherwise. */
  unread(number: number): Warning | null
  close(): void
}

export type SourcePage = {
  /** The width as displayed, in points. */
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  /** Grey, as displayed. */
  readonly raster: Raster
  readonly dpi: number
  /** True if it is a page of a PDF, most of which are of clean print; a picture may be anything. */
  readonly isPdfPage: boolean
  /** Rows of pixels that are damaged, and show what is above them. */
  readonly lostRows?: number
  /** A part of the page in colour, given in pixels of the raster; null when it cannot be rendered. */
  crop(part: PagePart): Raster | null
}

export type PagePart = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export type Recognition = { readonly languages: DocumentLanguages; readonly dpi: number }
