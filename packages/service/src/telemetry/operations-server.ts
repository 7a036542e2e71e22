import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createHostCheck } from '../lib/known-host.ts'
import type { Metrics } from './metrics.ts'

export type OperationsServer = {
  readonly url: string
  close(): Promise<void>
}

type OperationsServerOptions = {
  readonly host: string
  readonly port: number
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>
  /** The reasons not to send work to this process, one sentence each. */
  readonly missing: () => Promise<readonly string[]>
  /** The reason to restart this process, a sentence; null while it works. */
  readonly stuck: () => string | null
  readonly onError: (error: unknown) => void
}

/**
 * `/livez`, `/readyz` and `/metrics` for operators, on their own port. It requires no credentials, so it must not be
 * reachable from outside. Every process of the service can have one, even without an API.
 * @throws when the port cannot be listened on.
 */
export const startOperationsServer = async ({
  host,
  port,
  metrics,
  missing,
  stuck,
  onError,
}: OperationsServerOptions): Promise<OperationsServer> => {
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/livez': async (response) => {
      const reason = stuck()
      if (reason === null) sendOperationsResponse(response, 200, { status: 'ok' })
      else sendOperationsResponse(response, 503, { status: 'unavailable', reasons: [reason] })
    },
    '/readyz': async (response) => {
      const reasons = await missing()
      if (reasons.length === 0) sendOperationsResponse(response, 200, { status: 'ok' })
      else sendOperationsResponse(response, 503, { status: 'unavailable', reasons })
    },
    '/metrics': async (response) => {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    },
  }
  // Otherwise a website whose name leads here could read it through a visitor's browser.
  const isKnownHost = createHostCheck({ host, baseUrl: null })
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000 }, (request, response) => {
    response.setHeader('cache-control', 'no-store')
    if (!isKnownHost(request.headers.host))
      return sendOperationsResponse(response, 421, { status: 'misdirected request' })
    const [path = ''] = (request.url ?? '').split('?', 1)
    const respond = answers[path]
    if (respond === undefined) return sendOperationsResponse(response, 404, { status: 'not found' })
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return sendOperationsResponse(response, 405, { status: 'method not allowed' })
    }
    respond(response).catch((error: unknown) => {
      onError(error)
      sendOperationsResponse(response, 500, { status: 'failed' })
    })
  })
  server.maxConnections = 100
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port was listened on')
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const sendOperationsResponse = (response: ServerResponse, status: number, body: object): void => {
  if (!response.headersSent)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
