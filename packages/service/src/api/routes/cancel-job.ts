import { EndedJob } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { cancelJob } from '../../jobs/cancel.ts'
import { auditedForCaller } from '../audit-actor.ts'
import { callerOf, checkScope } from '../authenticate.ts'
import { cancelledExample } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { sendFinished } from '../read-job/answers.ts'
import { JobPath, jobIdOf, readOwnJob } from './job-path.ts'

export const cancelJobOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/jobs/:jobId/cancel',
  scopes: ['jobs:write'],
  description: {
    operationId: 'cancelJob',
    summary: 'Cancel a job',
    description:
      'An unfinished job ends as `failed`, with the error code `cancelled`; it stays readable as long as any other. A job that has ended is answered as it is, and loses nothing, so the request can be repeated. The answer to a complete job has its result, so it needs the scope `jobs:read` as well.',
    tags: ['jobs'],
    params: JobPath,
    response: {
      200: success('The job, which has ended.', {
        schema: EndedJob,
        examples: cancelledExample,
        headers: { 'Cache-Control': headerResponse.cacheControl, ETag: headerResponse.etag },
      }),
      ...problemResponses('unauthorized', 'not_found', 'result_expired', 'result_damaged'),
    },
  },
}

export const cancelJobHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const read = () => readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const { id } = await read()
    await auditedForCaller(parts, request, { action: 'job.cancel', target: id }, () => cancelJob(parts, id))
    const job = await read()
    // The answer has the result then.
    if (job.status === 'complete') checkScope(request, 'jobs:read')
    return sendFinished(parts, request, reply, job, read)
  }
