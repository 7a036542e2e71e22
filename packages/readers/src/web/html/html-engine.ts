import type { Document } from '@polyparse/document'
import { decodeText } from '../../decode-text.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { EngineFailure } from '../../engine-failure.ts'
import { flowDocument } from '../../flow/document.ts'
import { blocksOf } from './blocks.ts'
import { embeddedPicture } from './embedded-picture.ts'
import { headOf } from './head.ts'
import { parseHtml, parseXhtml } from './parse-html.ts'

/** HTML as a browser without scripts and styles would show it: what is hidden or not text is dropped. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const source = decodeText(bytes, declaredEncoding(bytes))
  if (source.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  const root = request.mediaType === 'application/xhtml+xml' ? parseXhtml(source) : parseHtml(source)
  return flowDocument(blocksOf(root, embeddedPicture), { mimeType: request.mediaType, ...headOf(root) }, request)
}

/** What a `meta` element near the start says, as the HTML standard has it looked for. */
const declaredEncoding = (bytes: Uint8Array): string | null =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(
    Buffer.from(bytes.subarray(0, 1024)).toString('latin1'),
  )?.[1] ?? null

export const htmlEngine: Engine = {
  warmUp: async () => {
    parseHtml('<!doctype html><title>Ready</title><table><tr><td>1')
  },
  read,
}
