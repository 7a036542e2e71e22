import type { ContainedDocument, Document } from '@polyparse/document'
import type { Engine, EngineRequest, ReadListener } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { selectPages } from '@polyparse/engine'
import type { DocumentInside } from './documents-in.ts'
import { moved, type MovedParts } from './moved.ts'
import { maxPictureBytes } from './parameters.ts'
import { brokenContainer, hiddenEntries, nothingRead, picturesOmitted, tooManyPages, unreadEntries } from './tell.ts'

/** The engine for the documents of a type; undefined where nothing reads them. */
export type EngineOf = (mediaType: string) => Promise<Engine> | undefined

/** Reads the documents of a container one after the other into one document. */
export type ContainerReading = {
  /** Its own text, if it has any, before everything else. */
  addOwn(mediaType: string, bytes: Uint8Array): Promise<void>
  /** @throws {EngineFailure} when the whole must end: too many pages, or a failure that is not the document's */
  add(found: DocumentInside): Promise<void>
  /** @throws {EngineFailure} when nothing could be read */
  finish(hiddenCount: number): Document
}

export const startReading = (engineOf: EngineOf, request: EngineRequest, listener?: ReadListener): ContainerReading => {
  const parts: MovedParts[] = []
  const documents: ContainedDocument[] = []
  const failures: EngineFailure[] = []
  const raw: unknown[] = []
  let own: Document | null = null
  let pageCount = 0
  let readCount = 0
  let pictureBytes = 0
  let omitsPictures = false
  const wanted = request.pages === null ? null : new Set(request.pages)
  const isWanted = (page: number): boolean => wanted === null || wanted.has(page)

  const take = (document: Document, path: string | null): void => {
    const added = moved(document, { offset: pageCount, path }, isWanted)
    readCount += added.pages.length
    if (readCount > request.maxPages) throw tooManyPages(request.maxPages)
    parts.push(added)
    pictureBytes += added.pictures.reduce((sum, { data }) => sum + data.length, 0)
    pageCount += document.metadata.documentPageCount
  }

  /** The first page is read in any case: without one, the number of pages would stay unknown. */
  const pagesIn = (offset: number): readonly number[] | null =>
    request.pages === null
      ? null
      : [...new Set([1, ...request.pages.filter((page) => page > offset).map((page) => page - offset)])]

  const readOne = async (mediaType: string, bytes: Uint8Array): Promise<Document> => {
    const engine = await engineOf(mediaType)
    if (engine === undefined)
      throw new EngineFailure('document_damaged', `Documents of the type ${mediaType} cannot be read here.`)
    const offset = pageCount
    const pictures = request.pictures && pictureBytes < maxPictureBytes
    omitsPictures ||= request.pictures && !pictures
    const asked = {
      ...request,
      mediaType,
      pictures,
      pages: pagesIn(offset),
      maxPages: request.maxPages - readCount + 1,
      attachments: false,
    }
    const done = readCount
    const shifted: ReadListener = {
      onPage: (page) => {
        if (page !== null) listener?.onPage(page + offset)
      },
      onProgress: (progress) => listener?.onProgress({ done: done + progress.done, total: null }),
    }
    try {
      return await engine.read(bytes, asked, shifted)
    } finally {
      listener?.onPage(null)
    }
  }

  const addFailed = (path: string, mimeType: string, failure: EngineFailure): void => {
    failures.push(failure)
    const error = { code: failure.code, message: failure.message }
    documents.push({ path, mimeType, firstPage: null, lastPage: null, error })
  }

  const add: ContainerReading['add'] = async (found) => {
    const { path, mediaType } = found
    if ('failure' in found) return addFailed(path, mediaType, found.failure)
    try {
      const document = await readOne(mediaType, found.bytes)
      const firstPage = pageCount + 1
      take(document, path)
      if (request.raw) raw.push({ path, raw: document.raw })
      documents.push({ path, mimeType: document.metadata.mimeType, firstPage, lastPage: pageCount })
    } catch (error) {
      const failure = error instanceof EngineFailure ? error : brokenContainer(error)
      if (failure.code === 'too_many_pages') throw tooManyPages(request.maxPages)
      if (failure.transient) throw failure
      addFailed(path, mediaType, failure)
    }
  }

  const finish: ContainerReading['finish'] = (hiddenCount) => {
    if (pageCount === 0) throw nothingRead(failures)
    const selected = selectPages(request, pageCount)
    const all = <Name extends keyof MovedParts>(name: Name): MovedParts[Name][number][] =>
      parts.flatMap((part): MovedParts[Name][number][] => [...part[name]])
    const [fields, comments, attachments] = [all('fields'), all('comments'), all('attachments')]
    return {
      metadata: { mimeType: request.mediaType, ...own?.metadata, documentPageCount: pageCount, documents },
      pages: all('pages'),
      tables: all('tables'),
      pictures: all('pictures'),
      outline: all('outline'),
      ...(fields.length > 0 && { fields }),
      ...(comments.length > 0 && { comments }),
      ...(attachments.length > 0 && { attachments }),
      warnings: [
        ...selected.warnings,
        ...unreadEntries(documents),
        ...hiddenEntries(hiddenCount),
        ...(omitsPictures ? [picturesOmitted()] : []),
        ...all('warnings'),
      ],
      ...(request.raw && { raw: { ...(own !== null && { own: own.raw }), documents: raw } }),
    }
  }

  const addOwn: ContainerReading['addOwn'] = async (mediaType, bytes) => {
    own = await readOne(mediaType, bytes)
    take(own, null)
  }

  return { addOwn, add, finish }
}
