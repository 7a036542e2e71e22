import type { Warning } from '@polyparse/contract'
import type { Job } from '../jobs/job.ts'
import { inSpan, SpanKind } from '../lib/tracing.ts'
import type { PageImages } from '../providers/page-image.ts'
import { parseSource } from './parse-request.ts'
import type { WorkerParts } from './parts.ts'

/** The images of a job's pages, if it asks for them and its source is still there; null if not. Never fails the job. */
export const pageImagesOf = async (parts: WorkerParts, job: Job, signal: AbortSignal): Promise<PageImages | null> => {
  const { path, detectedMediaType } = job.source
  if (!job.pageImages || path === null || detectedMediaType === null) return null
  const passwords = Object.values(job.providerOptions).map(({ password }) => password)
  const password = passwords.find((each) => typeof each === 'string') ?? null
  const request = {
    source: parseSource(parts.blobs, job),
    pages: job.pages,
    maxPages: parts.limits.maxPages,
    password,
  }
  return inSpan('draw pages', { kind: SpanKind.INTERNAL }, () => parts.drawPageImages(request, signal))
}

export const pageImageWarnings = (images: PageImages | null): Warning[] =>
  images?.missing === undefined || images.missing === null
    ? []
    : [{ code: 'page_images_missing', message: `Images of pages were asked for. ${images.missing}` }]
