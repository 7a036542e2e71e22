import type { Document } from '../../document/model.ts'
import { decodeText } from '../decode-text.ts'
import type { Engine, EngineRequest } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { flowDocument, type FlowBlock } from '../flow.ts'

/** Plain text: paragraphs are what blank lines divide; lines stay as they are. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const text = decodeText(bytes)
    .replaceAll(/\r\n?|\u2028|\u2029|\f/g, '\n')
    .replaceAll('\0', '')
  if (text.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  const blocks = text
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) =>
      paragraph
        .replaceAll(/[^\S\n]+$/gm, '')
        .replace(/^\n+/, '')
        .trimEnd(),
    )
    .filter((paragraph) => paragraph !== '')
    .map((paragraph): FlowBlock => ({ type: 'paragraph', text: paragraph }))
  return flowDocument(blocks, { mimeType: request.mediaType }, request)
}

export const textEngine: Engine = { warmUp: async () => {}, read }
