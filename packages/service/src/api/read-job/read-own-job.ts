import type { Job } from '../../jobs/job.ts'
import { readJob } from '../../jobs/read.ts'
import type { ApiParts } from '../parts.ts'
import { ProblemError } from '../problems.ts'

/** @throws {ProblemError} `not_found`, also for a job of another account: the answers are the same. */
export const readOwnJob = async ({ database }: ApiParts, accountId: string, id: string): Promise<Job> => {
  const job = await readJob(database, accountId, id)
  if (job === null) throw new ProblemError('not_found', { detail: 'There is no job with this id in your account.' })
  return job
}
