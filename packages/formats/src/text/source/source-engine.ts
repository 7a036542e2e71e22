import type { Document, Warning } from '@polyparse/document'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { decodeHtml } from '../../web/html/decode-html.ts'

/** Data in text, such as JSON, YAML and XML, as it is: one block of code. */
const readSourceText = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const decode = request.mediaType.endsWith('xml') ? decodeHtml : decodeText
  const text = decode(bytes, { charset: request.charset, warnings })
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  if (text === '') throw new EngineFailure('document_empty', 'The document has no text.')
  return flowDocument([{ type: 'code', text }], { mimeType: request.mediaType }, request, warnings)
}

export const sourceEngine: Engine = { warmUp: async () => {}, read: readSourceText }
