import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { IssuedKey } from '@polyparse/contract/admin'
import { AuditList, type AuditEntry } from '@polyparse/contract/audit'
import { Check } from '@polyparse/document/typebox/value'
import { pino } from 'pino'
import { createSession } from '../../src/accounts/sessions.ts'
import { audited, purgeAuditEntries } from '../../src/audit/audit.ts'
import { createAuditedOperator } from '../../src/api/audited-operator.ts'
import { createOperator } from '../../src/api/admin-operator.ts'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import { createAuditChore } from '../../src/worker/chores.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { openWorkerHarness } from '../support/worker.ts'

const adminToken = 'test-admin-token-0123456789'

describe('the audit log', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const ask = async (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) => {
    const authorization = `Bearer ${adminToken}`
    return api.app.inject({
      method,
      url: `/api/admin${url}`,
      headers: { authorization, ...headers },
      ...(payload !== undefined && { payload }),
    })
  }
  const entries = async (query = ''): Promise<AuditEntry[]> => {
    const list: unknown = (await ask('GET', `/audit${query}`)).json()
    assert.ok(Check(AuditList, list))
    return list.entries
  }
  const newest = async (): Promise<AuditEntry> => {
    const [entry] = await entries('?limit=1')
    assert.ok(entry !== undefined)
    return entry
  }
  const issue = async (body: object): Promise<IssuedKey> => {
    const issued: unknown = (await ask('POST', '/keys', body)).json()
    assert.ok(Check(IssuedKey, issued), JSON.stringify(issued))
    return issued
  }
  const parts = () => ({ database: api.database, clock: api.clock })
  const nobody = { kind: 'command', id: null, name: 'tester', address: null, requestId: null } as const

  it('says who made, changed and replaced a key of which account, and never the key', async () => {
    const account = `audited-${randomUUID()}`
    const issued = await issue({ account, name: 'reader', scopes: ['jobs:read'], pagesPerDay: 5 })
    const made = await newest()
    assert.deepEqual(
      [made.action, made.outcome, made.actor, made.account, made.target],
      ['key.create', 'done', 'admin_token', account, issued.id],
    )
    assert.deepEqual(made.details, { name: 'reader', scopes: ['jobs:read'], pagesPerDay: 5 })
    assert.ok(made.address !== null && made.requestId !== null)
    await ask('POST', `/keys/${issued.id}/disable`, {})
    const { action, account: whose, target } = await newest()
    assert.deepEqual([action, whose, target], ['key.disable', account, issued.id])
    await ask('POST', `/keys/${issued.id}/rotate`, {})
    assert.deepEqual([(await newest()).action, (await newest()).outcome], ['key.rotate', 'refused'])
    await ask('POST', `/keys/${issued.id}/enable`, {})
    const rotated = (await ask('POST', `/keys/${issued.id}/rotate`, { graceSeconds: 0 })).json()
    const replaced = await newest()
    assert.deepEqual([replaced.target, replaced.details['replaces']], [rotated.id, issued.id])
    await ask('POST', '/provider-keys', { account, provider: 'provider-a', key: 'vendor-secret-4711' })
    await ask('POST', '/webhook-secret', { account, rotate: true })
    const { secret } = (await ask('POST', '/webhook-secret', { account })).json()
    assert.equal((await newest()).action, 'webhook_secret.read')
    const { url } = (await ask('POST', '/sign-in-links', { account, role: 'operator' })).json()
    assert.deepEqual((await newest()).details, { role: 'operator' })
    const everything = JSON.stringify(await api.database.query('select * from audit_entries'))
    for (const hidden of [issued.key, rotated.key, secret, 'vendor-secret', String(url).split('#').at(-1) ?? ''])
      assert.ok(hidden.length > 5 && !everything.includes(hidden))
  })

  it('says which key cancelled, retried and erased a job, and keeps that when the job is gone', async () => {
    const { id } = (await api.create()).json()
    const post = (what: string) => api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/${what}` })
    assert.equal((await post('cancel')).statusCode, 200)
    assert.equal((await post('retry')).statusCode, 202)
    assert.equal((await post('retry')).statusCode, 202)
    assert.equal((await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })).statusCode, 204)
    const found = await entries(`?target=${id}`)
    assert.deepEqual(
      found.map(({ action, outcome, actor }) => [action, outcome, actor]),
      [
        ['job.erase', 'done', 'key'],
        ['job.retry', 'done', 'key'],
        ['job.retry', 'done', 'key'],
        ['job.cancel', 'done', 'key'],
      ],
    )
    const [{ id: keyId } = { id: '' }] = await api.database.query<{ id: string }>(
      `select keys.id from keys join accounts on accounts.id = account_id where accounts.name = 'first'`,
    )
    assert.ok(found.every(({ actorId, account }) => actorId === keyId && account === 'first'))
    // Of what was not there, or another account's, nothing is recorded under the account that asked.
    const other = { authorization: `Bearer ${await api.otherKey()}` }
    const before = (await entries()).length
    for (const each of [id, randomUUID(), 'x'])
      assert.equal(
        (await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${each}`, headers: other })).statusCode,
        404,
      )
    assert.equal((await entries()).length, before)
  })

  it('names the person who has signed in as an operator', async () => {
    const created = await createSession(
      api.database,
      { accountId: null, role: 'operator', person: 'ada@example.com', lifetimeMs: 60_000 },
      api.clock(),
    )
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/admin/keys',
      headers: { cookie: `__Host-polyparse-session=${created.secret}`, 'x-polyparse-session': '1' },
      payload: { account: 'signed-in' },
    })
    assert.equal(response.statusCode, 201, response.body)
    const { actor, actorId, actorName } = await newest()
    assert.deepEqual([actor, actorId, actorName], ['session', created.session.id, 'ada@example.com'])
  })

  it('does nothing that it cannot record, and says of what it could not complete that it is unknown', async () => {
    const deaf = {
      ...api.database,
      query: async <Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> => {
        if (sql.includes('insert into audit_entries')) throw new DatabaseUnavailableError('away')
        return api.database.query<Row>(sql, parameters)
      },
    }
    let isDone = false
    const how = { resultOf: () => ({ outcome: 'done' }) as const, isRefusal: () => false }
    const act = { action: 'key.disable', account: 'a', target: randomUUID() } as const
    const work = async () => {
      isDone = true
    }
    await assert.rejects(audited({ ...parts(), database: deaf }, nobody, act, work, how), DatabaseUnavailableError)
    assert.equal(isDone, false)
    const dying = {
      ...api.database,
      query: async <Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> => {
        if (sql.includes('update audit_entries')) throw new DatabaseUnavailableError('away')
        return api.database.query<Row>(sql, parameters)
      },
    }
    await audited({ ...parts(), database: dying }, nobody, act, work, how)
    assert.equal(isDone, true)
    assert.deepEqual([(await newest()).outcome, (await newest()).actorName], ['unknown', 'tester'])
    await assert.rejects(
      audited(parts(), nobody, act, () => Promise.reject(new Error('broken')), how),
      /broken/,
    )
    assert.equal((await newest()).outcome, 'failed')
  })

  it('takes any text that an operator may send', async () => {
    const { providerKeys, webhookSecrets, blobs, settings } = api.parts
    const operator = createAuditedOperator(
      createOperator({ ...parts(), blobs, providerKeys, webhookSecrets, settings, baseUrl: () => 'http://x' }),
      parts(),
      nobody,
    )
    for (const account of ['\u0000', '\ud800', 'x'.repeat(100_000)]) {
      await assert.rejects(operator.createKey({ account }), { name: 'KeyRequestError' })
      const { outcome, account: kept } = await newest()
      assert.equal(outcome, 'refused')
      assert.ok(kept !== null && kept.length <= 200)
    }
    assert.equal(await operator.disableKey({ id: 'not-a-uuid' }), null)
    assert.deepEqual([(await newest()).outcome, (await newest()).target], ['refused', 'not-a-uuid'])
  })

  it('is read page by page, by account, action and time, and by operators alone', async () => {
    const account = `pages-${randomUUID()}`
    for (let count = 0; count < 5; count += 1) await issue({ account })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: string = `?account=${account}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`
      const page: unknown = (await ask('GET', `/audit${query}`)).json()
      assert.ok(Check(AuditList, page))
      seen.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    assert.deepEqual([seen.length, new Set(seen).size], [5, 5])
    assert.deepEqual(seen, seen.toSorted().toReversed())
    const [last] = await entries(`?account=${account}&limit=1`)
    assert.equal(
      (await entries(`?account=${account}&until=${last?.at ?? ''}`)).some(({ id }) => id === last?.id),
      false,
    )
    assert.equal((await entries(`?account=${account}&action=key.disable`)).length, 0)
    for (const query of [
      '?limit=0',
      '?limit=1001',
      '?action=x',
      '?since=yesterday',
      '?since=2026-01-01T23:59:60Z',
      '?x=1',
    ])
      assert.equal((await ask('GET', `/audit${query}`)).statusCode, 400, query)
    const withKey = { authorization: `Bearer ${api.key}` }
    assert.equal((await ask('GET', '/audit', undefined, withKey)).statusCode, 401)
  })

  it('forgets entries after the time that is set, and no others', async (t) => {
    const harness = await openWorkerHarness([])
    t.after(() => harness.close())
    const { database, clock } = harness
    const how = { resultOf: () => ({ outcome: 'done' }) as const, isRefusal: () => false }
    const act = { action: 'key.disable', account: 'a', target: null } as const
    const add = () => audited({ database, clock }, nobody, act, async () => {}, how)
    await add()
    clock.advance(100)
    await add()
    const purge = (seconds: number) =>
      createAuditChore(seconds).run(
        { ...harness.parts, logger: pino({ level: 'silent' }) },
        { resultSeconds: 1, jobSeconds: 1 },
      )
    assert.equal(await purge(101), 0)
    assert.equal(await purge(99), 1)
    assert.equal(await purge(99), 0)
    assert.equal(await purgeAuditEntries(database, clock(), 10), 0)
    assert.equal((await database.query('select 1 from audit_entries')).length, 1)
  })
})
