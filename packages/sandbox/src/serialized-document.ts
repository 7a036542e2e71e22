import { deserialize } from 'node:v8'
import { Document } from '@polyparse/document'
import { Compile } from '@polyparse/document/typebox/compile'
import { crashed } from './failures.ts'

/** A document as an engine process serialized it, neither parsed nor trusted yet. */
export type SerializedDocument = { readonly serialized: Uint8Array }

const serializedDocumentValidator = Compile(Document)

/**
 * Reads and checks the document. That takes time and memory in proportion to its size: a large one is not for the main
 * thread.
 *
 * @throws {EngineFailure} `engine_crashed` when the bytes hold no document.
 */
export const openDocument = ({ serialized }: SerializedDocument): Document => {
  const value = deserializeDocumentValue(serialized)
  if (serializedDocumentValidator.Check(value)) return value
  throw crashed(new TypeError('an engine process returned something other than a document'))
}

const deserializeDocumentValue = (serialized: Uint8Array): unknown => {
  try {
    return deserialize(serialized)
  } catch {
    return null
  }
}
