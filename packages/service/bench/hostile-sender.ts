import { randomUUID } from 'node:crypto'
import { Agent, request, type RequestOptions } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { limits } from '@polyparse/contract'
import { hostileDocuments } from '@polyparse/test-support/hostile-documents'
import { openApiHarness } from '../test/support/api.ts'
import { createClient } from '../test/support/client.ts'
import { hostileBodies, routesWithBodies, takesAnything } from '../test/support/hostile-bodies.ts'
import { uploadHostile } from '../test/support/hostile-documents.ts'

/*
 * An account that sends all hostile bodies, each to every route, and all hostile documents of the tests, from a process
 * of its own: what it costs to make them delays nobody else. It tells its parent `ready`, begins when it is told to, says
 * after each of both whether it has sent all of its kind, and goes on until it is asked for what it has sent.
 */

const [url = '', key = ''] = process.argv.slice(2)

/** Every kind of body and every document with how often it was answered how. */
export type HostileTally = Record<string, Record<string, number>>

const tally: HostileTally = {}
const count = (kind: string, answer: string): void => {
  const answers = (tally[kind] ??= {})
  answers[answer] = (answers[answer] ?? 0) + 1
}

/** A route that has not answered by then is not waited for. */
const patienceMs = 30_000

const api = await openApiHarness({ settings: { compatibility: ['docling', 'unstructured', 'openwebui'] } })
const routes = routesWithBodies(api)
await api.close()

const bodies = Object.entries(hostileBodies).map(([kind, make]) => ({
  kind,
  usual: Buffer.from(make(limits.jsonBodyBytes - 10)),
  ofBatch: Buffer.from(make(limits.batchBodyBytes - 10)),
}))
const documents = hostileDocuments.map((document) => {
  const bytes = document.make()
  return { ...document, make: () => bytes }
})

const agent = new Agent({ keepAlive: true })

/** Returns how the request is answered. The bytes are sent as they are: `fetch` would copy them, and collect its copies. */
const post = async (body: Buffer, url: string, options: RequestOptions): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const sent = request(url, { ...options, agent }, (answer) => {
    answer.resume().once('end', () => resolve(String(answer.statusCode)))
  })
  sent.on('error', reject).end(body)
  return promise
}

const sendBody = async (body: Buffer, method: string, path: string): Promise<string> => {
  const headers = {
    ...(!takesAnything.has(path) && { authorization: `Bearer ${key}` }),
    'content-type': 'application/json',
    'content-length': body.length,
    'idempotency-key': randomUUID(),
    'x-polyparse-session': '1',
  }
  const signal = AbortSignal.timeout(patienceMs)
  try {
    return await post(body, url + path, { method, headers, signal })
  } catch (error) {
    return signal.aborted ? 'none' : error instanceof Error ? error.name : 'none'
  }
}

const sendBodies = async (): Promise<void> => {
  for (const { method, url: path } of routes)
    for (const { kind, usual, ofBatch } of bodies)
      count(kind, await sendBody(path === '/api/v1/batches' ? ofBatch : usual, method, path))
}

/** Returns how a job has ended, from the beginning of its answer: a result may be large, and reading it would be work. */
const statusOf = async (id: string): Promise<string> => {
  const answer = await fetch(`${url}/api/v1/jobs/${id}`, { headers: { authorization: `Bearer ${key}` } })
  let beginning = ''
  for await (const bytes of answer.body ?? []) {
    beginning += Buffer.from(bytes).toString('latin1')
    const status = /"status":"(\w+)"/.exec(beginning)?.[1]
    if (status !== undefined) return status
  }
  return String(answer.status)
}

const sendDocuments = async (): Promise<void> => {
  const client = createClient(url, key)
  const jobs = new Map<string, string>()
  for (const document of documents) {
    const created = await uploadHostile(document, client).catch(() => null)
    count(document.name, created === null ? 'refused' : 'accepted')
    if (created !== null) jobs.set(created.id, document.name)
  }
  while (jobs.size > 0) {
    for (const [id, name] of jobs) {
      const status = await statusOf(id)
      if (status === 'queued' || status === 'running') continue
      jobs.delete(id)
      count(name, status)
    }
    await setTimeout(500)
  }
}

const again = async (work: () => Promise<void>, what: string): Promise<never> => {
  for (;;) {
    await work()
    process.send?.(what)
  }
}

process.on('disconnect', () => process.exit(0))
process.on('message', (message) => {
  if (message === 'end') process.send?.(tally, () => process.exit(0))
  else void Promise.all([again(sendBodies, 'bodies'), again(sendDocuments, 'documents')])
})
process.send?.('ready')
