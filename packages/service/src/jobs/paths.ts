import { randomUUID } from 'node:crypto'

/**
 * The paths of the blobs of jobs. Each contains the job's id, so that the owner of a blob can be looked up; the rest is
 * random, so that no path can be guessed and no two attempts write to the same one.
 */
export const sourcesPrefix = 'sources/'
export const resultsPrefix = 'results/'

/** `retries`: how often the job had been retried when this source was obtained. */
export const newSourcePath = (jobId: string, retries = 0): string =>
  `${sourcesPrefix}${jobId}/${retries === 0 ? '' : `${retries}/`}${randomUUID()}`
export const newResultPath = (jobId: string): string => `${resultsPrefix}${jobId}/${randomUUID()}`

/**
 * The job that a path belongs to, or null if it is not the path of a job.
 * @example jobOfPath('sources/0199f0a2-7c1e-7b60-9d3a-5f2f6c1f0b11/x') // '0199f0a2-7c1e-7b60-9d3a-5f2f6c1f0b11'
 */
export const jobOfPath = (path: string): string | null =>
  /^(?:sources|results)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//.exec(path)?.[1] ?? null

/**
 * Returns how often its job had been retried when the source with this path was obtained.
 * @example retriesOfSource('sources/0199f0a2-7c1e-7b60-9d3a-5f2f6c1f0b11/2/x') // 2
 */
export const retriesOfSource = (path: string): number => {
  const [, , retries, file] = path.split('/')
  return file === undefined ? 0 : Number(retries)
}

/**
 * A lower bound of the ids of jobs that are created at this time or later, and an upper bound of earlier ones: ids are
 * UUID v7.
 * @example firstJobIdOf(Date.UTC(2026, 0, 15)) // '019bbef3-b000'
 */
export const firstJobIdOf = (milliseconds: number): string => {
  const hex = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
