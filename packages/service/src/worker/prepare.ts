import { detectMediaType } from '@polyparse/readers/media-type'
import type { Transaction } from '../db/database.ts'
import type { Job, Run } from '../jobs/job.ts'
import { newSourcePath } from '../jobs/paths.ts'
import { jobPrepared, type PreparedSource } from '../jobs/prepared.ts'
import { readRuns } from '../jobs/read.ts'
import { runsUnsupported } from '../jobs/transitions.ts'
import { costOfRun, takeTurns } from '../jobs/turns.ts'
import { fetchSource } from '../sources/fetch-source.ts'
import { fallBack, supports } from './fallback.ts'
import type { WorkerParts } from './parts.ts'

/**
 * Makes the source available and detects its type: an upload is stored already, a URL is fetched.
 * @throws {SourceFailure} when the source is unavailable.
 */
export const obtainSource = async (
  { blobs, limits, hosts }: WorkerParts,
  job: Job,
  signal: AbortSignal,
): Promise<PreparedSource> => {
  const detect = (path: string, about: { size: number; declared: string; filename: string | null }) =>
    detectMediaType((range) => blobs.read(path, range), about)

  const { url, path: uploaded, filename, mediaType, size, sha256 } = job.source
  if (url === null) {
    if (uploaded === null || size === null || sha256 === null) throw new TypeError('an upload has bytes')
    const declared = mediaType ?? 'application/octet-stream'
    const detectedMediaType = await detect(uploaded, { size, declared, filename })
    return { path: uploaded, size, sha256, mediaType: declared, detectedMediaType }
  }

  const path = newSourcePath(job.id)
  const { maxSourceBytes: maxBytes, addressPolicy: policy } = limits
  const fetched = await hosts.run(
    new URL(url).host,
    () => fetchSource({ url, blobs, path, maxBytes, policy, signal }),
    signal,
  )
  try {
    const about = { size: fetched.size, declared: fetched.mediaType, filename: fetched.filename }
    return { ...fetched, path, detectedMediaType: await detect(path, about) }
  } catch (error) {
    await blobs.delete(path)
    throw error
  }
}

/** What has become of a source: it was there before, or this run can read it, or its provider cannot. */
export type Settled = 'overtaken' | 'readable' | 'unsupported'

/**
 * Records the source for all runs of the job: providers that cannot read it or lack an output are `unsupported` before
 * any work, and the other runs, which have waited for it, are enqueued.
 */
export const settleSource = async (
  parts: WorkerParts,
  transaction: Transaction,
  job: Job,
  run: Run,
  source: PreparedSource,
): Promise<Settled> => {
  const { queue, providers, clock } = parts
  if (!(await jobPrepared(transaction, job.id, source, clock()))) return 'overtaken'
  const runs = job.operation === 'parse' ? [run] : await readRuns(transaction, job.id)
  const unsupported = runs
    .map(({ provider }) => provider)
    .filter((id) => !supports(providers.get(id), job, source.detectedMediaType))
  if (unsupported.length > 0) await runsUnsupported(transaction, job.id, unsupported, clock())
  if (job.operation === 'parse' && unsupported.length > 0)
    await fallBack(parts, transaction, { ...job, source: { ...job.source, ...source } })
  const others = runs.filter(({ id, provider }) => id !== run.id && !unsupported.includes(provider)).map(({ id }) => id)
  const cost = costOfRun(job.operation, source.size)
  for (const { runId, turn } of others.length > 0 ? await takeTurns(transaction, others, cost) : [])
    await queue.enqueue(transaction, { runId }, { turn })
  return unsupported.includes(run.provider) ? 'unsupported' : 'readable'
}
