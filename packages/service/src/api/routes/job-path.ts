import type { FastifyRequest } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { exampleId } from '../openapi/examples.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { readJob } from '../../jobs/read.ts'
import { recordExpired } from '../../jobs/record-retention.ts'
import { keptSince } from '../kept-since.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'

/** Describes the path only: an id that is not a UUID is simply not found. */
export const JobPath = Type.Object({
  jobId: Type.String({
    format: 'uuid',
    description: 'The id of the job, as returned by its creation.',
    examples: [exampleId],
  }),
})

export const jobIdOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params !== null && 'jobId' in params ? String(params.jobId) : ''

/** @throws {ProblemError} `not_found`, also for a job of another account: the answers are the same. */
export const readOwnJob = async (parts: ApiParts, accountId: string, id: string): Promise<StoredJob> => {
  const job = await findOwnJob(parts, accountId, id)
  if (job === null) throw noSuchJob()
  return job
}

/** The same, or null. A record whose retention is over is gone, even if it has not been deleted yet. */
export const findOwnJob = async (parts: ApiParts, accountId: string, id: string): Promise<StoredJob | null> => {
  const job = await readJob(parts.database, accountId, id)
  return job === null || (await recordExpired(parts.database, job, keptSince(parts))) ? null : job
}

/** The same for a job of another account, so that no answer tells whether it exists. */
export const noSuchJob = (): RequestProblem =>
  new RequestProblem('not_found', { detail: 'There is no job with this id in your account.' })
