import type { Document } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowPages } from '../flow/document.ts'
import { selectPages } from '@polyparse/engine'
import { readMail } from './read-mail.ts'

const readEml = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const { warnings: missing } = selectPages(request, 1)
  const { blocks, metadata, attachments, warnings } = await readMail(bytes, request.charset)
  return flowPages(
    {
      pages: [{ number: 1, blocks }],
      pageCount: 1,
      metadata: { mimeType: request.mediaType, ...metadata },
      warnings: [...missing, ...warnings],
      ...(attachments.length > 0 && { attachments }),
    },
    request,
  )
}

/** Reads a mail (RFC 5322) as one page without layout. */
export const emlEngine: Engine = { warmUp: async () => {}, read: readEml }
