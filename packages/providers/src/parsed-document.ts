import type { Chunking, Document } from '@polyparse/document'
import { openDocument, type SerializedResult } from '@polyparse/sandbox'

/** The reading of a provider: a document, or the serialized one of an engine, to be opened off the main thread. */
type ProviderDocument = Document | (SerializedResult & { readonly chunking?: Chunking })

/** The reading of a provider, and the document from which it was converted, if it was. */
export type ParsedDocument = ProviderDocument & { readonly converted?: ConvertedDocument }

/** The media type of a document before another program has converted it, and the name of that program. */
export type ConvertedDocument = { readonly mediaType: string; readonly by: string }

/** @throws {EngineFailure} `engine_crashed` when an engine has written something else. */
export const documentOf = (parsed: ParsedDocument): Document => {
  const document = openProviderDocument(parsed)
  return parsed.converted === undefined ? document : asConverted(document, parsed.converted)
}

const openProviderDocument = (parsed: ProviderDocument): Document => {
  if (!('serialized' in parsed)) return parsed
  const document = openDocument(parsed)
  return parsed.chunking === undefined ? document : { ...document, chunking: parsed.chunking }
}

/** The document as one of its own type, with a warning. */
const asConverted = (document: Document, { mediaType, by }: ConvertedDocument): Document => {
  const message = `The document was converted by ${by} to ${document.metadata.mimeType} and read as that.`
  return {
    ...document,
    metadata: { ...document.metadata, mimeType: mediaType },
    warnings: [{ code: 'converted', message }, ...document.warnings],
  }
}
