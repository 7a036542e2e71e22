import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { AccountUsage, limits, TestWebhookEvent, WebhookSecret, WebhookTest } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import { createKey } from '../../src/accounts/keys.ts'
import { ensureAccount } from '../../src/accounts/accounts.ts'
import { loopbackPolicy, openLoopback } from '../lib/loopback.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'
import { isSignedWith } from '../support/standard-webhooks.ts'

describe('GET /api/v1/usage', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
    await ensureAccount(api.database, 'second', api.clock())
    for (const [account, day, provider, jobs, pages, cost] of [
      ['first', today(), 'provider-b', 1, 4, 20_000],
      ['first', today(), 'provider-b', 2, 6, 12_500],
      ['first', today(), 'provider-a', 5, 50, 0],
      ['first', daysAgo(29), 'provider-a', 1, 1, 0],
      ['first', daysAgo(30), 'provider-a', 1, 7, 0],
      ['second', today(), 'provider-a', 1, 1000, 0],
    ] as const)
      await api.database.query(
        `insert into usage (account_id, day, provider, jobs, pages, cost)
         select id, $2, $3, $4, $5, $6 from accounts where name = $1`,
        [account, day, provider, jobs, pages, cost],
      )
  })
  after(() => api.close())

  const daysAgo = (days: number): string =>
    new Date(api.clock().getTime() - days * 24 * 3_600_000).toISOString().slice(0, 10)
  const today = () => daysAgo(0)
  const read = async (query = ''): Promise<AccountUsage> => {
    const answer = await api.inject({ url: `/api/v1/usage${query}` })
    assert.equal(answer.statusCode, 200, answer.body)
    const body: unknown = answer.json()
    assert.ok(Check(AccountUsage, body), answer.body)
    return body
  }

  it('sums the jobs, pages and cost of the account by day and provider, of thirty days unless others are asked for', async () => {
    assert.deepEqual(await read(), {
      from: daysAgo(29),
      to: today(),
      currency: 'USD',
      usage: [
        { day: daysAgo(29), provider: 'provider-a', jobs: 1, pages: 1, cost: 0 },
        { day: today(), provider: 'provider-a', jobs: 5, pages: 50, cost: 0 },
        { day: today(), provider: 'provider-b', jobs: 3, pages: 10, cost: 0.0325 },
      ],
      limits: {},
    })
    const { usage } = await read(`?from=${daysAgo(31)}&to=${daysAgo(30)}`)
    assert.deepEqual(usage, [{ day: daysAgo(30), provider: 'provider-a', jobs: 1, pages: 7, cost: 0 }])
    assert.equal((await read(`?to=${daysAgo(1)}`)).from, daysAgo(30))
  })

  it('refuses what are no days, or too many of them', async () => {
    const refused = async (query: string) => refusedFields(await api.inject({ url: `/api/v1/usage${query}` }))
    assert.deepEqual(await refused('?from=yesterday'), ['from'])
    assert.deepEqual(await refused('?to=2026-02-30'), ['to'])
    assert.deepEqual(await refused('?from=2026-01-02&to=2026-01-01'), ['from'])
    assert.deepEqual(await refused('?from=2025-01-01&to=2026-01-02'), ['from'])
    assert.deepEqual(await refused('?day=2026-01-01'), ['day'])
    await read('?from=2025-01-01&to=2026-01-01')
  })
})

describe('The limits in GET /api/v1/usage', () => {
  it('are those of the account and of the key, with what counts against them today', async (t) => {
    const api = await openApiHarness({ settings: { paidPagesPerDay: 100, paidCostPerJob: 2.5 } })
    t.after(() => api.close())
    const { key } = await createKey(
      api.database,
      { account: 'first', name: 'limited', expiresAt: null, pagesPerDay: 500 },
      api.clock(),
    )
    await ensureAccount(api.database, 'second', api.clock())
    for (const [account, day, pages] of [
      ['first', `(now() at time zone 'utc')::date`, 24],
      ['first', `(now() at time zone 'utc')::date`, 3],
      ['first', `(now() at time zone 'utc')::date - 1`, 50],
      ['second', `(now() at time zone 'utc')::date`, 60],
    ] as const)
      await api.database.query(
        `insert into spending (run_id, submission, job_id, account_id, provider, day, pages, cost)
         select $1, 1, $1, id, 'provider-c', ${day}, $3, 0 from accounts where name = $2`,
        [randomUUID(), account, pages],
      )
    const today = api.clock().toISOString().slice(0, 10)
    await api.database.query(
      `insert into usage (account_id, key_id, day, provider, jobs, pages, cost)
       select account_id, id, $1, 'provider-a', 1, 7, 0 from keys where name = 'limited'`,
      [today],
    )
    const limitsFor = async (headers = {}): Promise<unknown> =>
      (await api.inject({ url: '/api/v1/usage', headers })).json<AccountUsage>().limits
    const ofTheAccount = { paidPagesPerDay: { limit: 100, used: 27 }, paidCostPerJob: 2.5 }
    assert.deepEqual(await limitsFor(), ofTheAccount)
    assert.deepEqual(await limitsFor({ authorization: `Bearer ${key}` }), {
      ...ofTheAccount,
      pagesPerDay: { limit: 500, used: 7 },
    })
  })
})

describe('The webhooks of an account', () => {
  let api: ApiHarness
  const received: { request: IncomingMessage; body: string }[] = []
  let receiver: Awaited<ReturnType<typeof openLoopback>>
  before(async () => {
    api = await openApiHarness({ settings: { addressPolicy: loopbackPolicy } })
    const keep = async (request: IncomingMessage) => received.push({ request, body: await text(request) })
    receiver = await openLoopback({
      '/hook': (request, response) => void keep(request).then(() => response.writeHead(204).end()),
      '/moved': (_request, response) => response.writeHead(307, { location: '/hook' }).end(),
      '/cut': (request) => request.socket.destroy(),
    })
  })
  after(async () => {
    await api.close()
    await receiver.close()
  })

  const post = (url: string, payload?: object, key = api.key) =>
    api.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/${url}`,
      headers: { authorization: `Bearer ${key}` },
      ...(payload !== undefined && { payload }),
    })
  const rotate = async (): Promise<WebhookSecret> => {
    const answer = await post('secret/rotate')
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const body: unknown = answer.json()
    assert.ok(Check(WebhookSecret, body), answer.body)
    return body
  }
  const tryOut = async (path: string, key?: string): Promise<WebhookTest> => {
    const answer = await post('test', { url: receiver.url(path) }, key)
    assert.equal(answer.statusCode, 200, answer.body)
    const body: unknown = answer.json()
    assert.ok(Check(WebhookTest, body), answer.body)
    return body
  }

  it('are signed with the new secret after a rotation, and for a day with the one before', async () => {
    const first = await rotate()
    const second = await rotate()
    assert.notEqual(second.secret, first.secret)
    assert.equal(second.previousUntil, new Date(api.clock().getTime() + 24 * 3_600_000).toISOString())
    assert.partialDeepStrictEqual(await tryOut('/hook'), { delivered: true, status: 204 })
    const last = received.at(-1)
    assert.ok(last)
    assert.ok(Check(TestWebhookEvent, JSON.parse(last.body)))
    for (const { secret } of [first, second])
      assert.ok(await isSignedWith(secret, last.request.headers, last.body), 'each signs')
    assert.ok(!api.logged.join('\n').includes(second.secret))
  })

  it('can be tested: the answer says what came back, and nothing is repeated or followed', async () => {
    const before = received.length
    assert.partialDeepStrictEqual(await tryOut('/moved'), { delivered: false, status: 307 })
    assert.partialDeepStrictEqual(await tryOut('/nothing'), { delivered: false, status: 404 })
    const cut = await tryOut('/cut')
    assert.deepEqual([cut.delivered, cut.status], [false, undefined])
    assert.ok(cut.error)
    assert.equal(received.length, before)
  })

  it('are tested only where webhooks may go, and a few times a minute', async () => {
    const key = await api.otherKey()
    for (const url of ['http://10.0.0.1/', 'http://[::1]/', 'ftp://example.com/', 'https://user@example.com/', 'x'])
      assert.deepEqual(refusedFields(await post('test', { url }, key)), ['url'], url)
    assert.deepEqual(refusedFields(await post('test', {}, key)), ['url'])
    assert.deepEqual(refusedFields(await post('test', { url: receiver.url('/hook'), body: 'x' }, key)), ['body'])
    for (let n = 0; n < limits.webhookTestsPerMinute; n += 1) await tryOut('/hook', key)
    const refused = await post('test', { url: receiver.url('/hook') }, key)
    assertProblem(refused, 'rate_limited')
    assert.equal(refused.headers['retry-after'], '60')
    api.clock.advance(60)
    await tryOut('/hook', key)
  })
})
