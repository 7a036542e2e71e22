import { type Document, type Warning, warning } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { type Archive, openOfficeArchive } from '../../archive/archive.ts'
import { unsupportedEncryption } from '@polyparse/engine'
import { decodeHtml } from '../html/decode-html.ts'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowPages } from '../../flow/document.ts'
import type { FindPicture, FlowPage } from '../../flow/flow.ts'
import { withoutDeadLinks } from '../../flow/flow-links.ts'
import { createNotes } from '../../flow/notes.ts'
import { selectPages } from '@polyparse/engine'
import { findAll, findFirst } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { htmlTreeBlocks } from '../html/html-blocks.ts'
import { type Addresses, decodedName } from '../html/addresses.ts'
import { embeddedPicture, parseXhtml } from '../html/nodes.ts'
import { readContents } from './contents.ts'
import { readPublication, resolvePart } from './package-document.ts'

/** An EPUB: its chapters in reading order are the pages, its table of contents the outline. */
const readEpub = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const publication = readPublication(archive)
  const { chapters, metadata } = publication
  if (isProtected(archive, chapters)) throw unsupportedEncryption()
  const { numbers, warnings } = selectPages(request, chapters.length)
  const missing: Warning[] = []
  const notes = createNotes()
  let noteCount = 0
  const read = numbers.map((number): FlowPage => {
    const name = itemAt(chapters, number - 1)
    const chapter = archive.read(name)
    if (chapter === null) missing.push(chapterMissing(number))
    const root = parseXhtml(decodeHtml(chapter ?? new Uint8Array(), { warnings: missing }))
    const [first, ...more] = htmlTreeBlocks(root, {
      findPicture: picturesBeside(archive, name),
      notes,
      addresses: addressesIn(name),
    })
    const opening = first === undefined ? [] : [{ ...first, anchors: [name, ...(first.anchors ?? [])] }]
    const own = notes.blocks().slice(noteCount)
    noteCount += own.length
    return { number, blocks: [...opening, ...more, ...own] }
  })
  const pages = withoutDeadLinks(read)
  const contents = readContents(archive, publication)
  const outline = contents.length > 0 ? { outline: contents } : {}
  return flowPages(
    {
      pages,
      pageCount: chapters.length,
      metadata: { mimeType: request.mediaType, ...metadata },
      warnings: [...warnings, ...missing],
      ...outline,
    },
    request,
  )
}

/** Links between chapters lead to places by the names of both. */
const addressesIn = (chapter: string): Addresses => ({
  ofLink: (href) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(href)) return href
    const [, name = ''] = /#(.*)$/s.exec(href) ?? []
    const part = resolvePart(chapter, href)
    return name === '' ? `#${part}` : `#${part}#${decodedName(name)}`
  },
  ofPlace: (id) => `${chapter}#${id}`,
})

const picturesBeside =
  (archive: Archive, chapter: string): FindPicture =>
  (address) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(address.trim())) return embeddedPicture(address)
    const data = archive.read(resolvePart(chapter, address.trim()))
    return data === null ? null : { data }
  }

/** Font obfuscation, which does not encrypt text (EPUB 3.3, 4.3). */
const fontObfuscation = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

/** Tells whether chapters are encrypted (DRM). */
const isProtected = (archive: Archive, chapters: readonly string[]): boolean => {
  const bytes = archive.read('META-INF/encryption.xml')
  if (bytes === null) return false
  return findAll(readXml(bytes), 'enc:EncryptedData').some((data) => {
    const method = findFirst(data, 'enc:EncryptionMethod')?.attributes['Algorithm'] ?? ''
    const part = resolvePart('', findFirst(data, 'enc:CipherReference')?.attributes['URI'] ?? '')
    return !fontObfuscation.has(method) && chapters.includes(part)
  })
}

const chapterMissing = (page: number): Warning =>
  warning('page_damaged', `Page ${page} is missing in the document and could not be read.`, page)

export const epubEngine: Engine = { warmUp: async () => {}, read: readEpub }
