import { newSourcePath } from '../jobs/paths.ts'
import type { Job, Run } from '../jobs/job.ts'
import { jobPrepared, type PreparedSource } from '../jobs/prepared.ts'
import { readRuns } from '../jobs/read.ts'
import { lockJob, runsUnsupported } from '../jobs/transitions.ts'
import type { Provider } from '../providers/provider.ts'
import { fetchSource } from '../sources/fetch-source.ts'
import { detectMediaType } from '../sources/media-type.ts'
import type { WorkerParts } from './parts.ts'

/**
 * Gets the source ready, in the job's first run: a URL is fetched, the bytes tell what they are, providers that cannot
 * read them or lack an output are `unsupported` before any work, and the other runs are sent off.
 *
 * True when the job is prepared, by us or by whoever was first.
 * @throws {SourceFailure} when the source cannot be had.
 */
export const prepareJob = async (parts: WorkerParts, job: Job, run: Run, signal: AbortSignal): Promise<boolean> => {
  if (job.source.detectedMediaType !== null) return true
  const source =
    job.source.path === null ? await fetched(parts, job, signal) : await received(parts, job, job.source.path)
  const fetchedPath = job.source.path === null ? source.path : null
  try {
    const prepared = await recordPrepared(parts, job, run, source)
    if (!prepared && fetchedPath !== null) await parts.blobs.delete(fetchedPath)
    return prepared
  } catch (error) {
    if (fetchedPath !== null) await parts.blobs.delete(fetchedPath)
    throw error
  }
}

const received = async ({ blobs }: WorkerParts, { source }: Job, path: string): Promise<PreparedSource> => {
  const declared = source.mediaType ?? 'application/octet-stream'
  const detectedMediaType = await detectMediaType((range) => blobs.read(path, range), {
    size: source.size ?? 0,
    declared,
    filename: source.filename,
  })
  return { path, size: source.size ?? 0, sha256: source.sha256 ?? '', mediaType: declared, detectedMediaType }
}

const fetched = async ({ blobs, limits }: WorkerParts, job: Job, signal: AbortSignal): Promise<PreparedSource> => {
  const path = newSourcePath(job.id)
  const { mediaType, filename, size, sha256 } = await fetchSource({
    url: job.source.url ?? '',
    blobs,
    path,
    maxBytes: limits.maxSourceBytes,
    policy: limits.addressPolicy,
    signal,
  })
  const detectedMediaType = await detectMediaType((range) => blobs.read(path, range), {
    size,
    declared: mediaType,
    filename,
  })
  return { path, size, sha256, mediaType, detectedMediaType }
}

const recordPrepared = (
  { database, queue, providers, clock }: WorkerParts,
  job: Job,
  run: Run,
  source: PreparedSource,
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return false
    if (!(await jobPrepared(transaction, job.id, source, clock()))) return true
    const runs = await readRuns(transaction, job.id)
    const unsupported = runs
      .map(({ provider }) => provider)
      .filter((id) => !supports(providers.get(id), job, source.detectedMediaType))
    if (unsupported.length > 0) await runsUnsupported(transaction, job.id, unsupported, clock())
    for (const other of runs)
      if (other.id !== run.id && !unsupported.includes(other.provider))
        await queue.enqueue(transaction, { runId: other.id })
    return true
  })

/** A provider that is no longer enabled is left to its run, which says so. */
const supports = (provider: Provider | undefined, job: Job, mediaType: string): boolean =>
  provider === undefined ||
  (provider.mediaTypes.includes(mediaType) &&
    job.outputs.every((output) => provider.capabilities.outputs.includes(output)))
