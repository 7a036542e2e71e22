import { type Document, type Warning, warning } from '@polyparse/document'
import { type Archive, openOfficeArchive } from '../../archive/archive.ts'
import { unsupportedEncryption } from '../../encryption/failures.ts'
import { decodeHtml } from '../html/decode-html.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { flowPages } from '../../flow/document.ts'
import { type FindPicture, type FlowBlock, type FlowPage, flowText } from '../../flow/flow.ts'
import { selectPages } from '../../select-pages.ts'
import { findAll, findFirst } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { blocksOf } from '../html/blocks.ts'
import { embeddedPicture, parseXhtml } from '../html/nodes.ts'
import { readContents } from './contents.ts'
import { readPublication, resolvePart } from './package-document.ts'

/** An EPUB: its chapters in reading order are the pages, its table of contents the outline. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const publication = readPublication(archive)
  const { chapters, metadata } = publication
  if (isProtected(archive, chapters)) throw unsupportedEncryption()
  const { numbers, warnings } = selectPages(request, chapters.length)
  const missing: Warning[] = []
  const pages = numbers.map((number): FlowPage => {
    const name = chapters[number - 1] ?? ''
    const chapter = archive.read(name)
    if (chapter === null) missing.push(chapterMissing(number))
    const root = parseXhtml(decodeHtml(chapter ?? new Uint8Array()))
    return { number, blocks: blocksOf(root, picturesBeside(archive, name)).map(withoutInnerLinks) }
  })
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

/** Links between chapters are dropped: they lead nowhere outside the book. */
const withoutInnerLinks = ({ runs, ...block }: FlowBlock): FlowBlock => {
  if (runs === undefined) return block
  const kept = runs.map(({ href, ...run }) =>
    href !== undefined && /^[a-z][a-z\d+.-]*:/i.test(href) ? { ...run, href } : run,
  )
  return { ...block, ...flowText(kept) }
}

const picturesBeside =
  (archive: Archive, chapter: string): FindPicture =>
  (address) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(address.trim())) return embeddedPicture(address)
    const data = archive.read(resolvePart(chapter, address.trim()))
    return data === null ? null : { data }
  }

/** Font obfuscation, which does not encrypt text (EPUB 3.3, 4.3). */
const fontObfuscation = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

/** Whether chapters are encrypted (DRM). */
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

export const epubEngine: Engine = { warmUp: async () => {}, read }
