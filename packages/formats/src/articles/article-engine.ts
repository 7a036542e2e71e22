import type { Document, Warning } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../flow/document.ts'
import { withLiveLinks } from '../flow/flow-links.ts'
import { outsideWarnings } from '../flow/outside.ts'
import { readXml } from '../xml/read-xml.ts'
import { articleBlocks } from './article-blocks.ts'
import { docbook } from './docbook.ts'
import { entitiesOf } from './entities.ts'
import { jats } from './jats.ts'

/** An article or a book in XML: JATS or DocBook. Its title is above sections of level 1. */
const readArticle = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  const vocabulary = request.mediaType === 'application/docbook+xml' ? docbook : jats
  const { values, files } = entitiesOf(bytes)
  const warnings: Warning[] = []
  const root = readXml(bytes, { entities: values, warnings })
  const head = vocabulary.head(root)
  const { blocks, outside } = articleBlocks(root, head, vocabulary)
  if (blocks.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  warnings.push(...outsideWarnings({ images: outside.images, files: [...files, ...outside.files] }))
  return flowDocument(withLiveLinks(blocks), { mimeType: request.mediaType, ...head.metadata }, request, warnings)
}

export const articleEngine: Engine = { warmUp: async () => {}, read: readArticle }
