import { Batch as BatchBody, BatchAccepted, CreateBatchBody, limits } from '@polyparse/contract'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { type StoredBatch, jobsOfBatch, readBatch } from '../../jobs/batches.ts'
import { callerOf } from '../authenticate.ts'
import { acceptBatch } from '../create-batch/accept.ts'
import { admitBody } from '../create-batch/admit-body.ts'
import { readBatchSubmission } from '../create-batch/submission.ts'
import type { Intake } from '../create-job/accept.ts'
import { keptSince } from '../kept-since.ts'
import { batchAcceptedExample, batchExample, createBatchExample, exampleId } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import type { Shutdown } from '../shutdown.ts'
import { standardTimeouts } from '../timeouts.ts'

const Location = Type.String({
  format: 'uri-reference',
  description: 'The path of the batch.',
  examples: [`/api/v1/batches/${exampleId}`],
})
const batchAcceptedAnswer = { schema: BatchAccepted, examples: batchAcceptedExample, headers: { Location } }

export const createBatchOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/batches',
  scopes: ['jobs:write'],
  description: {
    operationId: 'createBatch',
    summary: 'Create a batch of jobs',
    description: `Creates up to ${limits.batchJobs} jobs at once, all of them or none. Each is a job like any other, with the idempotency key of the batch, a slash and its number from 1, as in \`invoices-2026-01/17\`. \`GET /api/v1/jobs?batch=<id>\` lists them.`,
    tags: ['batches'],
    headers: Type.Object({
      'Idempotency-Key': Type.String({
        minLength: limits.batchKeyLength.minimum,
        maxLength: limits.batchKeyLength.maximum,
        description: 'Chosen by the caller, one per batch, as for a job.',
        examples: ['invoices-2026-01'],
      }),
    }),
    body: {
      content: { 'application/json': { schema: { ...CreateBatchBody, 'x-examples': createBatchExample } } },
    },
    response: {
      200: success('The batch that was created before with the same idempotency key and request.', batchAcceptedAnswer),
      202: success('A new batch has been created.', batchAcceptedAnswer),
      ...problemResponses('unauthorized', 'idempotency_conflict', 'payload_too_large'),
    },
  },
}

export const createBatchHandler =
  (parts: ApiParts, shutdown: Shutdown, intake: Intake): RouteHandlerMethod =>
  async (request, reply) => {
    const { uploadIdleMs } = parts.timeouts ?? standardTimeouts
    const read = () => readBatchSubmission(request, reply, shutdown, uploadIdleMs)
    const submission = await admitBody(parts, intake, request, read)
    const { created, batch } = await acceptBatch(parts, intake.capacity, callerOf(request), submission)
    const body: BatchAccepted = {
      ...bodyOfBatch(batch),
      jobs: await jobsOfBatch(parts.database, batch.id, keptSince(parts)),
    }
    return reply
      .code(created ? 202 : 200)
      .header('location', `/api/v1/batches/${batch.id}`)
      .header('cache-control', 'no-store')
      .send(body)
  }

const BatchPath = Type.Object({
  batchId: Type.String({
    format: 'uuid',
    description: 'The id of the batch, as returned by its creation.',
    examples: [exampleId],
  }),
})

export const readBatchOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/batches/:batchId',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readBatch',
    summary: 'Read a batch',
    description: 'The number of its jobs in each state. A batch is kept as long as one of its jobs.',
    tags: ['batches'],
    params: BatchPath,
    response: {
      200: success('The batch.', {
        schema: BatchBody,
        examples: batchExample,
        headers: { 'Cache-Control': headerResponse.cacheControl },
      }),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

export const readBatchHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { accountId } = callerOf(request)
    const batch = await readBatch(parts.database, accountId, batchIdOf(request), keptSince(parts))
    if (batch === null)
      throw new RequestProblem('not_found', { detail: 'There is no batch with this id in your account.' })
    return reply.header('cache-control', 'no-store').send(bodyOfBatch(batch))
  }

const batchIdOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params !== null && 'batchId' in params ? String(params.batchId) : ''

const bodyOfBatch = ({ id, createdAt, completedAt, total, counts }: StoredBatch): BatchBody => ({
  id,
  createdAt: createdAt.toISOString(),
  ...(completedAt !== null && { completedAt: completedAt.toISOString() }),
  total,
  counts,
})
