import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { BatchWebhookEvent, WebhookEvent } from '@polyparse/contract'
import { pino } from 'pino'
import { Check } from '@polyparse/document/typebox/value'
import { ensureAccount } from '../../src/accounts/accounts.ts'
import { completeBatches, createBatch } from '../../src/jobs/batches.ts'
import { cancelJob, eraseJob } from '../../src/jobs/cancel.ts'
import { purgeJobs } from '../../src/jobs/retention.ts'
import { claimDelivery, readDeliveryState } from '../../src/jobs/webhook-deliveries.ts'
import type { Database } from '../../src/db/database.ts'
import type { AddressPolicy } from '@polyparse/outbound'
import type { Clock } from '../../src/lib/clock.ts'
import { startCourier } from '../../src/webhooks/courier.ts'
import { skewedClock } from '../support/clock.ts'
import { loopbackPolicy, openLoopback } from '../lib/loopback.ts'
import { documentOf, hanging, testProvider } from '../support/providers.ts'
import { isSignedWith } from '../support/standard-webhooks.ts'
import { jobRequest } from '../support/job-request.ts'
import { untilDone, watchedCourierParts } from '../support/watched-courier.ts'
import { secretsOf } from '../support/webhook-secrets.ts'
import { openWorkerHarness } from '../support/worker.ts'

const closing: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closing.toReversed()) await close()
})

type Received = { readonly headers: Record<string, string>; readonly body: string }

/** A worker, and a receiver that answers each POST with the next of the given answers and repeats the last one. */
const open = async (answers: readonly ((response: ServerResponse) => void)[]) => {
  const harness = await openWorkerHarness([
    testProvider('good', async () => documentOf('Hello.')),
    testProvider('slow', hanging),
  ])
  closing.push(() => harness.close())
  harness.clock.advance((Date.now() - harness.clock().getTime()) / 1000)
  const received: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    received.push({
      headers: Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)])),
      body,
    })
    const answer = answers[Math.min(received.length, answers.length) - 1]
    answer?.(response)
  }
  const receiver = await openLoopback({ '/hook': (request, response) => void receive(request, response) })
  closing.push(() => receiver.close())
  const logged: string[] = []
  const lookers: (() => Promise<number>)[] = []
  const start = (
    addressPolicy: AddressPolicy = loopbackPolicy,
    { database = harness.database, clock = harness.parts.clock }: { database?: Database; clock?: Clock } = {},
  ) => {
    const logger = pino({ level: 'debug' }, { write: (line) => void logged.push(line) })
    const webhookSecrets = secretsOf({ database })
    const { looks, ...watched } = watchedCourierParts({ database, endings: harness.parts.endings })
    lookers.push(looks)
    const courier = startCourier({ ...watched, webhookSecrets, clock, logger, addressPolicy })
    closing.push(() => courier.close(0))
    return courier
  }
  const create = (provider = 'good') => harness.upload({ provider, webhook: { url: receiver.url('/hook?token=t') } })
  const state = (jobId: string) => readDeliveryState(harness.database, jobId)
  return {
    harness,
    receiver,
    received,
    logged,
    start,
    /** How many announcements have been claimed when every process has looked for what is due since. */
    looked: async () => {
      let claimed = 0
      for (const looks of lookers) claimed += await looks()
      return claimed
    },
    create,
    state,
    /** Creates a job and ends it. */
    end: async () => {
      const job = await create()
      await harness.deliverAll()
      return job.id
    },
    /** Lets time pass for announcements, but not for this process. */
    elapse: async (seconds: number) => {
      await harness.database.query(
        'update webhook_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => $1)',
        [seconds],
      )
    },
    /** Resolves when the outcomes of this many attempts are recorded. */
    attempted: (times: number) => untilDone(() => logged.filter((line) => line.includes('delivered"')).length >= times),
  }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end('thanks')
const never = () => {}

test('the end of a job is announced once, signed, with its id and status', async () => {
  const { harness, received, start, end, state } = await open([status(204)])
  start()
  const id = await end()
  await untilDone(async () => (await state(id))?.status === 'delivered')
  const [{ headers, body } = { headers: {}, body: '' }] = received
  assert.equal(received.length, 1)
  const event: unknown = JSON.parse(body)
  assert.ok(Check(WebhookEvent, event))
  const endedAt = (await harness.read(id)).job.completedAt?.toISOString()
  assert.deepEqual(event, { type: 'job.complete', timestamp: endedAt, data: { id, status: 'complete' } })
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['webhook-timestamp'], String(Math.floor(harness.clock().getTime() / 1000)))
  const [secret = ''] = await secretsOf(harness).signing(harness.accountId, harness.clock())
  assert.equal(await isSignedWith(secret, headers, body), true)
})

test('the end of a batch is announced once, and again after a failure, with the counts of its jobs', async () => {
  const { harness, receiver, received, logged, start } = await open([status(500), status(204)])
  const { database, accountId, clock } = harness
  const job = (index: number) => ({
    id: randomUUIDv7(),
    accountId,
    keyId: null,
    idempotencyKey: `batch/${index}`,
    fingerprint: '',
    request: jobRequest({}),
    providers: ['good'],
    fallback: null,
    source: { url: 'https://example.com/a.pdf' },
  })
  const jobs = [job(1), job(2)]
  const batch = { accountId, idempotencyKey: 'batch', fingerprint: '', webhookUrl: receiver.url('/hook?token=t'), jobs }
  const keptForEver = { created: new Date(0), completed: new Date(0) }
  const { id } = (await createBatch(harness.parts, { ...batch, id: randomUUIDv7() }, keptForEver)).batch
  start()
  for (const each of jobs) await cancelJob(harness.parts, each.id)
  await Promise.all([1, 2, 3].map(() => completeBatches(database, clock())))
  await untilDone(() => logged.some((line) => line.includes('webhook not delivered')))
  await database.query(`update batches set next_attempt_at = now()`)
  await untilDone(() => logged.some((line) => line.includes('webhook delivered')))
  assert.deepEqual(
    received.map(({ body }) => JSON.parse(body).data),
    [1, 2].map(() => ({ id, total: 2, counts: { queued: 0, running: 0, complete: 0, failed: 2 } })),
  )
  assert.ok(
    received.every(
      ({ headers, body }) => headers['webhook-id'] === `msg_${id}` && Check(BatchWebhookEvent, JSON.parse(body)),
    ),
  )
  assert.deepEqual(await database.query('select next_attempt_at, webhook_url from batches'), [
    { next_attempt_at: null, webhook_url: null },
  ])
})

test('a job that fails, even by being cancelled, is announced as failed', async () => {
  const { harness, received, start, create } = await open([status(200)])
  start()
  const { id } = await create('slow')
  assert.equal(await cancelJob(harness.parts, id), true)
  await untilDone(() => received.length > 0)
  const event: unknown = JSON.parse(received[0]?.body ?? '')
  assert.ok(Check(WebhookEvent, event))
  assert.deepEqual([event.type, event.data], ['job.failed', { id, status: 'failed', errorCode: 'cancelled' }])
})

test('an announcement not answered with 2xx is sent again, with its id and body, a new time and signature', async () => {
  const redirect = status(302, { location: '/elsewhere' })
  const { harness, elapse, receiver, received, start, end, attempted, state } = await open([
    status(500),
    redirect,
    status(200),
  ])
  start()
  const id = await end()
  await attempted(1)
  assert.deepEqual(await state(id), { status: 'due', attempts: 1, failure: 'HTTP status 500' })
  harness.clock.advance(1)
  await elapse(6)
  await attempted(2)
  assert.deepEqual(await state(id), { status: 'due', attempts: 2, failure: 'HTTP status 302' })
  harness.clock.advance(1)
  await elapse(72)
  await attempted(3)
  assert.deepEqual(await state(id), { status: 'delivered', attempts: 3, failure: null })

  assert.deepEqual(new Set(receiver.requests.map(({ url }) => url)), new Set(['/hook?token=t']))
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(received.map(({ body }) => body)).size, 1)
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size, 3)
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-signature'])).size, 3)
})

test('a receiver that asks for a pause gets one of that length', async () => {
  const { elapse, start, looked, end, attempted, state } = await open([
    status(429, { 'retry-after': '90' }),
    status(200),
  ])
  start()
  const id = await end()
  await attempted(1)
  assert.deepEqual(await state(id), { status: 'due', attempts: 1, failure: 'HTTP status 429' })
  await elapse(80)
  assert.equal(await looked(), 1)
  await elapse(10)
  await attempted(2)
  assert.equal((await state(id))?.status, 'delivered')
})

test('a receiver that answers 410 gets no more announcements', async () => {
  const { elapse, start, looked, end, attempted, state } = await open([status(410)])
  start()
  const id = await end()
  await attempted(1)
  assert.equal((await state(id))?.status, 'given_up')
  await elapse(24 * 3600)
  assert.equal(await looked(), 1)
})

test('an announcement is given up after 24 hours of failures', async () => {
  const { harness, received, start, end, attempted, state } = await open([(response) => void response.destroy()])
  const id = await end()
  await harness.database.query("update jobs set completed_at = completed_at - interval '24 hours'")
  start()
  await attempted(1)
  assert.equal(received.length, 1)
  assert.equal((await state(id))?.status, 'given_up')
})

test('nothing is sent to a private address unless it is allowed', async () => {
  const { receiver, start, end, attempted, state } = await open([status(200)])
  start({ allow: 'none' })
  const id = await end()
  await attempted(1)
  assert.equal(receiver.requests.length, 0)
  assert.equal((await state(id))?.status, 'due')
  assert.match((await state(id))?.failure ?? '', /private or reserved/)
})

test('an endless answer is cut off, and its status counts', async () => {
  const endless = (response: ServerResponse) => {
    response.writeHead(200)
    const pour = (): void => {
      while (response.write('x'.repeat(16_384)));
    }
    response.on('drain', pour).on('error', () => {})
    pour()
  }
  const { start, end, state, receiver } = await open([endless])
  start()
  const id = await end()
  await untilDone(async () => (await state(id))?.status === 'delivered')
  await untilDone(() => receiver.requests[0]?.socket.destroyed === true)
})

test('wrong headers about the body of an answer do not matter', async () => {
  const odd = (response: ServerResponse) =>
    void response.writeHead(200, { 'content-encoding': 'UTF-8', 'content-type': 'none' }).end('thanks')
  const { received, start, end, attempted, state } = await open([odd])
  start()
  const id = await end()
  await attempted(1)
  assert.deepEqual(await state(id), { status: 'delivered', attempts: 1, failure: null })
  assert.equal(received.length, 1)
})

test('an error of the service counts as a failed attempt, so that nothing is retried for ever', async () => {
  const { receiver, start, end, state } = await open([status(200)])
  start({
    get allow(): 'none' {
      throw new TypeError('a bug')
    },
  })
  const id = await end()
  await untilDone(async () => (await state(id))?.failure !== null)
  assert.deepEqual(await state(id), { status: 'due', attempts: 1, failure: 'an error of the service' })
  assert.equal(receiver.requests.length, 0)
})

const hour = 3600

test('a failed announcement gets its pause also if another process has a clock an hour ahead', async () => {
  const { harness, start, looked, end, attempted, elapse, state } = await open([status(500), status(200)])
  start()
  start(loopbackPolicy, { clock: skewedClock(harness.clock, hour) })
  const id = await end()
  await attempted(1)
  assert.equal(await looked(), 1)
  await elapse(6)
  await attempted(2)
  assert.equal((await state(id))?.status, 'delivered')
})

test('a job ended by a process whose clock is an hour ahead is announced at once', async () => {
  const { harness, start, end, state } = await open([status(200)])
  start(loopbackPolicy, { clock: skewedClock(harness.clock, -hour) })
  const id = await end()
  await untilDone(async () => (await state(id))?.status === 'delivered')
})

test('two processes never send the same announcement', async () => {
  const { received, harness, start, create, state } = await open([status(200)])
  start()
  start()
  const jobs = await Promise.all(Array.from({ length: 12 }, () => create()))
  await harness.deliverAll()
  for (const { id } of jobs) await untilDone(async () => (await state(id))?.status === 'delivered')
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 12)
  assert.equal(received.length, 12)
})

test('while an announcement is in flight it is not sent again', async () => {
  const held: ServerResponse[] = []
  const { elapse, start, looked, end, state } = await open([(response) => void held.push(response)])
  start()
  start()
  const id = await end()
  await untilDone(() => held.length > 0)
  await elapse(20)
  assert.equal(await looked(), 1)
  held[0]?.writeHead(200).end()
  await untilDone(async () => (await state(id))?.status === 'delivered')
})

test('an announcement that was claimed by a process that died is sent by another, under the same id', async () => {
  const { harness, elapse, received, start, end, state } = await open([status(200)])
  const id = await end()
  const claim = { busyAccounts: [], claimSeconds: 30 }
  assert.equal((await claimDelivery(harness.database, claim))?.jobId, id)
  assert.equal(await claimDelivery(harness.database, claim), null)
  start()
  await elapse(31)
  await untilDone(async () => (await state(id))?.status === 'delivered')
  assert.equal(received[0]?.headers['webhook-id'], `msg_${id}`)
})

test('a process that slept after claiming an announcement leaves it to the next attempt', async () => {
  const { harness, elapse, received, start, looked, end, state } = await open([status(200)])
  const id = await end()
  let sleeps = true
  const asleep = Promise.withResolvers<void>()
  const database = {
    ...harness.database,
    query: async <Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]> => {
      const rows = await harness.database.query<Row>(text, parameters)
      if (sleeps && text.includes('webhook_secrets')) {
        sleeps = false
        harness.clock.advance(31)
        asleep.resolve()
      }
      return rows
    },
  }
  start(loopbackPolicy, { database })
  await asleep.promise
  // A look for others that it began before is over by then.
  await looked()
  await elapse(31)
  await untilDone(async () => (await state(id))?.status === 'delivered')
  assert.equal((await state(id))?.attempts, 2)
  assert.equal(received.length, 1)
})

test('a job keeps its record until its end is announced', async () => {
  const { harness, elapse, start, end, attempted, state } = await open([status(500), status(200)])
  start()
  const id = await end()
  await attempted(1)
  const now = harness.clock()
  const purge = async () => (await purgeJobs(harness.database, { created: now, completed: now }, now)).purged
  assert.equal(await purge(), 0)
  await elapse(600)
  await untilDone(async () => (await state(id))?.status === 'delivered')
  assert.equal(await purge(), 1)
})

test('each account has its announcements signed with its own secret, and with both during a rotation', async () => {
  const { harness, received, start, end, create } = await open([status(200)])
  const other = await ensureAccount(harness.database, 'other', harness.clock())
  await secretsOf(harness).signing(other.id, harness.clock())
  await end()
  const { id } = await create()
  await harness.database.query('update jobs set account_id = $2 where id = $1', [id, other.id])
  await harness.deliverAll()
  await secretsOf(harness).rotate('other', harness.clock())
  start()
  await untilDone(() => received.length === 2)

  const [own] = await secretsOf(harness).signing(harness.accountId, harness.clock())
  const [fresh, old] = await secretsOf(harness).signing(other.id, harness.clock())
  for (const { headers, body } of received) {
    const isTheirs = headers['webhook-id'] === `msg_${id}`
    assert.equal(await isSignedWith(own ?? '', headers, body), !isTheirs)
    for (const secret of [fresh, old]) assert.equal(await isSignedWith(secret ?? '', headers, body), isTheirs)
  }
})

test('an erased job is no longer announced', async () => {
  const { harness, start, looked, end, state } = await open([status(200)])
  const id = await end()
  assert.equal(await eraseJob(harness.parts, harness.accountId, id), true)
  assert.equal(await state(id), null)
  start()
  assert.equal(await looked(), 0)
})

test('receivers that do not answer do not hold up other accounts', async () => {
  const { harness, receiver, start, create, end, state } = await open([never, never, never, never, status(200)])
  for (let index = 0; index < 6; index += 1) await create()
  await harness.deliverAll()
  start()
  await untilDone(() => receiver.requests.length === 4)
  const other = randomUUID()
  await harness.database.query('insert into accounts (id, name, created_at) values ($1, $2, now())', [other, other])
  const { id } = await create()
  await harness.database.query('update jobs set account_id = $2 where id = $1', [id, other])
  await harness.deliverAll()
  await untilDone(async () => (await state(id))?.status === 'delivered')
  assert.equal((await state(await end()))?.attempts, 0)
  assert.equal(receiver.requests.length, 5)
})

test('when stopped, it breaks off what does not arrive in time and leaves it due', async () => {
  const { received, start, end, state } = await open([never])
  const courier = start()
  const id = await end()
  await untilDone(() => received.length > 0)
  await courier.close(50)
  assert.deepEqual(await state(id), { status: 'due', attempts: 1, failure: null })
})

test('neither secrets nor the URL get into the log', async () => {
  const { harness, elapse, logged, start, end, attempted } = await open([status(500), status(200)])
  start()
  await end()
  await attempted(1)
  await elapse(6)
  await attempted(2)
  const [secret = ''] = await secretsOf(harness).signing(harness.accountId, harness.clock())
  assert.ok(logged.length >= 2)
  for (const line of logged) assert.ok(!line.includes(secret) && !line.includes('token=t') && !line.includes('v1,'))
})
