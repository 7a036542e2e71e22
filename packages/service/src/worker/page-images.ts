import type { Readable } from 'node:stream'
import type { Warning } from '@polyparse/contract'
import { isStorageOutage } from '../blobs/availability.ts'
import type { StoredJob } from '../jobs/job.ts'
import { inSpan, SpanKind } from '../lib/tracing.ts'
import { beginPageImages, pageImagesStored } from '../jobs/page-images.ts'
import type { PageImages, ParseSource } from '@polyparse/providers/port'
import { maxOutagesOfMismatch } from './open-source.ts'
import { parseSource } from './parse-request.ts'
import type { WorkerParts } from './parts.ts'
import { compress } from './rendering/compress.ts'
import { pageImageFiles, type ListedPageImage } from './rendering/page-images.ts'

/** The images of pages that are stored, without their files, and why others are missing; null if none is. */
export type KeptPageImages = {
  readonly images: readonly ListedPageImage[]
  readonly missing: string | null
}

/**
 * Draws and stores the images of a job's pages, if it asks for them and its source is still there; null if not, or if the job
 * has ended meanwhile. Never fails the job.
 * @throws {StorageUnavailableError} when the source could not be read to its end or the images could not be stored, which passes.
 */
export const pageImagesOf = async (
  parts: WorkerParts,
  job: StoredJob,
  signal: AbortSignal,
): Promise<KeptPageImages | null> => {
  const { path, detectedMediaType } = job.source
  if (!job.pageImages || path === null || detectedMediaType === null) return null
  const passwords = Object.values(job.providerOptions).map(({ password }) => password)
  const password = passwords.find((each) => typeof each === 'string') ?? null
  const { source, outage } = observeSourceOutage(parseSource(parts.blobs, job, { outages: maxOutagesOfMismatch }))
  const request = { source, pages: job.pages, maxPages: parts.limits.maxPages, password }
  const images = await inSpan('draw pages', { kind: SpanKind.INTERNAL }, () => parts.drawPageImages(request, signal))
  // A page that cannot be drawn is missing, for whatever reason; one whose source cannot be read now is not missing for
  // good.
  if (images.missing !== null && outage() !== null) throw outage()
  return images.images.length === 0 ? images : storePageImages(parts, job, images, signal)
}

const storePageImages = async (
  { database, blobs }: WorkerParts,
  job: StoredJob,
  drawn: PageImages,
  signal: AbortSignal,
): Promise<KeptPageImages | null> => {
  const path = await beginPageImages(database, job.id)
  if (path === null) return null
  const { size } = await blobs.write(path, compress(pageImageFiles(drawn)), signal)
  // Otherwise a later attempt draws them too, and stores its own.
  if (!(await pageImagesStored(database, path, size))) await blobs.delete(path)
  const images = drawn.images.map(({ page, width, height, mimeType }) => ({ page, width, height, mimeType }))
  return { images, missing: drawn.missing }
}

/** The same source; `outage` is the error of the storage with which reading it has ended. */
const observeSourceOutage = (source: ParseSource): { readonly source: ParseSource; readonly outage: () => unknown } => {
  let outage: unknown = null
  const note = (error: unknown): void => {
    if (isStorageOutage(error)) outage = error
  }
  const open = async (): Promise<Readable> => {
    try {
      return (await source.open()).once('error', note)
    } catch (error) {
      note(error)
      throw error
    }
  }
  return { source: { ...source, open }, outage: () => outage }
}

export const pageImageWarnings = (images: KeptPageImages | null): Warning[] =>
  images?.missing === undefined || images.missing === null
    ? []
    : [{ code: 'page_images_missing', message: `Images of pages were asked for. ${images.missing}` }]
