import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Outside } from './outside.ts'
import type { Random } from './random.ts'

/** A job that was acknowledged. */
type Acknowledged = {
  readonly id: string
  /** Text that is in its document, and in no other. */
  readonly text: string
  readonly providers: readonly string[]
  readonly webhook: boolean
  /** Its caller has asked for its deletion; the request may have got through. */
  readonly deleted: boolean
}

type Load = {
  readonly random: Random
  /** The URLs of the APIs that are up, in any order. */
  readonly urls: () => string[]
  readonly key: string
  readonly outside: Outside
  readonly answers: Map<string, number>
  /** Aborts when the test is over, whatever its outcome. */
  readonly over: AbortSignal
}

/** A caller tries again sooner than a hanging service would answer, though not at once. */
const patienceMs = 10_000
const maxPauseMs = 4000

/** The largest are sent to the bucket in parts. */
const paddings = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20_000, 6_000_000] as const
const kinds = [['remote'], ['remote'], ['remote'], ['provider-a'], ['provider-a', 'remote']] as const

/** A new job that a caller might ask for, from an upload or a document on the web. */
const wish = ({ random, outside }: Load) => {
  const text = `Document ${randomUUID()}`
  const providers = random.oneOf(kinds)
  const webhook = random.next() < 0.2
  const document = text + '\n'.repeat(random.oneOf(paddings))
  const operation = providers.length === 1 ? 'parse' : 'compare'
  if (random.next() < 0.2) {
    const body = {
      operation,
      source: { url: outside.publish(document) },
      outputs: ['markdown'],
      ...(operation === 'parse' ? { provider: providers[0] } : { providers }),
      ...(webhook && { webhook: { url: outside.webhook } }),
    }
    return { text, providers, webhook, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  const headers = {
    'content-type': 'text/plain',
    'x-service-filename': 'a.txt',
    'x-service-outputs': 'markdown',
    'x-service-operation': operation,
    [operation === 'parse' ? 'x-service-provider' : 'x-service-providers']: providers.join(','),
    ...(webhook && { 'x-service-webhook': outside.webhook }),
  }
  return { text, providers, webhook, body: document, headers }
}

const isAccepted = (body: unknown): body is { id: string } =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'

const storm = 4

/**
 * Asks until a job is acknowledged, each time any API that is up, with one idempotency key: as a careful caller does.
 */
const createOne = async (load: Load): Promise<Acknowledged> => {
  const { random, urls, key, answers, over } = load
  const { text, providers, webhook, body, headers: own } = wish(load)
  const headers = { ...own, authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() }
  const note = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1)

  const ask = async (url: string): Promise<string | null> => {
    try {
      const signal = AbortSignal.timeout(patienceMs)
      const response = await fetch(`${url}/api/v1/jobs`, { method: 'POST', headers, body, signal })
      note(String(response.status))
      const answer: unknown = await response.json()
      if (response.status === 200 || response.status === 202) return isAccepted(answer) ? answer.id : null
      // Too many uploads of this account, or no database: both are transient.
      assert.ok([429, 503].includes(response.status), `an answer ${response.status}: ${JSON.stringify(answer)}`)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      note('none')
    }
    return null
  }

  // Now and then a hasty caller asks all of them at once, several times each.
  const isHasty = random.next() < 0.15
  for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    over.throwIfAborted()
    const up = urls()
    const asked = isHasty ? up.flatMap((url) => Array.from({ length: storm }, () => url)) : up.slice(0, 1)
    const ids = (await Promise.all(asked.map(ask))).filter((id) => id !== null)
    const [id] = ids
    assert.ok(
      ids.every((other) => other === id),
      'one key has made two jobs',
    )
    if (id !== undefined) {
      const deleted = random.next() < 0.05
      if (deleted) await remove(load, id)
      return { id, text, providers, webhook, deleted }
    }
    await setTimeout(pauseMs)
  }
}

/** Tries once, a moment later; asking again for a deletion may be answered with 404. */
const remove = async ({ random, urls, key }: Load, id: string): Promise<void> => {
  await setTimeout(random.between(0, 2000))
  const [url = ''] = urls()
  const signal = AbortSignal.timeout(patienceMs)
  const headers = { authorization: `Bearer ${key}` }
  await fetch(`${url}/api/v1/jobs/${id}`, { method: 'DELETE', headers, signal }).catch(() => {})
}

/** How a job has ended. */
type End = { readonly status: 'complete' | 'failed' | 'erased'; readonly body: string }

/** The job as the APIs return it, asked in turn, once it has ended; null when it does not end in time. */
const readEnd = async (
  { urls, key, over }: Load,
  { id, deleted }: Acknowledged,
  deadline: number,
): Promise<End | null> => {
  while (Date.now() < deadline && !over.aborted) {
    const [url] = urls()
    try {
      if (url === undefined) throw new Error('no API is up')
      const signal = AbortSignal.timeout(30_000)
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(`${url}/api/v1/jobs/${id}?wait=10`, { headers, signal })
      const body = await response.text()
      if (response.status === 404 && deleted) return { status: 'erased', body }
      assert.notEqual(response.status, 404, `${id} is lost`)
      const status = /"status":"(?<status>complete|failed)"/.exec(body)?.groups?.['status']
      if (response.status === 200 && (status === 'complete' || status === 'failed')) return { status, body }
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
    }
    await setTimeout(200)
  }
  return null
}

/** An acknowledged job and its end; null when it has not ended in time. */
export type Followed = Acknowledged & { readonly end: End | null }

/** The limit of open jobs: on a slow machine a larger backlog would take too long to settle. */
const maxOpen = 50

/** Creates this many jobs a second until the time is up, and follows each to its end, for which there is more time. */
export const createMany = async (
  load: Load,
  { until, rate, settleMs }: { until: number; rate: number; settleMs: number },
): Promise<Followed[]> => {
  const following: Promise<Followed>[] = []
  let open = 0
  const createAndFollow = async (): Promise<Followed> => {
    open += 1
    try {
      const job = await createOne(load)
      return { ...job, end: await readEnd(load, job, until + settleMs) }
    } finally {
      open -= 1
    }
  }
  for (; Date.now() < until; await setTimeout(load.random.between(0, 2000 / rate))) {
    if (open >= maxOpen) continue
    const followed = createAndFollow()
    // `Promise.all` reports failures at the end.
    followed.catch(() => {})
    following.push(followed)
  }
  return Promise.all(following)
}
