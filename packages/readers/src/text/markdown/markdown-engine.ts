import type { Document, Metadata } from '@polyparse/document'
import { decodeText } from '../../decode-text.ts'
import { EngineFailure } from '../../engine-failure.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { flowDocument } from '../../flow/document.ts'
import { markupUnread, readMarkdown } from './read-markdown.ts'
import { parseMarkdown } from './tree.ts'

/** CommonMark with GitHub's additions, and HTML among it. A title comes from front matter or the first heading of level 1. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const source = decodeText(bytes).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
  if (source.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  const { metadata, text } = readFrontMatter(source)
  const { blocks, count } = readMarkdown(text)
  const title = metadata.title ?? blocks.find(({ type, level }) => type === 'heading' && level === 1)?.text
  const known = { mimeType: request.mediaType, ...metadata, ...(title && { title }) }
  return flowDocument(blocks, known, request, markupUnread(count))
}

/** Reads Markdown in any encoding as one page without layout. A document without text is `document_empty`. */
export const markdownEngine: Engine = {
  warmUp: async () => {
    parseMarkdown('# Ready\n\n| a | b |\n| - | - |\n| 1 | 2 |')
  },
  read,
}

type Known = Partial<Pick<Metadata, 'title' | 'author' | 'subject' | 'keywords' | 'language'>>

const names: Readonly<Record<string, keyof Known>> = {
  title: 'title',
  author: 'author',
  description: 'subject',
  keywords: 'keywords',
  tags: 'keywords',
  lang: 'language',
  language: 'language',
}

/** The relevant `name: value` lines of YAML front matter, and the text after it. */
const readFrontMatter = (source: string): { readonly metadata: Known; readonly text: string } => {
  const found = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/.exec(source)
  if (found === null) return { metadata: {}, text: source }
  const entries = (found[1] ?? '').split('\n').flatMap((line): [keyof Known, string][] => {
    const [, name = '', raw = ''] = /^([A-Za-z]+):\s+(\S.*)$/.exec(line) ?? []
    const known = names[name.toLowerCase()]
    const value = raw.trim().replace(/^(["'])(.*)\1$/, '$2')
    return known === undefined || value === '' || /^[[{|>&*]/.test(value) ? [] : [[known, value]]
  })
  return { metadata: Object.fromEntries(entries), text: source.slice(found[0].length) }
}
