import type { PageProgress } from '@polyparse/engine'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Type } from '@polyparse/document/typebox'
import { answerReader } from '@polyparse/providers/composition'
import { createVendorHttp } from '@polyparse/providers/composition'
import type { RemoteProvider } from '@polyparse/providers/port'
import { documentOf } from './providers.ts'

export type VendorStep = 'upload' | 'submit' | 'find' | 'poll' | 'fetch' | 'forget'

/** What the vendor does with a request instead of answering it properly. */
export type Trouble =
  /** Answers like this without doing anything. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Breaks the connection: when the request begins, once it has all of it, or once it has done what was asked. */
  | 'reset-early'
  | 'reset-before'
  | 'reset-after'
  /** Does what was asked and answers with half a JSON document. */
  | 'malformed'
  /** Does what was asked and never answers. */
  | 'stall-after'
  /** Does what was asked once `release` is called, and answers. */
  | 'hold'

export type RemoteVendor = Awaited<ReturnType<typeof openRemoteVendor>>

/** The operator's. */
export const vendorKey = 'vendor-key-0123456789'

/**
 * A vendor on loopback that counts the requests it gets, each of which would have to be paid for. Like most vendors, it
 * does not recognise repetitions by their token; it only records the token.
 */
export const openRemoteVendor = async ({ polls = 1 }: { polls?: number } = {}) => {
  const work = new Map<string, { readonly text: string; pollsLeft: number }>()
  const uploads = new Map<string, string>()
  /** The token of each accepted submit. */
  const taken: string[] = []
  /** The document of each accepted submit. */
  const takenTexts: string[] = []
  const asked: Record<VendorStep, number> = { upload: 0, submit: 0, find: 0, poll: 0, fetch: 0, forget: 0 }
  const troubles: Record<VendorStep, Trouble[]> = { upload: [], submit: [], find: [], poll: [], fetch: [], forget: [] }
  const polled = new Set<string>()
  const customers = new Map([[vendorKey, 'operator']])
  const askers: Record<VendorStep, string[]> = { upload: [], submit: [], find: [], poll: [], fetch: [], forget: [] }
  let waiting: { step: VendorStep; resolve: () => void }[] = []
  let held: (() => void)[] = []
  const state = { pollsNeeded: polls, takesNextSubmit: false }

  const accept = (token: string, text: string): string => {
    taken.push(token)
    takenTexts.push(text)
    const id = `work-${taken.length}`
    work.set(id, { text, pollsLeft: state.pollsNeeded })
    return id
  }

  /** The request, and the answer to it. */
  const perform = (step: VendorStep, request: IncomingMessage, body: string): { status: number; body: unknown } => {
    const named = /\/(?<id>(?:work|file)-\d+)/.exec(request.url ?? '')?.groups?.['id'] ?? ''
    const found = work.get(named)
    const token = String(request.headers['idempotency-token'])
    switch (step) {
      case 'upload': {
        const file = `file-${asked.upload}`
        uploads.set(file, textOf(body))
        return { status: 200, body: { file } }
      }
      case 'submit': {
        const file = /"file":"(?<file>[^"]+)"/.exec(body)?.groups?.['file']
        const text = file === undefined ? textOf(body) : (uploads.get(file) ?? '')
        const id = accept(token, text)
        if (request.url !== '/parse') return { status: 202, body: { id } }
        work.delete(id)
        return { status: 200, body: { text } }
      }
      case 'find':
        return { status: 200, body: { jobs: taken.map((each, index) => ({ id: `work-${index + 1}`, token: each })) } }
      case 'poll':
        polled.add(named)
        if (found === undefined) return { status: 404, body: { detail: 'Job not found' } }
        found.pollsLeft -= 1
        return { status: 200, body: { status: found.pollsLeft < 0 ? 'complete' : 'processing' } }
      case 'fetch':
        return found === undefined
          ? { status: 404, body: { detail: 'Result not found' } }
          : // The provider takes short answers only.
            { status: 200, body: { text: found.text.slice(0, 1_000_000) } }
      case 'forget': {
        const gone = [work.delete(named), uploads.delete(named)].includes(true)
        return gone ? { status: 200, body: { deleted: true } } : { status: 404, body: { detail: 'Job not found' } }
      }
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const step = stepOf(request)
    asked[step] += 1
    const key = (request.headers.authorization ?? '').replace('Bearer ', '')
    const customer = customers.get(key)
    if (customer === undefined) return answer(response, 401, { detail: `Invalid key ${key}` })
    askers[step].push(customer)
    const trouble = troubles[step].shift()
    if (trouble === 'reset-early') return reset(request)
    const body = (await buffer(request)).toString()
    const notified = waiting.filter((waiter) => waiter.step === step)
    waiting = waiting.filter((waiter) => waiter.step !== step)
    if (trouble === 'hold') {
      const released = Promise.withResolvers<void>()
      held.push(released.resolve)
      for (const { resolve } of notified) resolve()
      await released.promise
    }
    if (trouble === 'reset-before') return reset(request)
    if (typeof trouble === 'object') {
      if (step === 'submit' && state.takesNextSubmit) perform(step, request, body)
      response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '{"detail":"scripted"}')
      return
    }
    const done = perform(step, request, body)
    for (const { resolve } of notified) resolve()
    if (trouble === 'stall-after') return
    if (trouble === 'reset-after') return reset(request)
    if (trouble === 'malformed') return void response.writeHead(done.status).end('{"id":"wor')
    answer(response, done.status, done.body)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    taken,
    takenTexts,
    asked,
    /** Whose keys the requests had, by step. */
    askers,
    /** The names of those whose keys it takes, by key. */
    customers,
    /** What the vendor keeps: work and uploads. */
    kept: () => [...work.keys(), ...uploads.keys()],
    /** The documents whose work the vendor keeps. */
    keptTexts: () => Array.from(work.values(), (kept) => kept.text),
    /** Sets what happens to the next requests of this step, one each. */
    meet: (step: VendorStep, ...next: Trouble[]) => void troubles[step].push(...next),
    /** Does what a submit asks for, whatever it answers. */
    takeNextSubmit: () => void (state.takesNextSubmit = true),
    /** From now on nothing goes wrong. */
    recover: () => {
      for (const next of Object.values(troubles)) next.length = 0
    },
    /** Resolves when the next request of this step has arrived, and is held or done. */
    arrival: (step: VendorStep): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ step, resolve })
      return promise
    },
    release: () => {
      for (const go of held) go()
      held = []
    },
    lose: () => work.clear(),
    takesPolls: (count: number) => void (state.pollsNeeded = count),
    /** Finishes all the work. */
    finish: () => {
      for (const each of work.values()) each.pollsLeft = 0
    },
    polledIds: polled,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const stepOf = ({ method, url = '' }: IncomingMessage): VendorStep => {
  if (method === 'DELETE') return 'forget'
  if (url === '/files') return 'upload'
  if (method === 'GET' && url === '/jobs') return 'find'
  if (method === 'POST') return 'submit'
  return url.endsWith('/result') ? 'fetch' : 'poll'
}

/** The document's part of a multipart body. */
const textOf = (body: string): string => /text\/plain\r\n\r\n(?<text>[^]*?)\r\n--/.exec(body)?.groups?.['text'] ?? ''

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const reset = (request: IncomingMessage): void => void request.socket.resetAndDestroy()

type RemoteOptions = Partial<Pick<RemoteProvider, 'whenUnknown' | 'price' | 'countPages'>> & {
  readonly limits?: Partial<RemoteProvider['limits']>
  readonly execution?: 'sync' | 'async'
  readonly uploads?: boolean
  readonly forgets?: boolean
  readonly finds?: boolean
  readonly pollInSeconds?: number
  readonly progress?: PageProgress
  readonly key?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const member = (body: unknown, name: string): string => {
  const value = isRecord(body) ? body[name] : undefined
  if (typeof value !== 'string') throw new TypeError(`no ${name}`)
  return value
}

const listOf = answerReader(
  'Vendor',
  Type.Object({ jobs: Type.Array(Type.Object({ id: Type.String(), token: Type.String() })) }),
)

/** The provider for that vendor, made of the same parts as real ones. */
export const remoteProvider = (url: string, options: RemoteOptions = {}): RemoteProvider => {
  const {
    whenUnknown = 'fail',
    limits = {},
    execution = 'async',
    uploads = false,
    forgets = true,
    finds = false,
    pollInSeconds = 0.01,
    progress,
    key = vendorKey,
    ...charges
  } = options
  const http = createVendorHttp({
    name: 'Vendor',
    baseUrl: url,
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    requestsPerSecond: 1000,
  })
  const pathOf = (id: unknown) => `/jobs/${String(id)}`
  return {
    id: 'remote',
    name: 'Vendor',
    capabilities: { execution, features: [], outputs: ['markdown', 'text'] },
    mediaTypes: ['text/plain'],
    options: 'passthrough',
    limits: { concurrency: 4, answerSeconds: 30, deadlineSeconds: 60, ...limits },
    whenUnknown,
    ...charges,
    withKey: async (own) => remoteProvider(url, { ...options, key: own }),
    ...(uploads && {
      upload: async ({ source }, signal) => {
        const body = { form: [{ name: 'file', document: source }] }
        return { file: member((await http.json({ method: 'POST', path: '/files', body, signal })).body, 'file') }
      },
    }),
    submit: async ({ request, upload, token }, signal) => {
      const answered = await http.json({
        method: 'POST',
        path: execution === 'sync' ? '/parse' : '/jobs',
        headers: { 'idempotency-token': token },
        body:
          upload === null
            ? {
                form: [
                  { name: 'configuration', value: JSON.stringify(request.options) },
                  { name: 'file', document: request.source },
                ],
              }
            : { json: upload },
        signal,
        seconds: limits.answerSeconds ?? 30,
      })
      return execution === 'sync'
        ? { kind: 'done', document: documentOf(member(answered.body, 'text')) }
        : { kind: 'submitted', reference: { id: member(answered.body, 'id') }, pollInSeconds }
    },
    ...(finds && {
      find: async ({ token }, signal) => {
        const { jobs } = listOf((await http.json({ path: '/jobs', signal })).body)
        const found = jobs.find((job) => job.token === token)
        return found === undefined ? null : { kind: 'submitted', reference: { id: found.id }, pollInSeconds }
      },
    }),
    poll: async ({ reference }, signal) => {
      const { body } = await http.json({ path: pathOf(reference['id']), signal })
      if (member(body, 'status') === 'complete') return { kind: 'ready' }
      return { kind: 'working', pollInSeconds, ...(progress !== undefined && { progress }) }
    },
    fetch: async ({ reference, request }, signal) => {
      const { body } = await http.json({ path: `${pathOf(reference['id'])}/result`, signal })
      const document = { ...documentOf(member(body, 'text')), usage: { credits: 3 } }
      return request.includeRaw ? { ...document, raw: body } : document
    },
    ...(forgets && {
      forget: async ({ id, file }, signal) => {
        await http.json({ method: 'DELETE', path: pathOf(id ?? file), signal }).catch(unlessGone)
      },
    }),
  }
}

const unlessGone = (error: unknown): void => {
  if (!isRecord(error) || error['gone'] !== true) throw error
}
