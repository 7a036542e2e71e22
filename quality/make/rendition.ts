import type { DocumentEntry } from '../documents.ts'
import type { Source } from './source.ts'

/** A document to be made: a source in one producer's style. */
export type Rendition = DocumentEntry & {
  /** The name of a text in `sources/`. */
  readonly source: string
  readonly style: string
  /** True if the producer marks which text is a heading, which a cell, and so on. */
  readonly isTagged: boolean
  /** True if headings have numbers. */
  readonly isNumbered: boolean
}

/** What happens to a page between printer and scanner. */
export type Treatment = 'clean' | 'noisy' | 'skewed' | 'faded'

/** A scan to be made of the pages of another document. */
export type ScanEntry = DocumentEntry & { readonly of: string; readonly treatment: Treatment }

/** Makes the PDFs of all given renditions, `<id>.pdf` in the folder, which has no other files of that name. */
export type Make = (renditions: readonly (Rendition & { readonly content: Source })[], folder: string) => Promise<void>
