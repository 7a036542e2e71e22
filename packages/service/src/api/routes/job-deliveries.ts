import { DeliveryReports } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { readResultDeliveries, type ResultDeliveryState } from '../../jobs/result-deliveries.ts'
import { callerOf } from '../authenticate.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { JobPath, jobIdOf, readOwnJob } from './job-path.ts'

export const readDeliveriesOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId/deliveries',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readDeliveries',
    summary: 'See whether the result of a job was delivered',
    description:
      'One entry for each URL in `deliver`, without the URL, once the job is complete. A retry of the job delivers again what was not acknowledged before.',
    tags: ['jobs'],
    params: JobPath,
    response: {
      200: success('The deliveries.', {
        schema: DeliveryReports,
        examples: {
          delivered: {
            summary: 'The whole job has arrived, and the Markdown has not',
            value: {
              deliveries: [
                { status: 'delivered', attempts: 1, deliveredAt: '2026-01-15T09:30:02.120Z' },
                {
                  output: 'markdown',
                  status: 'due',
                  attempts: 2,
                  nextAttemptAt: '2026-01-15T09:31:08.400Z',
                  failure: 'HTTP status 503',
                },
              ],
            },
          },
        },
        headers: { 'Cache-Control': headerResponse.cacheControl },
      }),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

export const readDeliveriesHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { id } = await readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const deliveries = (await readResultDeliveries(parts.database, id)).map(reportOf)
    return reply.header('cache-control', 'no-store').send({ deliveries } satisfies DeliveryReports)
  }

const reportOf = ({ target, status, attempts, deliveredAt, nextAttemptAt, failure }: ResultDeliveryState) => ({
  ...(target !== 'job' && { output: target }),
  status,
  attempts,
  ...(deliveredAt !== null && { deliveredAt: deliveredAt.toISOString() }),
  ...(nextAttemptAt !== null && { nextAttemptAt: nextAttemptAt.toISOString() }),
  ...(failure !== null && { failure }),
})
