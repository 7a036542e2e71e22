import type { Document, Warning } from '@polyparse/document'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { readFrontMatter } from './front-matter.ts'
import { markupUnread, readMarkdown } from './read-markdown.ts'
import { parseMarkdown } from '../../markup/tree.ts'

/** CommonMark with GitHub's additions, and HTML among it. A title comes from front matter or the first heading of level 1. */
const readMarkdownDocument = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const source = decodeText(bytes, { charset: request.charset, warnings }).replaceAll(/\r\n?/g, '\n')
  if (source.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  const { metadata, text } = readFrontMatter(source)
  const { blocks, count } = readMarkdown(text)
  const title = metadata.title ?? blocks.find(({ type, level }) => type === 'heading' && level === 1)?.text
  const known = { mimeType: request.mediaType, ...metadata, ...(title && { title }) }
  return flowDocument(blocks, known, request, [...warnings, ...markupUnread(count)])
}

/** Reads Markdown in any encoding as one page without layout. A document without text is `document_empty`. */
export const markdownEngine: Engine = {
  warmUp: async () => {
    parseMarkdown('# Ready\n\n| a | b |\n| - | - |\n| 1 | 2 |')
  },
  read: readMarkdownDocument,
}
