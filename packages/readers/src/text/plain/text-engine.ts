import type { Document } from '@polyparse/document'
import { decodeText } from '../../decode-text.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { EngineFailure } from '../../engine-failure.ts'
import { flowDocument } from '../../flow/document.ts'
import { paragraphsOf } from './paragraphs.ts'

/** Plain text: paragraphs are what blank lines divide; lines stay as they are. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const text = decodeText(bytes)
  if (text.replaceAll('\0', '').trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  return flowDocument(paragraphsOf(text), { mimeType: request.mediaType }, request)
}

export const textEngine: Engine = { warmUp: async () => {}, read }
