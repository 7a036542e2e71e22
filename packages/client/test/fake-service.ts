import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createClient, type ClientOptions } from '@polyparse/client'

export const jobId = '0196f0f0-0000-7000-8000-000000000000'
const at = '2026-01-15T09:30:00.000Z'
const result = {
  id: jobId,
  outputs: { markdown: '# Ferries' },
  pageCount: 1,
  provider: 'auto',
  timing: { startedAt: at, completedAt: at, durationMs: 1 },
  warnings: [],
}
export const completeJob = { id: jobId, status: 'complete', result }

export const problem = (status: number, code: string) => ({
  status,
  code,
  detail: 'As asked.',
  title: 'Problem',
  type: 'about:blank',
  instance: '/',
  request_id: 'request-1',
})

/** How a request is answered. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    })
  }

/** Breaks the connection, after some of the body of the request has arrived. */
export const cut: Answer = (request) => void request.once('data', () => request.socket.destroy())

/**
 * A service on a loopback port with scripted answers: those to a method and path are given in turn, and the last one again
 * and again. Everything else is 404.
 */
export const startFakeService = async (answers: Readonly<Record<string, readonly Answer[]>>) => {
  const requests: string[] = []
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const name = `${request.method ?? ''} ${path.replace('/api/v1/', '').replace(jobId, 'ID')}`
    const known = answers[name] ?? []
    const turn = requests.filter((each) => each === name).length
    requests.push(name)
    if (name === 'POST jobs') keys.push(request.headers['idempotency-key'])
    const answer = known[Math.min(turn, known.length - 1)] ?? json(404, problem(404, 'not_found'))
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It listens on no port.')
  const url = `http://127.0.0.1:${address.port}`
  return {
    url,
    /** The requests so far, as `GET jobs/ID`. */
    requests,
    /** The idempotency keys of the requests for a job. */
    keys,
    client: (options: ClientOptions = {}) => createClient({ url, apiKey: 'pp_live_test', ...options }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
