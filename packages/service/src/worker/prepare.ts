import { detectMediaType } from '@polyparse/readers/media-type'
import type { Transaction } from '../db/database.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import { newSourcePath } from '../jobs/paths.ts'
import { jobPrepared, type PreparedSource } from '../jobs/prepared.ts'
import { readRuns } from '../jobs/read.ts'
import { runsUnsupported } from '../jobs/transitions.ts'
import { fetchSource } from '../sources/fetch-source.ts'
import { fallBack } from './fallback.ts'
import { openPartOfSource } from './open-source.ts'
import type { WorkerParts } from './parts.ts'
import { supports } from './supports.ts'

/** An uploaded source, which is stored already, with its type detected. */
export const prepareUpload = async (parts: WorkerParts, { source }: StoredJob): Promise<PreparedSource> => {
  const { path, filename, mediaType, size, sha256 } = source
  if (path === null || size === null || sha256 === null) throw new TypeError('an upload has bytes')
  const declared = mediaType ?? 'application/octet-stream'
  return {
    path,
    filename,
    size,
    sha256,
    mediaType: declared,
    detectedMediaType: await detect(parts, path, { size, declared, filename }),
  }
}

/**
 * A source at a URL, fetched and with its type detected; if that fails, nothing of it stays.
 * @throws {SourceFailure} when the source is unavailable.
 */
export const prepareUrl = async (
  parts: WorkerParts,
  job: StoredJob,
  url: string,
  signal: AbortSignal,
): Promise<PreparedSource> => {
  const { blobs, hosts, limits } = parts
  const { maxSourceBytes: maxBytes, addressPolicy: policy } = limits
  const path = newSourcePath(job.id, job.retries)
  const fetching = () => fetchSource({ url, blobs, path, maxBytes, policy, signal })
  const { size, filename, mediaType, sha256 } = await hosts.run(new URL(url).host, fetching, signal)
  try {
    const detectedMediaType = await detect(parts, path, { size, declared: mediaType, filename })
    return { path, filename, size, sha256, mediaType, detectedMediaType }
  } catch (error) {
    await blobs.delete(path)
    throw error
  }
}

const detect = (
  { blobs }: WorkerParts,
  path: string,
  about: { readonly size: number; readonly declared: string; readonly filename: string | null },
): Promise<string> => detectMediaType((range) => openPartOfSource(blobs, path, range), about)

/** The state of a source: it was there before, or this run can read it, or its provider cannot. */
export type Settled = 'overtaken' | 'readable' | 'unsupported'

/**
 * Records the source for all runs of the job: providers that cannot read it or lack an output are `unsupported` before
 * any work, and the other runs, which have waited for it, are enqueued.
 */
export const settleSource = async (
  parts: WorkerParts,
  transaction: Transaction,
  job: StoredJob,
  run: Run,
  source: PreparedSource,
): Promise<Settled> => {
  const { queue, providers, clock } = parts
  if (!(await jobPrepared(transaction, job, source, clock()))) return 'overtaken'
  const runs = job.operation === 'parse' ? [run] : await readRuns(transaction, job.id)
  const unsupported = runs
    .map(({ provider }) => provider)
    .filter((id) => !supports(providers.get(id), job, source.detectedMediaType))
  if (unsupported.length > 0) await runsUnsupported(transaction, job.id, unsupported, clock())
  if (job.operation === 'parse' && unsupported.length > 0)
    await fallBack(parts, transaction, { ...job, source: { ...job.source, ...source } })
  const others = runs.filter(({ id, provider }) => id !== run.id && !unsupported.includes(provider)).map(({ id }) => id)
  for (const runId of others) await queue.enqueue(transaction, { runId })
  return unsupported.includes(run.provider) ? 'unsupported' : 'readable'
}
