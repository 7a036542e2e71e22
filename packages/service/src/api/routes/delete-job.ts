import type { RouteHandlerMethod } from 'fastify'
import { eraseJob } from '../../jobs/cancel.ts'
import { auditedForCaller } from '../audit-actor.ts'
import { callerOf } from '../authenticate.ts'
import { problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { JobPath, readOwnJob, jobIdOf, noSuchJob } from './job-path.ts'

export const deleteJobOperation: ApiOperation = {
  method: 'DELETE',
  url: '/api/v1/jobs/:jobId',
  scopes: ['jobs:delete'],
  description: {
    operationId: 'deleteJob',
    summary: 'Erase a job',
    description:
      'A job in any state is erased with its document, result, record and idempotency key. Work under way is stopped.',
    tags: ['jobs'],
    params: JobPath,
    response: {
      204: success('The job has been erased.'),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

export const deleteJobHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { accountId } = callerOf(request)
    const { id } = await readOwnJob(parts, accountId, jobIdOf(request))
    await auditedForCaller(parts, request, { action: 'job.erase', target: id }, async () => {
      if (!(await eraseJob(parts, accountId, id))) throw noSuchJob()
    })
    return reply.code(204).send()
  }
