import type { Document, DocumentMetadata, Warning } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { withLiveLinks } from '../../flow/flow-links.ts'
import { nothingOutside, outsideWarnings, partsOmitted } from '../../flow/outside.ts'
import { createWriter } from '../../flow/writer.ts'
import { createNotes } from '../../flow/notes.ts'
import { linesInText } from '../lightweight/lightweight-lines.ts'
import { readAsciidocBlocks, underlined } from './asciidoc-blocks.ts'
import { addAsciidocInline, type AsciidocContext } from './asciidoc-context.ts'
import { asciidocInline } from './asciidoc-inline.ts'
import { nameInMacro, nameOfTitle } from './intent.ts'

/** AsciiDoc. Its title is above sections of level 1; conditions are not decided, and nothing is included. */
const readAsciidoc = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const lines = linesInText(decodeText(bytes, { charset: request.charset, warnings }).replace(/^\uFEFF/, ''))
  const notes = createNotes()
  const outside = nothingOutside()
  const attributes = new Map<string, string>()
  const inline = { notes, outside, attributes, anchors: anchorsIn(lines) }
  const context: AsciidocContext = { readInline: asciidocInline(inline), outside, attributes, omitted: 0 }
  const writer = createWriter()
  const place = { writer, list: 0, depth: 0 }
  const { title, authors, rest } = readAsciidocHeader(lines, attributes)
  if (title !== '') writer.block({ type: 'title' }, () => addAsciidocInline(place, title, context))
  if (authors.length > 0) writer.push({ type: 'paragraph', text: authors.join(', ') })
  readAsciidocBlocks(rest, place, context)
  writer.push(...notes.blocks())
  if (writer.blocks.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  const known: Partial<DocumentMetadata> = {
    ...(title !== '' && { title: writer.blocks[0]?.text ?? title }),
    ...(authors.length > 0 && { author: authors.join(', ') }),
    ...(attributes.get('keywords') && { keywords: attributes.get('keywords') ?? '' }),
    ...(attributes.get('description') && { subject: attributes.get('description') ?? '' }),
    ...(attributes.get('lang') && { language: attributes.get('lang') ?? '' }),
  }
  warnings.push(...outsideWarnings(outside), ...partsOmitted(context.omitted))
  return flowDocument(withLiveLinks(writer.blocks), { mimeType: request.mediaType, ...known }, request, warnings)
}

type AsciidocHeader = { readonly title: string; readonly authors: readonly string[]; readonly rest: readonly string[] }

/** The title, its authors and revision on the lines below it, and the attributes of the document. */
const readAsciidocHeader = (lines: readonly string[], attributes: Map<string, string>): AsciidocHeader => {
  let at = 0
  const attribute = (): boolean => {
    const [, name, value = ''] = /^:(!?[\w-]{1,100}!?):(?:\s+(.*))?$/.exec(itemAt(lines, at)) ?? []
    if (name !== undefined) attributes.set(name.toLowerCase(), value)
    return name !== undefined
  }
  while (at < lines.length && (lines[at] === '' || /^\/\/(?!\/)/.test(itemAt(lines, at)) || attribute())) at += 1
  const stated = /^[=#]\s+(.*)$/.exec(lines[at] ?? '')?.[1]
  const isUnderlined = stated === undefined && underlined(lines, at) === 0
  if (stated === undefined && !isUnderlined) return { title: '', authors: namesIn(attributes), rest: lines.slice(at) }
  const title = stated ?? itemAt(lines, at)
  at += isUnderlined ? 2 : 1
  const authors = authorsIn(lines[at] ?? '')
  if (authors.length > 0) {
    at += 1
    if (/^(?:v\d|\d[\d.-]*,|\d{4}-\d\d)/.test(lines[at] ?? '')) at += 1
  }
  while (at < lines.length && (/^\/\/(?!\/)/.test(itemAt(lines, at)) || attribute())) at += 1
  return { title, authors: authors.length > 0 ? authors : namesIn(attributes), rest: lines.slice(at) }
}

const namesIn = (attributes: ReadonlyMap<string, string>): string[] => {
  const name = attributes.get('author') ?? attributes.get('authors') ?? ''
  return name === '' ? [] : [name]
}

/** Up to three names and an address each; any other line is none of authors. */
const authorsIn = (line: string): string[] => {
  const names = line
    .split(';')
    .map((author) => /^\s*((?:[\p{L}][\p{L}\p{N}.'_-]{0,60}\s?){1,3}?)\s*(?:<[^<>]{1,200}>)?\s*$/u.exec(author)?.[1])
  return names.every((name) => name !== undefined) ? names.map((name) => name.trim().replaceAll('_', ' ')) : []
}

/** The titles of places that have a name of their own, or have one by their title. */
const anchorsIn = (lines: readonly string[]): ReadonlyMap<string, string> => {
  const anchors = new Map<string, string>()
  for (const [at, line] of lines.entries()) {
    const title = /^={2,6}\s+(.*)$/.exec(line)?.[1]
    if (title === undefined) continue
    anchors.set(nameInMacro(lines[at - 1] ?? '') ?? nameOfTitle(title), title)
    anchors.set(nameOfTitle(title), title)
  }
  return anchors
}

export const asciidocEngine: Engine = { warmUp: async () => {}, read: readAsciidoc }
