import { setTimeout } from 'node:timers/promises'
import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { unavailable } from '../classify-error.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'

/** The time that the database may take to answer before the service counts as unavailable. */
const databaseHealthTimeoutMs = 2000

export const healthOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/health',
  scopes: null,
  description: {
    operationId: 'checkHealth',
    summary: 'Check health',
    description: 'Queries the database each time; never cached.',
    tags: ['service'],
    response: {
      200: success('The service and its database respond.', {
        schema: Type.Object({ status: Type.Literal('ok') }, { title: 'Health' }),
        examples: { ok: { value: { status: 'ok' } } },
        headers: { 'Cache-Control': headerResponse.cacheControl },
      }),
      ...problemResponses(),
    },
  },
}

export const healthHandler =
  ({ database }: ApiParts): RouteHandlerMethod =>
  async (_request, reply) => {
    const timer = new AbortController()
    const timedOut = setTimeout(databaseHealthTimeoutMs, undefined, { signal: timer.signal, ref: false }).then(() => {
      throw unavailable(`The database did not respond within ${databaseHealthTimeoutMs / 1000} s.`)
    })
    try {
      await Promise.race([database.query('select 1'), timedOut])
    } catch (error) {
      throw unavailable('The database of the service is unavailable.', error)
    } finally {
      timer.abort()
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  }
