import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { JudgementKeeping } from '@polyparse/contract'
import { AuditList } from '@polyparse/contract/audit'
import { Check } from '@polyparse/document/typebox/schema'
import { createKey } from '../../src/accounts/keys.ts'
import { freeKeys } from '../../src/jobs/cancel.ts'
import { expireResults, purgeJobs } from '../../src/jobs/retention.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { type Answer, assertProblem, refusedFields } from '../support/problems.ts'

const side = (provider: string, text: string) => ({ provider, text, before: 'Rent is', after: 'a month' })
const settlement = (truth: string) => ({
  dispute: 1,
  kind: 'number',
  page: 1,
  sides: [side('provider-a', '1,284'), side('provider-b', '1,234')],
  answer: 'text',
  truth,
  right: truth === '1,284' ? ['provider-a'] : [],
})

describe('Judgements on a comparison', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const admin = () => ({ authorization: `Bearer ${api.parts.adminToken}` })
  const keep = async (judgements: JudgementKeeping, account = 'first') => {
    const payload = { account, judgements }
    return api.inject({ method: 'POST', url: '/api/admin/accounts/judgements', payload, headers: admin() })
  }
  const compared = async () => {
    const id: string = (await api.create(parseUrl({ operation: 'compare', providers: ['provider-a'] }))).json().id
    await api.complete(id)
    return id
  }
  const judged = (job: string, truth = '1,284', more: object = {}) => ({
    name: 'costs.pdf',
    job,
    comparedAt: '2026-01-15T09:30:00.480Z',
    disputes: 1,
    readings: [{ provider: 'provider-a', pages: 1, durationMs: 31 }],
    settlements: [settlement(truth)],
    ...more,
  })
  const path = (id: string) => `/api/v1/jobs/${id}/judgements`
  const judge = (id: string, document: object, headers: Record<string, string> = {}) =>
    api.inject({ method: 'PUT', url: path(id), payload: { document }, headers })
  const look = (id: string, headers: Record<string, string> = {}) => api.inject({ url: path(id), headers })
  const tagOf = ({ headers: { etag } }: Awaited<ReturnType<typeof look>>) => ({ 'if-match': String(etag) })
  const documentIn = (answer: Answer): unknown => JSON.parse(answer.body).document
  const list = async () => (await api.inject({ url: '/api/v1/judgements' })).json()

  it('are kept by an account whose operator has it keep them, and by no other', async () => {
    const id = await compared()
    const off = await look(id)
    assert.deepEqual(off.json(), { keeping: 'off', document: null })
    assertProblem(await judge(id, judged(id)), 'forbidden')
    assert.equal((await keep('with_result')).json().judgements, 'with_result')
    assert.equal((await judge(id, judged(id))).statusCode, 200)
    assert.deepEqual((await look(id)).json(), { keeping: 'with_result', document: judged(id) })
    assert.equal((await keep('off')).statusCode, 200)
    assert.deepEqual((await look(id)).json(), off.json())
    assert.equal((await keep('kept', 'nobody')).statusCode, 404)
    const authorization = `Bearer ${(await createKey(api.database, { account: 'second', name: 'x', expiresAt: null }, api.clock())).key}`
    assertProblem(await look(id, { authorization }), 'not_found')
  })

  it('are stored with members that only a newer app knows, and of two people at once one is refused', async () => {
    await keep('with_result')
    const id = await compared()
    const newer = judged(id, '1,284', { notes: [{ field: 1, truth: '1,284' }] })
    const first = await judge(id, newer)
    assert.deepEqual(documentIn(first), newer)
    assert.deepEqual((await look(id)).headers.etag, first.headers.etag)
    // Sent again because the answer was lost.
    assert.equal((await judge(id, newer)).headers.etag, first.headers.etag)
    assertProblem(await judge(id, judged(id, '1,300')), 'judgements_changed')
    const both = await Promise.all(['1,301', '1,302'].map((truth) => judge(id, judged(id, truth), tagOf(first))))
    const statuses = both.map(({ statusCode }) => statusCode)
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [200, 412],
    )
    // As a proxy that compresses names it.
    const weak = { 'if-match': `W/${String((await look(id)).headers.etag)}` }
    assert.equal((await judge(id, judged(id, '1,303'), weak)).statusCode, 200)
    assert.equal((await judge(id, judged(id, '1,304'), { 'if-match': '*' })).statusCode, 200)
    const remove = (headers: Record<string, string>) => api.inject({ method: 'DELETE', url: path(id), headers })
    assertProblem(await remove(weak), 'judgements_changed')
    assert.equal((await remove(tagOf(await look(id)))).statusCode, 204)
    assert.equal((await remove({})).statusCode, 204)
    assert.equal(documentIn(await look(id)), null)
    assertProblem(await api.inject({ method: 'DELETE', url: path(randomUUID()) }), 'not_found')
    assertProblem(await api.inject({ method: 'DELETE', url: path('none') }), 'not_found')
  })

  it('are of a complete job, named in them, and in their form', async () => {
    await keep('with_result')
    const id = await compared()
    assert.deepEqual(refusedFields(await judge(id, judged(randomUUID()))), ['document.job'])
    assert.deepEqual(refusedFields(await judge(id, { ...judged(id), readings: 'x' })), ['document.readings'])
    assert.deepEqual(refusedFields(await judge(id, judged(id, 'a\0b'))), ['document.settlements.truth'])
    assertProblem(await judge(id, judged(id, 'x'.repeat(2 * 1024 ** 2))), 'payload_too_large')
    const queued: string = (await api.create()).json().id
    assertProblem(await judge(queued, judged(queued)), 'no_result')
    assertProblem(await look(queued), 'no_result')
    assertProblem(await judge(randomUUID(), judged(id)), 'not_found')
    assert.equal(documentIn(await look(id)), null)
  })

  it('are listed as the file that the app and bench read, a page at a time', async () => {
    await keep('kept')
    const before: unknown[] = (await list()).documents
    const ids = [await compared(), await compared()]
    for (const id of ids) await judge(id, judged(id))
    const { schema, documents } = await list()
    assert.equal(schema, 'judgements/1')
    assert.deepEqual(documents, [...ids.toReversed().map((id) => judged(id)), ...before])
    const first = (await api.inject({ url: '/api/v1/judgements?limit=1' })).json()
    const next = await api.inject({ url: `/api/v1/judgements?limit=1&cursor=${first.nextCursor}` })
    assert.deepEqual([...first.documents, ...next.json().documents], documents.slice(0, 2))
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/judgements?cursor=x' })), ['cursor'])
    const authorization = `Bearer ${await api.otherKey()}`
    assert.deepEqual((await api.inject({ url: '/api/v1/judgements', headers: { authorization } })).json().documents, [])
  })

  for (const [keeping, isKept] of [
    ['with_result', false],
    ['kept', true],
  ] as const)
    it(`${keeping}: ${isKept ? 'stay when' : 'go as soon as'} the result and the record expire, and go with an erased job`, async () => {
      await keep(keeping)
      const [expired, purged, freed, erased] = [await compared(), await compared(), await compared(), await compared()]
      for (const id of [expired, purged, freed, erased]) assert.equal((await judge(id, judged(id))).statusCode, 200)
      await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${erased}` })
      for (const id of [expired, purged, freed]) await api.age(id, 7 * 24 * 3600)
      // Before anything has been swept.
      const listed = async () => (await list()).documents.map(({ job }: { job: string }) => job)
      const names = await listed()
      assert.deepEqual(
        [expired, erased].map((id) => names.includes(id)),
        [isKept, false],
      )
      if (isKept) assert.deepEqual(documentIn(await look(expired)), judged(expired))
      else assertProblem(await look(expired), 'result_expired')

      const longAgo = new Date(api.clock().getTime() - 7 * 24 * 3600 * 1000)
      const [row] = await api.database.query<{ idempotency_key: string }>(
        'select idempotency_key from jobs where id = $1',
        [freed],
      )
      assert.ok(row)
      const { accountId } = await accountOf(freed)
      assert.equal(
        await freeKeys(api.parts, accountId, [row.idempotency_key], { created: longAgo, completed: longAgo }),
        1,
      )
      await expireResults(api.database, longAgo, api.clock())
      await purgeJobs(api.database, { created: longAgo, completed: longAgo }, api.clock())
      for (const id of [expired, purged, freed]) {
        const rows = await api.database.query('select 1 from judgements where job_id = $1', [id])
        assert.equal(rows.length, isKept ? 1 : 0)
      }
      if (isKept) {
        assert.deepEqual(documentIn(await look(purged)), judged(purged))
        assert.equal(
          (await api.inject({ method: 'DELETE', url: path(purged), headers: { 'if-match': '*' } })).statusCode,
          204,
        )
        // Those whose results are gone go when they are kept no more.
        await keep('with_result')
        assertProblem(await look(freed), 'not_found')
      }
      assert.deepEqual(await api.database.query('select 1 from judgements where job_id = $1', [erased]), [])
    })

  const accountOf = async (id: string) => {
    const [row] = await api.database.query<{ account_id: string }>('select account_id from jobs where id = $1', [id])
    assert.ok(row)
    return { accountId: row.account_id }
  }

  it('are in the audit log, without what they say', async () => {
    await keep('kept')
    const id = await compared()
    await judge(id, judged(id))
    assertProblem(await judge(id, judged(id, '1,300')), 'judgements_changed')
    await api.inject({ method: 'DELETE', url: path(id), headers: { 'if-match': '*' } })
    const read = async (query: string) => {
      const answer = await api.inject({ url: `/api/admin/audit?${query}`, headers: admin() })
      const body: unknown = JSON.parse(answer.body)
      assert.ok(Check(AuditList, body), answer.body)
      assert.ok(!answer.body.includes('Rent'))
      return body.entries.map(({ action, outcome, details }) => [action, outcome, details])
    }
    assert.deepEqual((await read(`target=${id}`)).toReversed(), [
      ['judgements.replace', 'done', { settlements: 1 }],
      ['judgements.replace', 'refused', { settlements: 1 }],
      ['judgements.remove', 'done', {}],
    ])
    assert.deepEqual((await read('action=account.keep_judgements&limit=1'))[0], [
      'account.keep_judgements',
      'done',
      { judgements: 'kept' },
    ])
  })
})
