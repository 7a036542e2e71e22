import type { RouteHandlerMethod } from 'fastify'
import { deleteJob } from '../../jobs/cancel.ts'
import { callerOf } from '../authenticate.ts'
import { problemResponses, success } from '../openapi/responses.ts'
import type { Operation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { JobPath, jobIdOf, noSuchJob } from './job-path.ts'

export const deleteJobOperation: Operation = {
  method: 'DELETE',
  url: '/api/v1/jobs/:jobId',
  key: true,
  description: {
    operationId: 'deleteJob',
    summary: 'Cancel or erase a job',
    description:
      'An unfinished job is cancelled: it ends as `failed` and stays readable. A finished one is erased with its result, its record and its idempotency key.',
    tags: ['jobs'],
    params: JobPath,
    response: {
      204: success('The job has been cancelled or erased.'),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

export const deleteJobHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const outcome = await deleteJob(parts, callerOf(request).accountId, jobIdOf(request))
    if (outcome === 'not_found') throw noSuchJob()
    return reply.code(204).send()
  }
