import type { BlobStore } from '../blobs/blob-store.ts'
import { isFilling } from '../jobs/filling.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import { isRemote, type ParseRequest, type ParseSource, type Provider } from '@polyparse/providers/port'
import { withOptions } from '@polyparse/providers/settings'
import type { WorkerParts } from './parts.ts'
import { openStoredSource } from './open-source.ts'
import { pagesReport } from './pages-report.ts'
import { progressReport } from './progress-report.ts'

/** The request to the provider of a run, for a job whose source has been prepared. */
export const parseRequest = (
  parts: WorkerParts,
  { job, run }: { readonly job: StoredJob; readonly run: Run },
  provider: Provider,
): ParseRequest => ({
  source: parseSource(parts.blobs, job, run),
  pages: isFilling(run) ? job.pages : (run.pages ?? job.pages),
  maxPages: maxPagesOf(provider, parts.limits.maxPages),
  options: optionsFor(job, provider),
  outputs: job.outputs,
  includeRaw: job.includeRaw,
  onProgress: progressReport(parts, { runId: run.id, attempt: run.attempt }),
  ...(job.provisionalPages && { onPageRead: pagesReport(parts, { runId: run.id, attempt: run.attempt }) }),
})

const maxPagesOf = (provider: Provider, maxPages: number): number =>
  isRemote(provider) ? Math.min(maxPages, provider.limits.pages ?? maxPages) : maxPages

/** The options of the job over those of the operator. */
export const optionsFor = (job: Pick<StoredJob, 'providerOptions'>, provider: Provider): ParseRequest['options'] =>
  withOptions(provider.defaultOptions ?? {}, job.providerOptions[provider.id] ?? {})

/** `outages`: of the run that reads it. */
export const parseSource = (
  blobs: BlobStore,
  { accountId, source }: StoredJob,
  { outages }: { readonly outages: number },
): ParseSource => {
  const { path, detectedMediaType, filename, size, sha256 } = source
  if (path === null || detectedMediaType === null || sha256 === null) throw new TypeError('a prepared job has a source')
  return {
    owner: accountId,
    mediaType: detectedMediaType,
    filename,
    size: size ?? 0,
    open: () => openStoredSource(blobs, { path, sha256 }, { outages }),
  }
}
