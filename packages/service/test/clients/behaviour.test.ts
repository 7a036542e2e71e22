import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Client, createClient } from '@polyparse/client'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { readBehaviour, type Scenario } from '../support/behaviour/description.ts'
import type { Driver, Order, CallOutcome } from '../support/behaviour/drivers.ts'
import { openLyingProxy, type LyingProxy } from '../support/behaviour/lying-proxy.ts'
import { pythonDriver } from '../support/behaviour/python-driver.ts'
import { typescriptDriver } from '../support/behaviour/typescript-driver.ts'
import { pythonObstacle, pythonWithTools } from '../support/python.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

const scenarios = await readBehaviour()
const pythonSkip = (await pythonObstacle()) ?? false

describe('By the description of behaviour', { concurrency: true, timeout: 300_000 }, () => {
  const stack = suiteStack()
  let service: { readonly url: string; readonly apiKey: string; readonly client: Client }
  let endless: string
  before(async () => {
    const place = await temporaryPlace({ after: (done) => stack.defer(done) })
    const server = await startServer(place, { POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8' })
    stack.defer(() => server.end('SIGTERM').then(() => {}))
    const apiKey = server.key ?? ''
    service = { url: server.url, apiKey, client: createClient({ url: server.url, apiKey }) }
    endless = await openEndless(stack)
  })

  const documents: Record<NonNullable<Scenario['call']['document']>, () => Order['document']> = {
    text: () => ({ filename: 'a.md', content: '# Ferries' }),
    damaged: () => ({ filename: 'a.pdf', content: '%PDF-1.7 is no document' }),
    endless: () => ({ url: endless }),
  }

  /** The job that is there before the call. */
  const prepare = async (given: NonNullable<Scenario['given']>, metadata: Order['metadata']): Promise<string> => {
    const document = documents[given === 'failed' ? 'damaged' : given]()
    const source = 'url' in document ? document.url : Buffer.from(document.content)
    const filename = 'url' in document ? undefined : document.filename
    const request = { operation: 'parse', outputs: ['markdown'], metadata } as const
    const { id } = await service.client.jobs.create(source, request, { filename })
    if (given !== 'endless') await service.client.jobs.wait(id)
    return id
  }

  const play = async (scenario: Scenario, driver: Driver): Promise<void> => {
    const { call, given, faults = [], cancel, expect } = scenario
    const metadata = { scenario: randomUUID() }
    const listed = () => Array.fromAsync(service.client.jobs.list({ metadata }))
    await using proxy = await disposable(await openLyingProxy(service.url, faults))
    if (scenario.service === 'away') await proxy.close()
    const order: Order = {
      url: proxy.url,
      apiKey: service.apiKey,
      call,
      metadata,
      jobId: given === undefined ? null : await prepare(given, metadata),
      document: documents[call.document ?? 'text'](),
      idempotencyKey: call.key === undefined ? null : call.key === 'own' ? `Schlüssel-${randomUUID()}` : '',
    }
    try {
      const outcome = await playCall(
        driver,
        order,
        proxy,
        cancel !== undefined || faults.some(({ do: what }) => what.startsWith('hold-')),
      )
      assert.equal(outcome.error, expect.error ?? null, outcome.message)
      if (expect.retryAfter !== undefined) assert.equal(outcome.retryAfter, expect.retryAfter)
      if (expect.namesAddress === true) assert.ok(outcome.message.includes(proxy.url), outcome.message)
      if (expect.again === true) {
        assert.ok(outcome.idempotencyKey !== null)
        const again = await driver.call({ ...order, idempotencyKey: outcome.idempotencyKey }).outcome
        assert.equal(again.error, null, again.message)
      }
      const jobs = await listed()
      const found = {
        created: proxy.created.size,
        left: jobs.length,
        unfinished: jobs.filter(({ status }) => status === 'queued' || status === 'running').length,
        keys: new Set(proxy.keys).size,
      }
      for (const what of ['created', 'left', 'unfinished', 'keys'] as const)
        if (expect[what] !== undefined) assert.equal(found[what], expect[what], `${what}: ${proxy.requests.join(', ')}`)
      for (const [name, count] of Object.entries(expect.requests ?? {}))
        assert.equal(
          proxy.requests.filter((each) => each === name).length,
          count,
          `${name}: ${proxy.requests.join(', ')}`,
        )
      // One that is there several times need not be met as often.
      for (const fault of faults)
        assert.ok(proxy.waiting.filter((each) => each === fault).length < (fault.times ?? 1), 'a fault was not met')
    } finally {
      for (const { id } of await listed()) await service.client.jobs.erase(id)
    }
  }

  const suite = (name: string, open: () => Promise<Driver>, skip: string | false = false): void => {
    // A driver makes one call at a time.
    describe(name, { skip, concurrency: false }, () => {
      let driver: Driver
      before(async () => {
        driver = await open()
      })
      after(() => driver.close())
      for (const scenario of scenarios) it(scenario.name, { timeout: 60_000 }, () => play(scenario, driver))
    })
  }
  suite('the client of TypeScript', async () => typescriptDriver())
  suite('the client of Python that waits', async () => pythonDriver(await pythonWithTools(), 'waits'), pythonSkip)
  suite('the client of Python that awaits', async () => pythonDriver(await pythonWithTools(), 'awaits'), pythonSkip)
})

const playCall = async (
  driver: Driver,
  order: Order,
  proxy: LyingProxy,
  isCancelled: boolean,
): Promise<CallOutcome> => {
  const { outcome, cancel } = driver.call(order)
  if (!isCancelled) return outcome
  await Promise.race([proxy.struck, outcome])
  await cancel()
  proxy.release()
  return outcome
}

const disposable = async (proxy: LyingProxy) => ({ ...proxy, [Symbol.asyncDispose]: proxy.close })

/** The address of a document that never comes: connections are taken, and nothing is answered. */
const openEndless = async (stack: AsyncDisposableStack): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('a server has a port')
  return `http://127.0.0.1:${address.port}/a.pdf`
}
