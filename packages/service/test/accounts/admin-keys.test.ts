import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Problem } from '@polyparse/contract'
import { IssuedKey } from '@polyparse/contract/admin'
import { Check } from '@polyparse/document/typebox/value'
import { authenticate } from '../../src/accounts/authenticate.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import type { Database } from '../../src/db/database.ts'
import { testClock } from '../support/clock.ts'
import { openTestDatabase } from '../support/database.ts'
import { createAdminApp } from './admin-app.ts'

const adminToken = 'the-admin-token-of-this-test'
const clock = testClock()
let folder: string
let database: Database
let app: ReturnType<typeof createAdminApp>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-admin-'))
  database = await openTestDatabase()
  app = createAdminApp({ database, blobs: await openDiskBlobs(folder), clock, adminToken })
})
after(async () => {
  await app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Method = 'GET' | 'POST'
const ask = async (method: Method, url: string, body?: object, token = adminToken) => {
  const response = await app.inject({
    method,
    url: `/api/admin${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json<Record<string, unknown>>() }
}

const issue = async (body: object = {}): Promise<IssuedKey> => {
  const answer = await ask('POST', '/keys', { account: randomUUID(), ...body })
  assert.equal(answer.status, 201)
  assert.ok(Check(IssuedKey, answer.body))
  return answer.body
}

const isValid = async (key: string) => (await authenticate(database, key, clock())) !== null

const routes: readonly [Method, string][] = [
  ['GET', '/accounts'],
  ['GET', '/sessions'],
  ['POST', `/sessions/${randomUUID()}/end`],
  ['POST', '/sign-in-links'],
  ['GET', '/spending'],
  ['GET', '/doctor'],
  ['POST', '/providers/check'],
  ['POST', '/backup/tickets'],
  ['POST', '/webhook-secret'],
  ['GET', '/provider-keys'],
  ['POST', '/provider-keys'],
  ['POST', '/provider-keys/remove'],
  ['GET', '/keys'],
  ['POST', '/keys'],
  ['POST', `/keys/${randomUUID()}/disable`],
  ['POST', `/keys/${randomUUID()}/enable`],
  ['POST', `/keys/${randomUUID()}/rotate`],
  ['GET', '/jobs'],
  ['GET', `/jobs/${randomUUID()}`],
  ['POST', `/jobs/${randomUUID()}/cancel`],
]

test('every admin route is closed without the admin token', async () => {
  const { key } = await createKey(database, { account: 'a', name: 'b', expiresAt: null }, clock())
  const wrong = ['', 'Bearer', 'Bearer ', `Bearer ${adminToken}x`, `Bearer ${adminToken.slice(1)}`, `Bearer ${key}`]
  for (const [method, url] of routes)
    for (const authorization of [undefined, ...wrong, `Basic ${adminToken}`, adminToken]) {
      const headers = authorization === undefined ? {} : { authorization }
      const response = await app.inject({ method, url: `/api/admin${url}`, headers, payload: '{' })
      assert.equal(response.statusCode, 401, `${method} ${url} with ${authorization}`)
      assert.equal(response.headers['www-authenticate'], 'Bearer')
      assert.ok(Check(Problem, response.json()))
      assert.equal(response.json<Problem>().code, 'unauthorized')
    }
})

test('no answer of the admin routes may be cached', async () => {
  for (const [method, url] of routes) assert.equal((await ask(method, url)).headers['cache-control'], 'no-store')
})

test('creating a key for a new account creates the account, and the key works', async () => {
  const account = randomUUID()
  const issued = await issue({ account, name: 'first' })
  assert.equal(issued.account, account)
  assert.equal(issued.name, 'first')
  assert.equal(issued.expiresAt, null)
  assert.equal(await isValid(issued.key), true)
  const { body } = await ask('GET', '/accounts')
  assert.ok(Array.isArray(body['accounts']))
  assert.ok(body['accounts'].some(({ name }) => name === account))
})

test('listed keys show everything but the key', async () => {
  const { key, ...rest } = await issue({ expiresAt: '2026-02-01T00:00:00+01:00' })
  const answer = await ask('GET', `/keys?account=${rest.account}`)
  assert.deepEqual(answer, { ...answer, status: 200, body: { keys: [rest] } })
  assert.equal(rest.expiresAt, '2026-01-31T23:00:00.000Z')
  assert.equal(JSON.stringify((await ask('GET', '/keys')).body).includes(key), false)
})

test('a key may be created with scopes and limits of its own, and has them after a rotation', async () => {
  const restrictions = { scopes: ['jobs:write', 'webhooks'], requestsPerMinute: 60, pagesPerDay: 1000 }
  const { id, ...issued } = await issue(restrictions)
  assert.partialDeepStrictEqual(issued, restrictions)
  assert.partialDeepStrictEqual((await ask('POST', `/keys/${id}/rotate`)).body, restrictions)
  assert.partialDeepStrictEqual(await issue({ scopes: null }), {
    scopes: null,
    requestsPerMinute: null,
    pagesPerDay: null,
  })
  for (const [field, wrong] of Object.entries({ scopes: ['all'], requestsPerMinute: 0, pagesPerDay: 1.5 })) {
    const { status, body } = await ask('POST', '/keys', { account: 'a', [field]: wrong })
    assert.equal(status, 400)
    assert.match(String(body['detail']), new RegExp(field))
  }
  assert.equal((await ask('POST', '/keys', { account: 'a', scopes: [] })).status, 400)
})

test('disable and enable take effect with the next request', async () => {
  const { id, key } = await issue()
  assert.equal((await ask('POST', `/keys/${id}/disable`)).body['disabledAt'], clock().toISOString())
  assert.equal(await isValid(key), false)
  assert.equal((await ask('POST', `/keys/${id}/enable`)).body['disabledAt'], null)
  assert.equal(await isValid(key), true)
})

test('rotate without a body keeps the old key valid for a day', async () => {
  const { id, key, account } = await issue()
  const rotated = await ask('POST', `/keys/${id}/rotate`)
  assert.equal(rotated.status, 201)
  assert.ok(Check(IssuedKey, rotated.body))
  assert.equal(await isValid(rotated.body.key), true)
  assert.equal(await isValid(key), true)
  const { body } = await ask('GET', `/keys?account=${account}`)
  assert.ok(Array.isArray(body['keys']))
  const old = body['keys'].find((each) => each.id === id)
  assert.equal(old.expiresAt, new Date(clock().getTime() + 24 * 3_600_000).toISOString())
})

test('rotate accepts a grace time and an expiry', async () => {
  const { id, key } = await issue()
  const { body } = await ask('POST', `/keys/${id}/rotate`, { graceSeconds: 0, expiresAt: '2027-01-01T00:00:00Z' })
  assert.equal(body['expiresAt'], '2027-01-01T00:00:00.000Z')
  assert.equal(await isValid(key), false)
})

test('a key that is disabled cannot be rotated, and the problem says why', async () => {
  const { id } = await issue()
  await ask('POST', `/keys/${id}/disable`)
  const { status, body } = await ask('POST', `/keys/${id}/rotate`)
  assert.equal(status, 400)
  assert.match(String(body['detail']), /disabled/)
})

test('every mistake in a body or query is named', async () => {
  const { id } = await issue()
  const mistakes: readonly [Method, string, object | undefined, string][] = [
    ['POST', '/keys', undefined, 'account'],
    ['POST', '/keys', {}, 'account'],
    ['POST', '/keys', { account: '' }, 'account'],
    ['POST', '/keys', { account: 'a\nb' }, 'account'],
    ['POST', '/keys', { account: 7 }, 'account'],
    ['POST', '/keys', { account: 'a', name: 'x'.repeat(101) }, 'name'],
    ['POST', '/keys', { account: 'a', expiresAt: 'tomorrow' }, 'expiresAt'],
    ['POST', '/keys', { account: 'a', expiresAt: '2016-12-31T23:59:60Z' }, 'expiresAt'],
    ['POST', '/keys', { account: 'a', role: 'b' }, 'role'],
    ['POST', '/keys', [], 'body'],
    ['POST', `/keys/${id}/rotate`, { graceSeconds: -1 }, 'graceSeconds'],
    ['POST', `/keys/${id}/rotate`, { graceSeconds: 1e9 }, 'graceSeconds'],
    ['GET', '/jobs?status=done', undefined, 'status'],
    ['GET', '/jobs?limit=0', undefined, 'limit'],
  ]
  for (const [method, url, sent, field] of mistakes) {
    const { status, body } = await ask(method, url, sent)
    assert.equal(status, 400, `${url} ${JSON.stringify(sent)} ${JSON.stringify(body)}`)
    assert.ok(Check(Problem, body))
    assert.equal(body.code, 'validation_error')
    assert.ok(
      body.errors?.some((error) => error.field === field),
      JSON.stringify(body),
    )
  }
})

test('a body that is not JSON or is too large is refused', async () => {
  const request = {
    method: 'POST',
    url: '/api/admin/keys',
    headers: { authorization: `Bearer ${adminToken}` },
  } as const
  assert.equal((await app.inject({ ...request, payload: '{"account"' })).statusCode, 400)
  assert.equal((await app.inject({ ...request, payload: ' '.repeat(1024 * 1024 + 1) })).statusCode, 413)
})

test('an unknown or malformed id is not found', async () => {
  for (const id of [randomUUID(), 'x', '%27', '%00'])
    for (const [method, url] of [
      ['POST', `/keys/${id}/disable`],
      ['POST', `/keys/${id}/enable`],
      ['POST', `/keys/${id}/rotate`],
      ['GET', `/jobs/${id}`],
      ['POST', `/jobs/${id}/cancel`],
    ] as const) {
      const { status, body } = await ask(method, url)
      assert.equal(status, 404, url)
      assert.equal(body['code'], 'not_found')
    }
})
