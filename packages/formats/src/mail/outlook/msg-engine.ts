import type { Document } from '@polyparse/document'
import { openCompoundFile } from '../../compound/compound-file.ts'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { outlookMail } from './outlook-mail.ts'

const readMsg = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const { blocks, metadata, warnings } = await outlookMail(openCompoundFile(bytes), request.charset)
  return flowDocument(blocks, { mimeType: request.mediaType, ...metadata }, request, warnings)
}

/** Reads a mail as Outlook stores it (MS-OXMSG) as one page without layout. */
export const msgEngine: Engine = { warmUp: async () => {}, read: readMsg }
