import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** `part`: a part of a result, with the key; `download`: behind a signed URL, without the key. */
export const steps = ['upload', 'submit', 'poll', 'forget', 'part', 'download'] as const
export type Step = (typeof steps)[number]

/** The faults of a vendor that does not answer a request properly. */
export type Trouble =
  /** Answers like this without doing anything. */
  | FakeReply
  /** Breaks the connection once it has the request, or once it has done what was asked. */
  | 'reset-before'
  | 'reset-after'
  /** Does what was asked and answers with half a JSON document, or never. */
  | 'malformed'
  | 'stall-after'

export type FakeReply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly bytes?: Buffer
}

export type SentFormPart = { readonly name: string; readonly filename: string | null; readonly content: Buffer }

/** A request as it arrived. */
export type FakeRequest = {
  readonly step: Step
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type FakeVendor = {
  readonly url: string
  readonly requests: readonly FakeRequest[]
  count(step: Step): number
  /** Sets what happens to the next requests of this step, one each. */
  meet(step: Step, ...troubles: Trouble[]): void
  close(): Promise<void>
}

type Behaviour = {
  readonly stepOf: (method: string, path: string, headers: IncomingHttpHeaders) => Step
  /** The vendor's answer to a request without the key; not used for downloads, whose URLs are signed. */
  readonly refuse: (headers: IncomingHttpHeaders) => FakeReply | null
  readonly perform: (asked: FakeRequest, url: string) => FakeReply | Promise<FakeReply>
}

/** A vendor on loopback. */
export const openFake = async ({ stepOf, refuse, perform }: Behaviour): Promise<FakeVendor> => {
  const requests: FakeRequest[] = []
  const troubles = new Map<Step, Trouble[]>()
  let origin = ''

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', origin)
    const method = request.method ?? ''
    const step = stepOf(method, path, request.headers)
    const asked = { step, method, path, query, headers: request.headers, body: await buffer(request) }
    requests.push(asked)
    const refusal = step === 'download' ? null : refuse(request.headers)
    if (refusal !== null) return sendFakeReply(response, refusal)
    const trouble = troubles.get(step)?.shift()
    if (trouble === 'reset-before') return void request.socket.resetAndDestroy()
    if (typeof trouble === 'object') return sendFakeReply(response, trouble)
    const reply = await perform(asked, origin)
    if (trouble === 'stall-after') return
    if (trouble === 'reset-after') return void request.socket.resetAndDestroy()
    if (trouble === 'malformed') return void response.writeHead(reply.status).end('{"id":"hal')
    sendFakeReply(response, reply)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      sendFakeReply(response, { status: 500, json: { detail: String(error) } })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
  return {
    url: origin,
    requests,
    count: (step) => requests.filter((asked) => asked.step === step).length,
    meet: (step, ...next) => void troubles.set(step, [...(troubles.get(step) ?? []), ...next]),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const sendFakeReply = (response: ServerResponse, { status, headers = {}, json, bytes }: FakeReply): void => {
  if (response.headersSent) return
  const type = bytes === undefined ? 'application/json' : 'application/octet-stream'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(bytes ?? (json === undefined ? '' : JSON.stringify(json)))
}

export const notFound: FakeReply = { status: 404, json: { detail: 'Not Found' } }

/** The parts of a multipart body (RFC 7578), in their order. */
export const formOf = ({ headers, body }: FakeRequest): SentFormPart[] => {
  const boundary = /boundary=(?:"(?<quoted>[^"]+)"|(?<plain>[^;]+))/.exec(headers['content-type'] ?? '')?.groups
  const mark = Buffer.from(`--${boundary?.['quoted'] ?? boundary?.['plain'] ?? ''}`)
  const parts: SentFormPart[] = []
  let at = body.indexOf(mark)
  for (;;) {
    const start = at + mark.length + 2
    const next = body.indexOf(mark, start)
    if (at < 0 || next < 0) return parts
    const headEnd = body.indexOf('\r\n\r\n', start)
    const head = body.toString('utf8', start, headEnd)
    parts.push({
      name: /\bname="([^"]*)"/.exec(head)?.[1] ?? '',
      filename: /\bfilename="([^"]*)"/.exec(head)?.[1] ?? null,
      content: body.subarray(headEnd + 4, next - 2),
    })
    at = next
  }
}

export const jsonOfRequest = ({ body }: FakeRequest): Record<string, unknown> => {
  const value: unknown = JSON.parse(body.toString())
  if (!isRecord(value)) throw new TypeError('no object')
  return value
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * `0,2-4` as numbers; null when it is not written so.
 * @example numbersIn('0,2-4') // [0, 2, 3, 4]
 */
export const numbersIn = (text: string): number[] | null => {
  const numbers: number[] = []
  for (const part of text.split(',')) {
    const [, from, to] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part) ?? []
    if (from === undefined) return null
    for (let number = Number(from); number <= Number(to ?? from); number += 1) numbers.push(number)
  }
  return numbers
}
