import { JobList, jobStatuses, type JobSummary, limits } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import type { Job } from '../../jobs/job.ts'
import { InvalidCursorError, listJobs } from '../../jobs/read.ts'
import { callerOf } from '../authenticate.ts'
import { listExample } from '../openapi/examples.ts'
import { problemResponses, success } from '../openapi/responses.ts'
import type { Operation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { validationError } from '../problems.ts'
import { createQueryReader } from '../query.ts'

const Query = Type.Object({
  status: Type.Optional(Type.Enum([...jobStatuses], { description: 'Only jobs in this state.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.listSize.maximum,
      default: limits.listSize.default,
      description: 'The maximum number of jobs.',
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'The `nextCursor` of the previous page.' })),
})
const readQuery = createQueryReader(Query)

export const listJobsOperation: Operation = {
  method: 'GET',
  url: '/api/v1/jobs',
  key: true,
  description: {
    operationId: 'listJobs',
    summary: 'List jobs',
    description: 'The jobs of the account, newest first.',
    tags: ['jobs'],
    querystring: Query,
    response: {
      200: success('One page of the list, with `nextCursor` if there are more.', {
        schema: JobList,
        examples: listExample,
      }),
      ...problemResponses('unauthorized'),
    },
  },
}

const summaryOf = (job: Job): JobSummary => ({
  id: job.id,
  status: job.status,
  operation: job.operation,
  createdAt: job.createdAt.toISOString(),
  ...(job.completedAt !== null && { completedAt: job.completedAt.toISOString() }),
})

export const listJobsHandler =
  ({ database }: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { limit = limits.listSize.default, ...query } = readQuery(request.query)
    try {
      const page = await listJobs(database, callerOf(request).accountId, { ...query, limit })
      return reply.header('cache-control', 'no-store').send({
        jobs: page.jobs.map(summaryOf),
        ...(page.nextCursor !== null && { nextCursor: page.nextCursor }),
      })
    } catch (error) {
      if (!(error instanceof InvalidCursorError)) throw error
      throw validationError([{ field: 'cursor', message: 'is not a cursor of this list' }], error)
    }
  }
