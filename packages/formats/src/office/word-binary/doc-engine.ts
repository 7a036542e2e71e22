import type { Document } from '@polyparse/document'
import { isMarkupFile } from '../office-text.ts'
import { readWordXml } from '../wordprocessing/docx-engine.ts'
import { openCompoundFile } from '../../compound/compound-file.ts'
import { embeddedObjects } from '../embedded-objects.ts'
import { summaryOfFile } from '../../compound/summary.ts'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { hiddenTextOmitted, unreadComments, unreadParts } from '../omitted.ts'
import { readWord, type WordDocument } from './word-binary-reader.ts'
import { damagedWord, openStreams, type Streams } from './streams.ts'

/** Documents of Word 97 to 2003 (DOC): styles, lists, tables, notes, links and pictures. */
const readDoc = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  if (isMarkupFile(bytes)) return readWordXml(bytes, request)
  const root = openCompoundFile(bytes)
  const { blocks, headers, footers, hasHidden, comments, unread } = readUndamagedDoc(() =>
    openStreams(root, request.password),
  )
  const running = (type: 'page_header' | 'page_footer', texts: readonly string[]): FlowBlock[] =>
    [...new Set(texts)].map((text) => ({ type, text }))
  const all = [...running('page_header', headers), ...blocks, ...running('page_footer', footers)]
  const warnings = [
    ...(hasHidden ? [hiddenTextOmitted('The document has hidden text', 1)] : []),
    ...unreadComments(comments),
    ...unreadParts(unread),
  ]
  const metadata = { mimeType: request.mediaType, ...summaryOfFile(root) }
  return flowDocument(all, metadata, request, warnings, { attachments: embeddedObjects(root) })
}

/** Structures that point behind their end are found when they are read there. */
const readUndamagedDoc = (open: () => Streams): WordDocument => {
  try {
    return readWord(open())
  } catch (error) {
    if (error instanceof RangeError) throw damagedWord(error)
    throw error
  }
}

export const docEngine: Engine = { warmUp: async () => {}, read: readDoc }
