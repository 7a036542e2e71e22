import { randomUUID } from 'node:crypto'

/**
 * Where the blobs of jobs lie. The job's id is in every path, so that the owner of a blob can be looked up; the rest is
 * random, so that nothing can be guessed and no two tries write to the same place.
 */
export const sourcesPrefix = 'sources/'
export const resultsPrefix = 'results/'

export const newSourcePath = (jobId: string): string => `${sourcesPrefix}${jobId}/${randomUUID()}`
export const newResultPath = (jobId: string): string => `${resultsPrefix}${jobId}/${randomUUID()}`

/** The job a path belongs to, or null when it is none of ours. */
export const jobOfPath = (path: string): string | null =>
  /^(?:sources|results)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//.exec(path)?.[1] ?? null

/** Not after the id of any job that is made at this time or later, nor before one that was made earlier: ids are UUID v7. */
export const firstJobIdOf = (milliseconds: number): string => {
  const hex = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
