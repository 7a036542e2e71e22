import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Fault, RequestName } from './description.ts'

export type LyingProxy = Awaited<ReturnType<typeof openLyingProxy>>

type Answered = { readonly status: number; readonly headers: Headers; readonly body: Buffer }

/** A proxy to a service that does to requests what the faults say, each in turn. Close it. */
export const openLyingProxy = async (target: string, faults: readonly Fault[]) => {
  const waiting = faults.flatMap((fault) => Array.from({ length: fault.times ?? 1 }, () => fault))
  const requests: RequestName[] = []
  const keys: (string | undefined)[] = []
  const created = new Set<string>()
  const struck = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()

  const take = (name: RequestName): Fault | undefined => {
    const at = waiting.findIndex(({ on }) => on === name)
    return at === -1 ? undefined : waiting.splice(at, 1)[0]
  }

  const forward = async (request: IncomingMessage, body: Buffer, signal: AbortSignal): Promise<Response> => {
    const { method = 'GET', headers } = request
    const passed = Object.entries(headers).filter(([name]) => !hopByHop.has(name))
    return fetch(`${target}${request.url ?? ''}`, {
      method,
      headers: passed.map(([name, value]) => [name, String(value)]),
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      // What the service is to do it does, whether or not the caller still waits.
      ...(method === 'GET' && { signal }),
    })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const name = nameOf(request)
    requests.push(name)
    if (name === 'create' || name === 'batch') keys.push(request.headers['idempotency-key']?.toString())
    const fault = take(name)
    const strike = (): void => struck.resolve()
    if (fault?.do === 'cut-request') {
      request.socket.destroy()
      return strike()
    }
    const body = await buffer(request)
    if (fault?.do === 'answer' && fault.after === undefined) return answerFalsely(response, fault, strike)
    if (fault?.do === 'hold-request') {
      strike()
      await released.promise
    }
    const come = await forward(request, body, gone.signal)
    if (come.headers.get('content-type')?.startsWith('text/event-stream') === true && come.body !== null) {
      response.writeHead(come.status, { 'content-type': 'text/event-stream' })
      return pipeline(Readable.fromWeb(come.body), response)
    }
    const first = await wholeOf(come)
    const whole = fault?.do === 'twice' ? await wholeOf(await forward(request, body, gone.signal)) : first
    for (const id of [...idsIn(name, first), ...idsIn(name, whole)]) created.add(id)
    const late = fault ?? (isEnd(name, whole) ? take('result') : undefined)
    if (late?.do === 'hold-answer') {
      strike()
      await released.promise
    }
    if (late?.do === 'answer') return answerFalsely(response, late, strike)
    passOn(response, whole, late?.do)
    if (late !== undefined) strike()
  }

  const server = createServer((request, response) => {
    // The caller has gone: that is what it is to do.
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('a proxy has a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The requests so far. */
    requests,
    /** The idempotency keys of those that create something. */
    keys,
    /** The ids of the jobs that the service has created. */
    created,
    /** The faults that have not been met. */
    waiting,
    /** Resolves at the first fault. */
    struck: struck.promise,
    /** Lets go what is held. */
    release: () => released.resolve(),
    close: async (): Promise<void> => {
      released.resolve()
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

const names: readonly (readonly [RegExp, RequestName])[] = [
  [/^POST \/api\/v1\/jobs$/, 'create'],
  [/^POST \/api\/v1\/batches$/, 'batch'],
  [/^GET \/api\/v1\/jobs\/[^/]+(?:\/events)?$/, 'wait'],
  [/^GET \/api\/v1\/jobs\/[^/]+\/outputs\/[^/]+$/, 'output'],
  [/^GET \/api\/v1\/jobs\/[^/]+\/images\/[^/]+$/, 'image'],
  [/^DELETE \/api\/v1\/jobs\/[^/]+$/, 'erase'],
  [/^POST \/api\/v1\/jobs\/[^/]+\/cancel$/, 'cancel'],
  [/^POST \/api\/v1\/jobs\/[^/]+\/retry$/, 'retry'],
  [/^GET \/api\/v1\/providers$/, 'providers'],
]

const nameOf = ({ method = '', url = '' }: IncomingMessage): RequestName => {
  const [path = ''] = url.split('?')
  return names.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? 'other'
}

const wholeOf = async (response: Response): Promise<Answered> => ({
  status: response.status,
  headers: response.headers,
  body: Buffer.from(await response.arrayBuffer()),
})

const idsIn = (name: RequestName, { status, body }: Answered): string[] => {
  if (status >= 300 || (name !== 'create' && name !== 'batch')) return []
  const { id, jobs } = JSON.parse(body.toString())
  return name === 'create' ? [id] : jobs.map((job: { id: string }) => job.id)
}

const isEnd = (name: RequestName, { status, body }: Answered): boolean =>
  name === 'wait' && status === 200 && ['complete', 'failed'].includes(JSON.parse(body.toString()).status)

const answerFalsely = (
  response: ServerResponse,
  { status = 200, problem, json, retryAfter, date, location }: Fault,
  then: () => void,
): void => {
  const content =
    problem === undefined ? json : { code: problem, detail: 'As described.', request_id: 'proxy', status, title: 'No' }
  response.writeHead(status, {
    'content-type': content === undefined ? 'text/html' : 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(date !== undefined && { date }),
    ...(location !== undefined && { location }),
  })
  response.end(content === undefined ? '<html>' : JSON.stringify(content), then)
}

const passOn = (response: ServerResponse, { status, headers, body }: Answered, how?: Fault['do']): void => {
  if (how === 'cut-answer') {
    response.destroy()
    return
  }
  const half = body.subarray(0, body.length / 2)
  const length = how === 'truncate' ? half.length : body.length
  const passed = [...headers].filter(([name]) => !hopByHop.has(name) && name !== 'content-encoding')
  response.writeHead(status, { ...Object.fromEntries(passed), ...(body.length > 0 && { 'content-length': length }) })
  if (how === 'cut-body') response.write(half, () => response.destroy())
  else if (how === 'truncate') response.end(half)
  else if (how === 'dribble') {
    for (const byte of body) response.write(Buffer.of(byte))
    response.end()
  } else response.end(body)
}
