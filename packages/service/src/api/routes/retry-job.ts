import { JobAccepted } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { refusals, retryJob } from '../../jobs/retry.ts'
import { auditedForCaller } from '../audit-actor.ts'
import { callerOf } from '../authenticate.ts'
import { noteJob } from '../observe.ts'
import { acceptedExample } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import { requireCapacity, type Capacity } from '../require-capacity.ts'
import { findOwnJob, JobPath, jobIdOf, noSuchJob, readOwnJob } from './job-path.ts'

export const retryJobOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/jobs/:jobId/retry',
  scopes: ['jobs:write'],
  description: {
    operationId: 'retryJob',
    summary: 'Run a job again',
    description:
      'A job that failed, or whose stored result is damaged or missing, is queued again under the same id, with all its providers: vendors may charge again. The document is fetched again from its URL. An uploaded document was deleted at the end of the job, as were provider options, so such jobs cannot be retried. The same request again changes nothing while the job is unfinished. The retention time of the record still counts from the creation of the job, that of the result from its new end.',
    tags: ['jobs'],
    params: JobPath,
    response: {
      202: success('The job has been queued again, or was before and has not ended yet.', {
        schema: JobAccepted,
        examples: acceptedExample,
        headers: { Location: headerResponse.location },
      }),
      ...problemResponses('unauthorized', 'not_found', 'job_not_retryable'),
    },
  },
}

export const retryJobHandler =
  (parts: ApiParts, capacity: Capacity): RouteHandlerMethod =>
  async (request, reply) => {
    const caller = callerOf(request)
    const { accountId } = caller
    const { resultRetentionSeconds } = parts.settings
    const { id } = await readOwnJob(parts, accountId, jobIdOf(request))
    const { job, started } = await auditedForCaller(parts, request, { action: 'job.retry', target: id }, async () => {
      const outcome = await retryJob(
        { ...parts, resultRetentionSeconds },
        () => findOwnJob(parts, accountId, id),
        () => requireCapacity(parts, capacity, caller),
      )
      if (outcome === null) throw noSuchJob()
      if (outcome.refusal !== null) throw new RequestProblem('job_not_retryable', { detail: refusals[outcome.refusal] })
      return outcome
    })
    if (started) capacity.backlog.add(accountId, 1)
    noteJob(request, job.id)
    return reply
      .code(202)
      .header('location', `/api/v1/jobs/${job.id}`)
      .header('cache-control', 'no-store')
      .send({ id: job.id, status: job.status })
  }
