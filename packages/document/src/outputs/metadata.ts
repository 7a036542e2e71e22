import type { MetadataValue } from './values.ts'
import type { Document } from '../model.ts'

/** What is known of the file that a document was read from, which the document itself cannot say. */
export type SourceFacts = { readonly filename: string | null; readonly sizeBytes: number }

/** What the document says of itself, with the name and size of its source. */
export const metadata = (document: Document, { filename, sizeBytes }: SourceFacts): MetadataValue => ({
  ...document.metadata,
  ...(filename !== null && { filename }),
  sizeBytes,
})
