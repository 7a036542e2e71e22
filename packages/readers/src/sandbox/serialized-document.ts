import { deserialize } from 'node:v8'
import { Document } from '@polyparse/document'
import { Compile } from 'typebox/compile'
import { crashed } from './failures.ts'

/** A document as an engine process has written it: nobody has read it yet, and nothing in it is believed. */
export type SerializedDocument = { readonly serialized: Uint8Array }

const documents = Compile(Document)

/**
 * The document, once it is seen to be one. Takes time and memory in proportion to its size, so call it where nobody
 * waits for the thread.
 * @throws {EngineFailure} `engine_crashed` when the bytes hold no document.
 */
export const openDocument = ({ serialized }: SerializedDocument): Document => {
  const value = valueOf(serialized)
  if (documents.Check(value)) return value
  throw crashed(new TypeError('an engine process gave something else than a document'))
}

const valueOf = (serialized: Uint8Array): unknown => {
  try {
    return deserialize(serialized)
  } catch {
    return null
  }
}
