import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { createReadiness } from '../../probes/readiness.ts'
import { unavailable } from '../classify-error.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'

const ok = (description: string) => ({
  200: success(description, {
    schema: Type.Object({ status: Type.Literal('ok') }, { title: 'Probe' }),
    examples: { ok: { value: { status: 'ok' } } },
    headers: { 'Cache-Control': headerResponse.cacheControl },
  }),
  ...problemResponses(),
})

export const liveOperation: ApiOperation = {
  method: 'GET',
  url: '/livez',
  scopes: null,
  description: {
    operationId: 'probeLife',
    summary: 'Probe life',
    description:
      'Tells whether the process works, without checking anything that it needs: it fails when none of its statements to the database has ended for a minute. For a supervisor that restarts it.',
    tags: ['service'],
    response: ok('The process works.'),
  },
}

export const readyOperation: ApiOperation = {
  method: 'GET',
  url: '/readyz',
  scopes: null,
  description: {
    operationId: 'probeReadiness',
    summary: 'Probe readiness',
    description:
      'Tells whether requests should be sent to this process: its database responds and is migrated, its blob store can be read, and it is not about to stop. For a load balancer; the answer is at most two seconds old.',
    tags: ['service'],
    response: ok('The process is ready for requests.'),
  },
}

export const liveHandler =
  ({ liveness }: Pick<ApiParts, 'liveness'>): RouteHandlerMethod =>
  async (_request, reply) => {
    const reason = liveness?.() ?? null
    if (reason !== null) throw unavailable(reason)
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  }

export const readyHandler = (parts: ApiParts): RouteHandlerMethod => {
  const readiness = createReadiness(parts)
  return async (_request, reply) => {
    const missing = await readiness()
    if (missing.length > 0) throw unavailable(missing.join(' '))
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  }
}
