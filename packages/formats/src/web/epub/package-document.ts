import { posix } from 'node:path'
import type { DocumentMetadata } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import { EngineFailure } from '@polyparse/engine'
import { childOf, elementsIn, findFirst, textOfElement, type XmlElement } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'

export type Publication = {
  /** Names of the parts to be read, in order. */
  readonly chapters: readonly string[]
  /** The part with the table of contents: a page of EPUB 3, or the older NCX. */
  readonly navigation: string | null
  readonly ncx: string | null
  readonly metadata: Omit<DocumentMetadata, 'mimeType' | 'documentPageCount'>
}

/** The package document: the chapters in order, and the metadata of the book (EPUB 3.3, 5). */
export const readPublication = (archive: Archive): Publication => {
  const container = archive.read('META-INF/container.xml')
  const path = container === null ? undefined : findFirst(readXml(container), 'ocf:rootfile')?.attributes['full-path']
  const bytes = path === undefined ? null : archive.read(path)
  if (path === undefined || bytes === null)
    throw new EngineFailure('document_damaged', 'The document is damaged: its package document is missing.')
  const root = readXml(bytes)
  const items = elementsIn(childOf(root, 'opf:manifest'), 'opf:item').map(({ attributes }) => ({
    id: attributes['id'] ?? '',
    part: resolvePart(path, attributes['href'] ?? ''),
    mediaType: attributes['media-type'] ?? '',
    properties: (attributes['properties'] ?? '').split(/\s+/),
  }))
  const spine = childOf(root, 'opf:spine')
  const byId = new Map(items.map((item) => [item.id, item.part]))
  return {
    chapters: elementsIn(spine, 'opf:itemref').flatMap(({ attributes }) => byId.get(attributes['idref'] ?? '') ?? []),
    navigation: items.find(({ properties }) => properties.includes('nav'))?.part ?? null,
    ncx:
      byId.get(spine?.attributes['toc'] ?? '') ??
      items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml')?.part ??
      null,
    metadata: metadataOf(childOf(root, 'opf:metadata')),
  }
}

/**
 * The part that an address in another part leads to, without its fragment.
 * @example resolvePart('OEBPS/text/one.xhtml', '../images/map.png') // 'OEBPS/images/map.png'
 */
export const resolvePart = (from: string, address: string): string => {
  const path = address.replace(/[#?].*$/s, '')
  const target = path === '' ? from : posix.resolve('/', posix.dirname(from), decodeEpubPath(path)).slice(1)
  return target
}

const decodeEpubPath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const metadataOf = (metadata: XmlElement | undefined): Publication['metadata'] => {
  const all = (name: string): string =>
    elementsIn(metadata, `dc:${name}`)
      .map((element) => textOfElement(element).replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== '')
      .join(', ')
  const first = (name: string): string =>
    textOfElement(childOf(metadata, `dc:${name}`))
      .replaceAll(/\s+/g, ' ')
      .trim()
  const modified = elementsIn(metadata, 'opf:meta').find(
    ({ attributes }) => attributes['property'] === 'dcterms:modified',
  )
  const entries = {
    title: first('title'),
    author: all('creator'),
    subject: first('description').replaceAll(/<[^>]*>/g, ''),
    keywords: all('subject'),
    language: first('language'),
    createdAt: isoTimeOfEpubDate(first('date')),
    modifiedAt: isoTimeOfEpubDate(textOfElement(modified).trim()),
    producer: first('publisher'),
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''))
}

const isoTimeOfEpubDate = (text: string): string => {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
