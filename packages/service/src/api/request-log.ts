import type { FastifyInstance } from 'fastify'
import { knownCaller } from './authenticate.ts'
import { duringSpan, isProbe, knownJob } from './observe.ts'

/**
 * The path of a request target, without its query, even if the target is in absolute form (RFC 9112, 3.2.2).
 * @example pathOfRequest('/api/v1/jobs?limit=1') // '/api/v1/jobs'
 */
export const pathOfRequest = (target: string): string => {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path === '' ? '/' : path
}

/**
 * One line per request, when it is over. It has only what is listed here: headers, query and body contain keys,
 * document URLs and provider options.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOfRequest(request.url),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      account: knownCaller(request)?.accountId,
      jobId: knownJob(request),
    }
    const level = isProbe(request) ? 'debug' : 'info'
    duringSpan(request, () => request.log[level](line, 'request'))
  })
}
