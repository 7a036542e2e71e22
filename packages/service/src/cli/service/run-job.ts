import { randomUUID } from 'node:crypto'
import { DocumentError } from '../cli-error.ts'
import type { DocumentSource } from '../documents/document-source.ts'
import { harmless } from '../table.ts'
import { followToEnd, type EndedJob, type JobProgress } from './follow.ts'
import type { JobQuery } from './job-query.ts'
import type { ServiceClient } from './service-client.ts'

/**
 * The result of a new job. Should the call end before the job does, the job is cancelled.
 * @throws {DocumentError} when it fails
 */
export const runJob = async (
  client: ServiceClient,
  source: DocumentSource,
  query: JobQuery,
  progress: JobProgress,
): Promise<Extract<EndedJob, { status: 'complete' }>> => {
  const id = await client.create(source, query, randomUUID())
  let job: EndedJob
  try {
    job = await followToEnd(client, id, progress)
  } catch (error) {
    await client.cancel(id)
    throw error
  }
  if (job.status === 'complete') return job
  throw new DocumentError(harmless(job.error ?? 'The job failed; why is not known.'))
}
