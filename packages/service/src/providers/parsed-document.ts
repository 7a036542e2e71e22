import type { Chunking, Document } from '@polyparse/document'
import { openDocument, type SerializedDocument } from '@polyparse/readers/sandbox'

/** What a provider has read: a document, or the serialized one of an engine, to be opened off the main thread. */
export type ParsedDocument = Document | (SerializedDocument & { readonly chunking?: Chunking })

/** @throws {EngineFailure} `engine_crashed` when an engine has written something else. */
export const documentOf = (parsed: ParsedDocument): Document => {
  if (!('serialized' in parsed)) return parsed
  const document = openDocument(parsed)
  return parsed.chunking === undefined ? document : { ...document, chunking: parsed.chunking }
}
