import { randomUUID } from 'node:crypto'
import { DocumentError } from '../cli-error.ts'
import type { DocumentSource } from '../documents/document-source.ts'
import { replaceControls } from '../table.ts'
import { followToEnd, type EndedJob, type JobProgress } from './follow.ts'
import type { JobQuery } from './job-query.ts'
import type { ServiceClient } from './service-client.ts'

/**
 * Creates a job and resolves to it once it is complete. If the command ends first, the job is cancelled.
 * @throws {DocumentError} when the job fails
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
  throw new DocumentError(replaceControls(job.error ?? 'The job failed for an unknown reason.'))
}
