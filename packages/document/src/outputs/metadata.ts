import type { MetadataValue } from './values.ts'
import type { Document } from '../model.ts'

/** Facts about the source that the service has and the document lacks. */
export type SourceFacts = { readonly filename: string | null; readonly sizeBytes: number }

/** The document's metadata with the name and size of its source. */
export const metadata = (document: Document, { filename, sizeBytes }: SourceFacts): MetadataValue => {
  const { documents, ...own } = document.metadata
  return {
    ...own,
    ...(documents !== undefined && { documents: [...documents] }),
    ...(filename !== null && { filename }),
    sizeBytes,
  }
}
