import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { CreatedShare, limits, SharedJob, Shares } from '@polyparse/contract'
import { AuditList } from '@polyparse/contract/audit'
import type { TSchema, Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import { createKey } from '../../src/accounts/keys.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields, type Answer } from '../support/problems.ts'

const timing = { startedAt: '2026-01-15T09:30:00.120Z', completedAt: '2026-01-15T09:30:00.480Z', durationMs: 360 }
const week = 7 * 24 * 3600

const parsed = <Schema extends TSchema>(schema: Schema, answer: Answer): Static<Schema> => {
  const body: unknown = JSON.parse(answer.body)
  assert.ok(Check(schema, body), answer.body)
  return body
}

const accountSchema = '0195c0de-0000-7000-8000-000000000001'

describe('A link to a result', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const resultOf = (id: string, provider = 'provider-a') => ({
    id,
    outputs: {
      markdown: 'Hello',
      extraction: {
        data: { usage: 'of the document' },
        evidence: [],
        model: 'm',
        usage: { tokens: { input: 777, output: 1 }, cost: 4.2, currency: 'USD' },
      },
      images: [{ id: 'i1', page: 1, bbox: null, width: 1, height: 1, mimeType: 'image/png', data: 'AAAA' }],
    },
    pageCount: 1,
    provider,
    timing,
    warnings: [],
    usage: { pages: 1, cost: 4.2 },
    pageImages: [{ page: 1, width: 2, height: 2, mimeType: 'image/png', url: `/api/v1/jobs/${id}/pages/1/image` }],
    raw: { secret: 'of the vendor' },
  })
  const complete = async (more: object = {}, from = api) => {
    const created = await from.create(parseUrl({ metadata: { customer: 'Jones' }, ...more }))
    const { id } = created.json()
    const extractionSchema = { id: accountSchema, version: 1 }
    const body = { id, status: 'complete', result: resultOf(id), metadata: { customer: 'Jones' }, extractionSchema }
    await from.complete(id, JSON.stringify(body))
    return String(id)
  }
  const path = (id: string) => `/api/v1/jobs/${id}/shares`
  const share = (id: string, body: object = {}, headers: Record<string, string> = {}, from = api) =>
    from.inject({ method: 'POST', url: path(id), payload: body, headers })
  const tokenOf = (answer: Answer) => parsed(CreatedShare, answer).url.split('/shared#/')[1] ?? ''
  const look = (token: string, url = '/api/v1/shared', from = api) =>
    from.app.inject({ url, headers: { authorization: `Bearer ${token}` } })

  const nothing = (answer: Awaited<ReturnType<typeof look>>) => {
    const { detail } = assertProblem(answer, 'not_found')
    assert.equal(detail, 'There is no such link, or it is not valid any more.')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['referrer-policy'], 'no-referrer')
    assert.equal(answer.headers['x-robots-tag'], 'noindex, nofollow')
  }

  it('shows the result without a key, and neither the job nor what is the account’s own', async () => {
    const id = await complete({ outputs: ['markdown'] })
    const created = await share(id)
    assert.equal(created.statusCode, 201)
    assert.equal(created.headers['cache-control'], 'no-store')
    const { id: shareId, url, expiresAt, createdAt } = parsed(CreatedShare, created)
    assert.match(url, /^https:\/\/parse\.example\.com\/shared#\/pp_share_[0-9A-Za-z]{38}$/)
    // Not longer than the result.
    assert.ok(Date.parse(expiresAt) - Date.parse(createdAt) <= week * 1000)

    const answer = await look(tokenOf(created))
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['referrer-policy'], 'no-referrer')
    assert.equal(answer.headers['x-robots-tag'], 'noindex, nofollow')
    const { raw: _, usage: __, ...rest } = resultOf(shareId)
    const extraction = { ...rest.outputs.extraction, usage: {} }
    const pageImages = rest.pageImages.map((image) => ({ ...image, url: '/api/v1/shared/pages/1/image' }))
    assert.deepEqual(parsed(SharedJob, answer), {
      id: shareId,
      status: 'complete',
      expiresAt,
      result: { ...rest, outputs: { ...rest.outputs, extraction }, pageImages },
    })
    for (const word of [id, accountSchema, 'Jones', 'vendor', '4.2', '777'])
      assert.ok(!answer.body.includes(word), word)
  })

  it('shows a comparison by the name of its document, not by its address, which may hold a token', async () => {
    const source = { url: 'https://example.com/a.pdf?token=secret' }
    const { id } = (
      await api.create(parseUrl({ source, operation: 'compare', providers: ['provider-a', 'provider-b'] }))
    ).json()
    const providers = [
      { provider: 'provider-a', status: 'parsed', durationMs: 1, result: resultOf(id) },
      { provider: 'provider-b', status: 'failed', durationMs: 1, error: { message: 'No.' } },
    ]
    const result = { input: source.url, outputs: ['markdown'], timing, providers }
    await api.complete(id, JSON.stringify({ id, status: 'complete', result }))
    const { body } = await look(tokenOf(await share(id)))
    parsed(SharedJob, { statusCode: 200, headers: {}, body })
    for (const word of [id, 'secret', 'vendor', '4.2']) assert.ok(!body.includes(word), word)
    assert.ok(body.includes('"input":""'))
  })

  it('shows the same compressed, and nothing of a stored result that is damaged', async () => {
    const created = await api.create(parseUrl())
    const { id } = created.json()
    const blob = await api.complete(id, JSON.stringify({ id, status: 'complete', result: resultOf(id) }))
    const token = tokenOf(await share(id))
    const asked = { url: '/api/v1/shared', headers: { authorization: `Bearer ${token}` } }
    const plain = await api.app.inject(asked)
    const readPacked = () => api.app.inject({ ...asked, headers: { ...asked.headers, 'accept-encoding': 'gzip' } })
    const packed = await readPacked()
    assert.equal(packed.headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body)
    const head = await api.app.inject({ ...asked, method: 'HEAD' })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
    await api.parts.blobs.write(blob, Readable.from([gzipSync('{"result":{"outputs":{}}}')]))
    const refused = await readPacked()
    assertProblem(refused, 'result_damaged')
    assert.equal(refused.headers['content-encoding'], undefined)
    await api.parts.blobs.delete(blob)
    assertProblem(await api.app.inject(asked), 'result_damaged')
  })

  it('is kept as a hash alone', async () => {
    const token = tokenOf(await share(await complete()))
    const rows = await api.database.query<{ hash: Buffer }>('select * from shares')
    assert.ok(!JSON.stringify(rows).includes(token.slice(9)))
    assert.ok(rows.some(({ hash }) => Buffer.from(hash).equals(createHash('sha256').update(token).digest())))
    assert.ok(!api.logged.join('').includes(token))
  })

  it('opens nothing but this one result', async () => {
    const [id, other] = [await complete(), await complete()]
    const token = tokenOf(await share(id))
    for (const url of [`/api/v1/jobs/${id}`, `/api/v1/jobs/${other}`, '/api/v1/jobs', path(id), '/api/v1/usage'])
      assertProblem(await look(token, url), 'unauthorized')
    assertProblem(await look(token, '/api/v1/shared/images/i2'), 'not_found')
    for (const url of ['/api/v1/shared/pages/1/image', '/api/v1/shared/providers/provider-a/images/i1'])
      assertProblem(await look(token, url), 'not_found')
    const posted = { method: 'POST', url: '/api/v1/shared', headers: { authorization: `Bearer ${token}` } } as const
    assertProblem(await api.app.inject(posted), 'method_not_allowed')
  })

  it('answers alike when it is guessed, the key of an account, expired, revoked, or its result or job is gone', async () => {
    const without = await api.app.inject({ url: '/api/v1/shared' })
    assertProblem(without, 'unauthorized')
    assert.equal(without.headers['cache-control'], 'no-store')
    nothing(await look(api.key))
    const id = await complete()
    const valid = tokenOf(await share(id))
    nothing(await look(`${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`))
    nothing(await look(valid.slice(0, 20)))

    const expired = tokenOf(await share(id, { expiresIn: 60 }))
    assert.equal((await look(expired)).statusCode, 200)
    api.clock.advance(60)
    nothing(await look(expired))

    const { id: shareId } = parsed(CreatedShare, await share(id))
    const revoked = tokenOf(await share(id))
    const listed = parsed(Shares, await api.inject({ url: path(id) })).shares
    assert.equal(listed.length, 3)
    assert.equal(listed[1]?.id, shareId)
    const revoke = (of: string, headers = {}) => api.inject({ method: 'DELETE', url: `${path(id)}/${of}`, headers })
    assertProblem(await revoke(listed[0]?.id ?? '', { authorization: `Bearer ${await api.otherKey()}` }), 'not_found')
    assert.equal((await look(revoked)).statusCode, 200)
    assert.equal((await revoke(listed[0]?.id ?? '')).statusCode, 204)
    nothing(await look(revoked))
    assertProblem(await revoke(listed[0]?.id ?? ''), 'not_found')
    assertProblem(await revoke('x'), 'not_found')

    const [stale, erased] = [await complete(), await complete()]
    const [ofStale, ofErased] = [tokenOf(await share(stale)), tokenOf(await share(erased))]
    await api.age(stale, week)
    nothing(await look(ofStale))
    await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${erased}` })
    nothing(await look(ofErased))
    nothing(await look(ofErased, '/api/v1/shared/images/i1'))
    assert.deepEqual(await api.database.query('select 1 from shares where job_id = $1', [erased]), [])
    assert.equal((await look(valid)).statusCode, 200)
  })

  it('is for complete jobs of the account alone, and for a lifetime that is allowed', async () => {
    const id = await complete()
    const { minimum, maximum } = limits.shares.expiresInSeconds
    for (const expiresIn of [minimum - 1, maximum + 1, 1.5, '60', null])
      assert.deepEqual(new Set(refusedFields(await share(id, { expiresIn }))), new Set(['expiresIn']))
    assert.deepEqual(refusedFields(await share(id, { forever: true })), ['forever'])
    assertProblem(await share(id, {}, { authorization: `Bearer ${await api.otherKey()}` }), 'not_found')
    assertProblem(await share(randomUUID()), 'not_found')
    assertProblem(await share((await api.create()).json().id), 'no_result')
    assertProblem(await share(id, { expiresIn: 'x'.repeat(20_000) }), 'payload_too_large')
    const restricted = { account: 'first', name: 'writes', expiresAt: null, scopes: ['jobs:write'] } as const
    const { key } = await createKey(api.database, { ...restricted, scopes: [...restricted.scopes] }, api.clock())
    assertProblem(await share(id, {}, { authorization: `Bearer ${key}` }), 'forbidden')
  })

  it('is one of so many that a job may have, of which expired ones do not count', async () => {
    const id = await complete()
    const { perJob } = limits.shares
    const made = await Promise.all(Array.from({ length: perJob + 3 }, () => share(id, { expiresIn: 60 })))
    assert.equal(made.filter(({ statusCode }) => statusCode === 201).length, perJob)
    assertProblem(await share(id), 'limit_reached')
    api.clock.advance(60)
    assert.equal((await share(id)).statusCode, 201)
  })

  it('is refused, and shows nothing any more, where the operator allows none', async () => {
    await using open = await openApiHarness().then((harness) => ({
      ...harness,
      [Symbol.asyncDispose]: () => harness.close(),
    }))
    const id = await complete({}, open)
    const token = tokenOf(await share(id, {}, {}, open))
    assert.equal((await look(token, '/api/v1/shared', open)).statusCode, 200)
    Object.assign(open.parts.settings, { sharing: 'off' })
    const { detail } = assertProblem(await share(id, {}, {}, open), 'forbidden')
    assert.match(detail, /operator/)
    nothing(await look(token, '/api/v1/shared', open))
  })

  it('is limited: each link by itself, and those who guess by their address', async () => {
    await using open = await openApiHarness({ settings: { requestsPerMinute: 5 } }).then((harness) => ({
      ...harness,
      [Symbol.asyncDispose]: () => harness.close(),
    }))
    const id = await complete({}, open)
    const [token, other] = [tokenOf(await share(id, {}, {}, open)), tokenOf(await share(id, {}, {}, open))]
    for (let count = 0; count < 5; count += 1) assert.equal((await look(token, '/api/v1/shared', open)).statusCode, 200)
    const limited = await look(token, '/api/v1/shared', open)
    assertProblem(limited, 'rate_limited')
    assert.ok(Number(limited.headers['retry-after']) > 0)
    for (let count = 0; count < 120; count += 1) nothing(await look(`guess-${count}`, '/api/v1/shared', open))
    assertProblem(await look('guess', '/api/v1/shared', open), 'rate_limited')
    assert.equal((await look(other, '/api/v1/shared', open)).statusCode, 200)
  })

  it('is in the audit log, without its token', async () => {
    const id = await complete()
    const created = await share(id)
    const { id: shareId } = parsed(CreatedShare, created)
    await api.inject({ method: 'DELETE', url: `${path(id)}/${shareId}` })
    const headers = { authorization: 'Bearer test-admin-token-0123456789' }
    const answer = await api.app.inject({ url: `/api/admin/audit?target=${id}`, headers })
    const { entries } = parsed(AuditList, answer)
    assert.deepEqual(
      entries.map(({ action, outcome, actor, account, details }) => [
        action,
        outcome,
        actor,
        account,
        details['share'],
      ]),
      [
        ['share.revoke', 'done', 'key', 'first', shareId],
        ['share.create', 'done', 'key', 'first', shareId],
      ],
    )
    assert.ok(!answer.body.includes(tokenOf(created)))
  })
})
