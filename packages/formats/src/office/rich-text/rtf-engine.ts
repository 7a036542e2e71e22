import type { Document } from '@polyparse/document'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { withoutEndOfFile } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { FlowBlock } from '../../flow/flow.ts'
import { flowDocument } from '../../flow/document.ts'
import { hiddenTextOmitted } from '../omitted.ts'
import { knownMetadata } from '../../known-metadata.ts'
import { readRichText } from './rich-text-reader.ts'

/** RTF: styles, lists, tables, notes, links and pictures. */
const readRtf = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const source = withoutEndOfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  const start = source.slice(0, 1024).indexOf('{\\rtf')
  if (start === -1) throw new EngineFailure('document_damaged', 'The document is damaged: it does not begin as RTF.')
  const { blocks, headers, footers, information, hasHidden, comments, embedded } = readRichText(
    source.slice(start),
    request.includeHidden,
  )
  const running = (type: 'page_header' | 'page_footer', texts: readonly string[]): FlowBlock[] =>
    [...new Set(texts)].map((text) => ({ type, text }))
  const text = (name: string): string => (information.get(name) ?? '').trim()
  const metadata = knownMetadata({
    title: text('title'),
    author: text('author'),
    subject: text('subject'),
    keywords: text('keywords'),
    language: '',
    createdAt: text('creatim'),
    modifiedAt: text('revtim'),
    producer: '',
  })
  const all = [...running('page_header', headers), ...blocks, ...running('page_footer', footers)]
  const warnings = hasHidden ? [hiddenTextOmitted('The document has hidden text', 1)] : []
  return flowDocument(all, { mimeType: request.mediaType, ...metadata }, request, warnings, {
    comments,
    attachments: embedded,
  })
}

export const rtfEngine: Engine = { warmUp: async () => {}, read: readRtf }
