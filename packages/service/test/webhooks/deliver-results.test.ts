import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type { CanonicalRequest } from '@polyparse/contract'
import type { AddressPolicy } from '@polyparse/outbound'
import { pino } from 'pino'
import type { BlobStore } from '../../src/blobs/blob-store.ts'
import type { Database } from '../../src/db/database.ts'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import { cancelJob, eraseJob } from '../../src/jobs/cancel.ts'
import { claimResultDelivery, readResultDeliveries } from '../../src/jobs/result-deliveries.ts'
import { expireResults, purgeJobs } from '../../src/jobs/retention.ts'
import { startResultDeliveries } from '../../src/webhooks/deliver-results.ts'
import { resultDeliveryAttempted } from '../../src/webhooks/events.ts'
import { loopbackPolicy, openLoopback } from '../lib/loopback.ts'
import { documentOf, hanging, testProvider } from '../support/providers.ts'
import { isSignedWith } from '../support/standard-webhooks.ts'
import { untilDone } from '../support/watched-courier.ts'
import { secretsOf } from '../support/webhook-secrets.ts'
import { openWorkerHarness } from '../support/worker.ts'

const closing: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closing.toReversed()) await close()
})

type Put = { readonly url: string; readonly headers: Record<string, string>; readonly body: string }

const words = 'Grüße, "Welt" \\ '.repeat(9000)

/** A worker, and a bucket that answers each PUT with the next of the given answers and repeats the last one. */
const open = async (answers: readonly ((response: ServerResponse) => void)[]) => {
  const harness = await openWorkerHarness([
    testProvider('good', async () => documentOf(words), { outputs: ['markdown', 'pages'] }),
    testProvider('slow', hanging, { outputs: ['markdown', 'pages'] }),
  ])
  closing.push(() => harness.close())
  harness.clock.advance((Date.now() - harness.clock().getTime()) / 1000)
  const puts: Put[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assert.equal(request.method, 'PUT')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    puts.push({ url: request.url ?? '', headers, body: await text(request) })
    answers[Math.min(puts.length, answers.length) - 1]?.(response)
  }
  const route = (request: IncomingMessage, response: ServerResponse) => void receive(request, response)
  const bucket = await openLoopback({ '/job.json': route, '/job.md': route, '/job.pages': route })
  closing.push(() => bucket.close())
  const logged: string[] = []
  const start = (
    addressPolicy: AddressPolicy = loopbackPolicy,
    { database = harness.database, blobs = harness.blobs }: { database?: Database; blobs?: BlobStore } = {},
  ) => {
    const running = startResultDeliveries({
      database,
      blobs,
      endings: harness.parts.endings,
      webhookSecrets: secretsOf({ database }),
      clock: harness.parts.clock,
      logger: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }),
      addressPolicy,
    })
    closing.push(() => running.close(0))
    return running
  }
  const whole = { url: bucket.url('/job.json?signature=s') }
  const create = (deliver: CanonicalRequest['deliver'] = whole, provider = 'good') =>
    harness.upload({ provider, outputs: ['markdown', 'pages'], deliver })
  const states = (jobId: string) => readResultDeliveries(harness.database, jobId)
  const state = async (jobId: string) => (await states(jobId))[0]
  const isDelivered = async (jobId: string): Promise<boolean> => {
    const found = await states(jobId)
    return found.length > 0 && found.every((each) => each.status === 'delivered')
  }
  return {
    harness,
    bucket,
    puts,
    start,
    create,
    states,
    state,
    isDelivered,
    end: async (deliver: CanonicalRequest['deliver'] = whole) => {
      const { id } = await create(deliver)
      await harness.deliverAll()
      const { job } = await harness.read(id)
      assert.equal(job.status, 'complete', job.error ?? '')
      return id
    },
    elapse: (seconds: number) =>
      harness.database.query(
        'update result_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => $1)',
        [seconds],
      ),
    attempted: (times: number) => untilDone(() => logged.filter((line) => /delivered"/.test(line)).length >= times),
    delivered: (id: string) => untilDone(() => isDelivered(id)),
  }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end('thanks')

test('the whole job and its outputs are put where they are wanted, once, signed and with their length', async () => {
  const { harness, bucket, puts, start, end, delivered } = await open([status(200)])
  start()
  const outputs = { markdown: bucket.url('/job.md'), pages: bucket.url('/job.pages') }
  const id = await end({ url: bucket.url('/job.json'), outputs })
  await delivered(id)
  const body = Object(await harness.body(id))
  const [job, markdown, pages] = ['/job.json', '/job.md', '/job.pages'].map((url) =>
    puts.find((put) => put.url === url),
  )
  assert.equal(puts.length, 3)
  assert.deepEqual(JSON.parse(job?.body ?? ''), body)
  assert.equal(markdown?.body, body.result.outputs.markdown)
  assert.deepEqual(JSON.parse(pages?.body ?? ''), body.result.outputs.pages)
  assert.deepEqual(
    [job, markdown, pages].map((put) => put?.headers['content-type']),
    ['application/json', 'text/markdown; charset=utf-8', 'application/json'],
  )
  const [secret = ''] = await secretsOf(harness).signing(harness.accountId, harness.clock())
  for (const { headers, body: sent } of puts) {
    assert.equal(headers['content-length'], String(Buffer.byteLength(sent)))
    assert.equal(headers['transfer-encoding'], undefined)
    assert.equal(await isSignedWith(secret, headers, sent), true)
  }
  assert.deepEqual(await harness.database.query('select deliver from jobs'), [{ deliver: null }])
})

test('a receiver that fails or redirects is asked again, with the same id and bytes, until it acknowledges', async () => {
  const { puts, start, end, elapse, attempted, state, bucket } = await open([
    status(503),
    status(307, { location: '/job.md' }),
    status(200),
  ])
  const outcomes: string[] = []
  const stopCounting = resultDeliveryAttempted.on(({ outcome }) => outcomes.push(outcome))
  closing.push(async () => stopCounting())
  start()
  const id = await end()
  await attempted(1)
  assert.deepEqual([(await state(id))?.status, (await state(id))?.failure], ['due', 'HTTP status 503'])
  await elapse(6)
  await attempted(2)
  assert.equal((await state(id))?.failure, 'HTTP status 307')
  await elapse(72)
  await attempted(3)
  assert.deepEqual([(await state(id))?.status, (await state(id))?.attempts], ['delivered', 3])
  assert.deepEqual(outcomes, ['retried', 'retried', 'delivered'], 'for the metric of attempts')
  assert.deepEqual(new Set(bucket.requests.map(({ url }) => url)), new Set(['/job.json?signature=s']))
  assert.equal(new Set(puts.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size, 1)
})

test('a receiver that says it is gone, or has failed for a day, is given up and its address forgotten', async () => {
  for (const { answer, isOld } of [
    { answer: status(410), isOld: false },
    { answer: status(500), isOld: true },
  ]) {
    const { harness, start, end, attempted, state } = await open([answer])
    const id = await end()
    if (isOld) await harness.database.query("update jobs set completed_at = completed_at - interval '24 hours'")
    start()
    await attempted(1)
    assert.equal((await state(id))?.status, 'given_up')
    assert.deepEqual(await harness.database.query('select deliver from jobs'), [{ deliver: null }])
  }
})

test('nothing is put to a private address unless it is allowed, also if it was when the job was created', async () => {
  const { bucket, start, end, attempted, state } = await open([status(200)])
  start({ allow: 'none' })
  const id = await end()
  await attempted(1)
  assert.equal(bucket.requests.length, 0)
  assert.match((await state(id))?.failure ?? '', /private or reserved/)
})

test('a receiver that hangs is broken off at the stop, and the result stays due', async () => {
  const { puts, start, end, state } = await open([() => {}])
  const running = start()
  const id = await end()
  await untilDone(() => puts.length === 1)
  await running.close(0)
  assert.deepEqual([(await state(id))?.status, (await state(id))?.attempts], ['due', 1])
})

test('two processes never put the same result, and none while it is in flight', async () => {
  const held: ServerResponse[] = []
  const { harness, puts, start, create, delivered } = await open([(response) => void held.push(response), status(200)])
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push((await create()).id)
  await harness.deliverAll()
  start()
  start()
  await untilDone(() => puts.length === 5)
  held[0]?.writeHead(200).end()
  for (const id of ids) await delivered(id)
  assert.equal(new Set(puts.map(({ headers }) => headers['webhook-id'])).size, 5)
  assert.equal(puts.length, 5)
})

/** A process that dies at its call of this number to the database or the storage: from then on it reaches nothing. */
const dyingAfter = (calls: number, { database, blobs }: { database: Database; blobs: BlobStore }) => {
  const died = Promise.withResolvers<void>()
  let left = calls
  const live = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    left -= 1
    if (left >= 0) return call()
    died.resolve()
    throw new DatabaseUnavailableError('the process is dead')
  }
  return {
    died: died.promise,
    isDead: () => left < 0,
    database: {
      ...database,
      query: <Row extends object>(sql: string, parameters?: readonly unknown[]) =>
        live(() => database.query<Row>(sql, parameters)),
    },
    blobs: { ...blobs, read: (...asked: Parameters<BlobStore['read']>) => live(() => blobs.read(...asked)) },
  }
}

test('whenever a process dies, another puts the result, and nobody does after it was acknowledged', async () => {
  const { harness, puts, start, end, elapse, delivered, isDelivered } = await open([status(200)])
  for (let calls = 1; ; calls += 1) {
    const dying = dyingAfter(calls, harness)
    const first = start(loopbackPolicy, dying)
    const id = await end()
    await untilDone(async () => dying.isDead() || (await isDelivered(id)))
    const wasDelivered = await isDelivered(id)
    await first.close(0)
    const second = start()
    await elapse(601)
    await delivered(id)
    await second.close(0)
    const sent = puts.filter(({ headers }) => headers['webhook-id'] === `res_${id}_job`)
    assert.ok(sent.length === 1 || (sent.length === 2 && !wasDelivered), `${sent.length} after ${calls} calls`)
    assert.equal(new Set(sent.map(({ body }) => body)).size, 1)
    if (wasDelivered) return
  }
})

test('an acknowledged result is recorded as delivered once the database is back, and not put again', async () => {
  const { harness, puts, start, end, delivered } = await open([status(200)])
  let failures = 3
  const database: Database = {
    ...harness.database,
    query: async (sql, parameters) => {
      if (sql.includes('update result_deliveries set') && failures > 0) {
        failures -= 1
        throw new DatabaseUnavailableError('away')
      }
      return harness.database.query(sql, parameters)
    },
  }
  start(loopbackPolicy, { database })
  const id = await end()
  await delivered(id)
  assert.deepEqual([failures, puts.length], [0, 1])
})

test('a damaged, expired or erased result is not put anywhere', async () => {
  const { harness, puts, start, end, attempted, state, states } = await open([status(200)])
  const [damaged, expired, erased] = [await end(), await end(), await end()]
  const { job } = await harness.read(damaged)
  const bytes = await harness.blobs.read(job.result?.path ?? '')
  const pieces: Buffer[] = []
  for await (const piece of bytes) pieces.push(Buffer.from(piece))
  const other = Buffer.concat(pieces)
  other[20] = (other[20] ?? 0) ^ 1
  await harness.blobs.delete(job.result?.path ?? '')
  await harness.blobs.write(
    job.result?.path ?? '',
    (async function* () {
      yield other
    })(),
  )
  await harness.database.query("update jobs set completed_at = completed_at - interval '9 days' where id = $1", [
    expired,
  ])
  const now = harness.clock()
  await expireResults(harness.database, new Date(now.getTime() - 7 * 24 * 3_600_000), now)
  assert.equal(await eraseJob(harness.parts, harness.accountId, erased), true)
  start()
  await attempted(2)
  assert.deepEqual(
    [(await state(damaged))?.status, (await state(damaged))?.failure],
    ['given_up', 'the stored result is damaged'],
  )
  assert.deepEqual(
    [(await state(expired))?.status, (await state(expired))?.failure],
    ['given_up', 'the result is no longer stored'],
  )
  assert.deepEqual(await states(erased), [])
  assert.equal(puts.length, 0)
})

test('a failed job delivers nothing, and where its result was wanted is forgotten', async () => {
  const { harness, create, states } = await open([status(200)])
  const { id } = await create(undefined, 'slow')
  assert.equal(await cancelJob(harness.parts, id), true)
  assert.deepEqual(await states(id), [])
  assert.deepEqual(await harness.database.query('select deliver from jobs'), [{ deliver: null }])
})

test('a job keeps its record until its result is delivered', async () => {
  const { harness, start, end, delivered } = await open([status(200)])
  const id = await end()
  const now = harness.clock()
  const purge = async () => (await purgeJobs(harness.database, { created: now, completed: now }, now)).purged
  assert.equal(await purge(), 0)
  start()
  await delivered(id)
  assert.equal(await purge(), 1)
})

test('receivers that hang hold up no other account', async () => {
  const { harness, puts, start, create, delivered } = await open([() => {}, () => {}, status(200)])
  for (let count = 0; count < 3; count += 1) await create()
  await harness.deliverAll()
  start()
  await untilDone(() => puts.length === 2)
  const { id } = await harness.asAccount(() => create())
  await harness.deliverAll()
  await delivered(id)
  assert.equal(puts.length, 3)
  assert.equal(
    await claimResultDelivery(harness.database, { busyAccounts: [harness.accountId], claimSeconds: 1 }),
    null,
  )
})
