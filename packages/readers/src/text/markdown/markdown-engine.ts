import type { Document } from '@polyparse/document'
import { decodeText } from '../../decode-text.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { EngineFailure } from '../../engine-failure.ts'
import { flowDocument } from '../../flow/document.ts'
import { readFrontMatter } from './front-matter.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { blocksOf } from './tree.ts'

/** CommonMark with GitHub's additions. A title comes from front matter or the first heading of level 1. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const source = decodeText(bytes).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
  if (source.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  const { metadata, text } = readFrontMatter(source)
  const blocks = blocksOf(parseMarkdown(text))
  const title = metadata.title ?? blocks.find(({ type, level }) => type === 'heading' && level === 1)?.text
  return flowDocument(blocks, { mimeType: request.mediaType, ...metadata, ...(title && { title }) }, request)
}

export const markdownEngine: Engine = {
  warmUp: async () => {
    parseMarkdown('# Ready\n\n| a | b |\n| - | - |\n| 1 | 2 |')
  },
  read,
}
