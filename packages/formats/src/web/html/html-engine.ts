import type { Document, DocumentMetadata, Warning } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { createNotes } from '../../flow/notes.ts'
import { htmlTreeBlocks } from './html-blocks.ts'
import { decodeHtml } from './decode-html.ts'
import {
  attribute,
  descendants,
  type HtmlElement,
  embeddedPicture,
  type Parent,
  parseHtml,
  parseXhtml,
  rawText,
} from './nodes.ts'

/** HTML as a browser without scripts and styles would show it: hidden elements and those without text are dropped. */
const readHtmlDocument = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const source = decodeHtml(bytes, { charset: request.charset, warnings })
  if (source.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  const root = request.mediaType === 'application/xhtml+xml' ? parseXhtml(source) : parseHtml(source)
  const notes = createNotes()
  const blocks = htmlTreeBlocks(root, { findPicture: embeddedPicture, notes })
  const metadata = { mimeType: request.mediaType, ...metadataOfHtmlHead(root) }
  return flowDocument([...blocks, ...notes.blocks()], metadata, request, warnings)
}

export const htmlEngine: Engine = {
  warmUp: async () => {
    parseHtml('<!doctype html><title>Ready</title><table><tr><td>1')
  },
  read: readHtmlDocument,
}

type HtmlMetadata = Partial<Pick<DocumentMetadata, 'title' | 'author' | 'subject' | 'keywords' | 'language'>>

/** The metadata in the head. */
const metadataOfHtmlHead = (root: Parent): HtmlMetadata => {
  const found: Record<string, string> = {}
  const add = (name: string, value: string | null): void => {
    const text = (value ?? '').replaceAll(/\s+/g, ' ').trim()
    if (text !== '' && found[name] === undefined) found[name] = text
  }
  for (const element of descendants(root)) {
    if (element.tagName === 'body') break
    if (element.tagName === 'html') add('language', attribute(element, 'lang'))
    if (element.tagName === 'title') add('title', rawText(element))
    if (element.tagName === 'meta') addMeta(element, add)
  }
  return found
}

const htmlMetaNames = new Map([
  ['author', 'author'],
  ['description', 'subject'],
  ['keywords', 'keywords'],
])

const addMeta = (element: HtmlElement, add: (name: string, value: string | null) => void): void => {
  const name = htmlMetaNames.get((attribute(element, 'name') ?? '').toLowerCase())
  if (name !== undefined) add(name, attribute(element, 'content'))
}
