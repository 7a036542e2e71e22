import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits } from '@polyparse/contract'
import type { Logger } from 'pino'
import { refuseMalformed } from './malformed-http.ts'
import { answerRaw } from './raw-response.ts'
import type { Timeouts } from './timeouts.ts'

/** A connection on which nothing moves at all, in either direction. Longer than the longest wait. */
const idleTimeout = limits.uploadIdleMs + limits.waitSeconds * 1000 + 30_000

const waiting = new WeakSet<IncomingMessage>()

/** Tells a client that sent `Expect: 100-continue` to go on with the body; others have sent it already. */
export const inviteBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (waiting.delete(request)) response.writeContinue()
}

/** The HTTP/1.1 server: limits of time and size, and answers to what never becomes a request. */
export const createHttpServer = (
  handler: RequestListener,
  { logger, baseUrl, timeouts }: { logger: Logger; baseUrl: () => string; timeouts: Timeouts },
): Server => {
  const responses = new WeakMap<Duplex, ServerResponse>()
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: timeouts.headersMs,
      // The last resort for a body; the readers of bodies end them earlier, with an answer.
      requestTimeout: timeouts.uploadTotalMs + 60_000,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      keepAliveTimeout: 72_000,
      // Checked by the application, so that the answer is a problem like every other.
      requireHostHeader: false,
    },
    handler,
  )
  // The size is limited; without this, headers after the 2000th would be dropped without a word.
  server.maxHeadersCount = 0
  server.setTimeout(idleTimeout)

  server.prependListener('request', (request, response) => responses.set(request.socket, response))
  // By itself the server would invite every body, also one that is about to be refused.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) => {
    answerRaw(socket, 'route_not_found', { detail: 'This server is not a proxy.', baseUrl: baseUrl(), path: '/' })
  })
  server.on('clientError', refuseMalformed({ logger, baseUrl, responseOn: (socket) => responses.get(socket) }))
  return server
}
