import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits, type ProblemCode, problems } from '@polyparse/contract'
import type { Logger } from 'pino'
import { answerRaw } from './raw-response.ts'
import { followRequests, type RequestPaths } from './request-paths.ts'
import type { Timeouts } from './timeouts.ts'
import type { FastifyInstance } from 'fastify'

/** The time without any movement on a connection in either direction; longer than the longest wait. */
const idleTimeout = limits.uploadIdleMs + limits.waitSeconds * 1000 + 30_000

const waiting = new WeakSet<IncomingMessage>()

/** Sends 100 Continue to a client that asked for it with `Expect: 100-continue`; others have sent the body already. */
export const inviteBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (waiting.delete(request)) response.writeContinue()
}

/** The HTTP/1.1 server: limits of time and size, and answers to input that never becomes a request. */
export const createHttpServer = (
  handler: RequestListener,
  { logger, baseUrl, timeouts }: { logger: Logger; baseUrl: () => string; timeouts: Timeouts },
): Server => {
  // An import would load Node's own HTTP client as well.
  const server = process.getBuiltinModule('node:http').createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: timeouts.headersMs,
      // The last resort for bodies; their readers end them earlier, with an answer.
      requestTimeout: timeouts.uploadTotalMs + 60_000,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      keepAliveTimeout: 72_000,
      // Checked by the application, so that the answer is a problem like every other.
      requireHostHeader: false,
    },
    handler,
  )
  // The size is limited; without this, headers after the 2000th would be dropped silently.
  server.maxHeadersCount = 0
  server.setTimeout(idleTimeout)

  // The server would invite every body by default, even one that is about to be refused.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) => {
    answerRaw(socket, 'route_not_found', { detail: 'This server is not a proxy.', baseUrl: baseUrl(), path: '/' })
  })
  server.on('clientError', refuseMalformed({ logger, baseUrl, requests: followRequests(server) }))
  return server
}

type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

const problemOfClientError = (error: ClientError): { code: ProblemCode; detail: string } => {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return { code: 'headers_too_large', detail: problems.headers_too_large.summary }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: problems.request_timeout.summary }
  return { code: 'validation_error', detail: 'The request is not well-formed HTTP/1.1.' }
}

/**
 * Answers what the HTTP parser refuses: malformed requests, headers that are too large or too slow. The rest of the
 * connection is discarded, because it is unknown where the next request begins.
 */
const refuseMalformed = ({
  logger,
  baseUrl,
  requests: { isAnswering, pathOn },
}: {
  logger: Logger
  baseUrl: () => string
  requests: RequestPaths
}) => {
  const refused = new WeakSet<Duplex>()

  return (error: ClientError, socket: Duplex): void => {
    if (refused.has(socket)) return
    refused.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy()
      return
    }
    const { code, detail } = problemOfClientError(error)
    const path = pathOn(socket, error.rawPacket) ?? '/'
    const { requestId } = answerRaw(socket, code, { detail, baseUrl: baseUrl(), path })
    logger.info({ requestId, status: problems[code].status, parser: error.code }, 'malformed request')
  }
}

const everywhere = new Set(['0.0.0.0', '::', '127.0.0.1', '::1'])

/**
 * The public address of the service: as configured, or else the address it listens on. Never taken from a `Host`
 * header.
 */
export const baseUrlOf = (app: FastifyInstance, configured: string | null): string => {
  if (configured !== null) return configured
  const [address] = app.addresses()
  if (address === undefined || typeof address === 'string') return 'http://localhost'
  const host = everywhere.has(address.address) ? 'localhost' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
