import { UploadHeaders } from '@polyparse/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { includesOrigin, type Origins } from '../lib/origins.ts'
import { pathOfRequest } from './request-log.ts'

/*
 * Cross-origin requests of web pages (https://fetch.spec.whatwg.org/#http-cors-protocol). Their callers authenticate by a
 * header and never by cookies, so no answer allows credentials. The cookie of the app counts only with a header that is
 * missing here.
 */

const allowedMethods = 'GET, HEAD, POST, PUT, DELETE'

/** Beyond those that every page may send. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Range',
  'traceparent',
  'tracestate',
  ...Object.keys(UploadHeaders.properties),
].join(', ')

/** Beyond those that every page may read. */
const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Job-Id',
  'X-Request-ID',
].join(', ')

/** The longest time that browsers remember it. */
const preflightSeconds = 7200

/** The public interface alone: not the operator's routes, and not the app. */
const isPublic = (request: FastifyRequest): boolean =>
  /^\/api\/(?:v1\/|openapi\.json$)/.test(pathOfRequest(request.url))

/**
 * Lets pages of these origins call the interface and read its answers, errors included. Pages of others get answers
 * without the headers that let them be read. Register it before the hooks that refuse requests.
 */
export const allowOrigins = (app: FastifyInstance, origins: Origins): void => {
  if (origins.length === 0) return

  const allowedOrigin = (request: FastifyRequest): string | null => {
    const { origin } = request.headers
    if (origin === undefined || !isPublic(request) || !includesOrigin(origins, origin)) return null
    return origins === '*' ? '*' : origin
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    if (allowedOrigin(request) === null) return
    return reply
      .code(204)
      .header('access-control-allow-methods', allowedMethods)
      .header('access-control-allow-headers', allowedHeaders)
      .header('access-control-max-age', preflightSeconds)
      .send()
  })

  // The last hook before the answer, because an error removes headers that were set before.
  app.addHook('onSend', async (request, reply) => {
    if (!isPublic(request)) return
    const vary = reply.getHeader('vary')
    if (origins !== '*') reply.header('vary', vary === undefined ? 'origin' : `${String(vary)}, origin`)
    const origin = allowedOrigin(request)
    if (origin === null) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders)
  })
}
