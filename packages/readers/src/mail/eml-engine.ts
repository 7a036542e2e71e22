import type { Document } from '@polyparse/document'
import { EngineFailure } from '../engine-failure.ts'
import type { Engine, EngineRequest } from '../engine.ts'
import { flowDocument } from '../flow/document.ts'
import { readMail } from './read-mail.ts'

const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const { blocks, metadata } = await readMail(bytes)
  return flowDocument(blocks, { mimeType: request.mediaType, ...metadata }, request)
}

/** Reads a mail (RFC 5322) as one page without layout. */
export const emlEngine: Engine = { warmUp: async () => {}, read }
