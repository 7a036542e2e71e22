import { Job as JobBody, limits } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { callerOf } from '../authenticate.ts'
import { jobExamples } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { createQueryReader } from '../query.ts'
import { CorrectedQuery, layerOf, sendCorrectedJob } from '../read-job/corrected.ts'
import { sendFinished, sendUnfinished } from '../read-job/answers.ts'
import { awaitEnd } from '../read-job/wait.ts'
import type { ResultReader } from '../result-reading/reader.ts'
import type { Shutdown } from '../shutdown.ts'
import { JobPath, jobIdOf, readOwnJob } from './job-path.ts'

const ReadJobQuery = Type.Object({
  ...CorrectedQuery.properties,
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: limits.waitSeconds,
      default: 0,
      description:
        'Seconds to wait for the end of the job before answering. A job that goes on then says how far its providers are.',
    }),
  ),
})
const readWaitQuery = createQueryReader(ReadJobQuery)

const readJobHeaders = { 'Cache-Control': headerResponse.cacheControl }

export const readJobOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readJob',
    summary: 'Read a job and its result',
    description:
      'Callers poll until the status is `complete` or `failed`; `Retry-After` says how soon to poll again. A failed job is not an HTTP error.',
    tags: ['jobs'],
    params: JobPath,
    querystring: ReadJobQuery,
    headers: Type.Object({
      'If-None-Match': Type.Optional(
        Type.String({ description: 'The `ETag` of the state that the caller already has.' }),
      ),
    }),
    response: {
      200: success('The job.', {
        schema: JobBody,
        examples: jobExamples,
        headers: {
          ...readJobHeaders,
          ETag: headerResponse.etag,
          'Retry-After': headerResponse.retryAfter,
          'Content-Encoding': headerResponse.contentEncoding,
        },
      }),
      304: success('The caller already has this state of the finished job.', {
        headers: { ...readJobHeaders, ETag: headerResponse.etag },
      }),
      ...problemResponses('unauthorized', 'not_found', 'not_correctable', 'result_expired', 'result_damaged'),
    },
  },
}

export const readJobHandler =
  (parts: ApiParts, shutdown: Shutdown, reader: ResultReader): RouteHandlerMethod =>
  async (request, reply) => {
    const { wait = 0, corrected } = readWaitQuery(request.query)
    const read = () => readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    let job = await read()
    if (job.completedAt === null && wait > 0)
      job = await awaitEnd(parts, job, read, { milliseconds: wait * 1000, response: reply.raw, stop: shutdown.begun })
    if (job.completedAt === null) return sendUnfinished(parts, reply, job, wait > 0)
    const layer = corrected === 'true' ? await layerOf(parts, job) : null
    if (layer === null) return sendFinished(parts, request, reply, job, read)
    return sendCorrectedJob({ parts, reader, request, reply, read }, job, layer)
  }
