import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request, type RequestOptions } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createKey } from '../../src/accounts/keys.ts'
import { createApi } from '../../src/api/app.ts'
import { standardTimeouts } from '../../src/api/timeouts.ts'
import { withQueryTimeout } from '../../src/db/query-timeout.ts'
import { openApiHarness, parseUrl, uploadHeaders, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

type UploadOptions = Omit<RequestOptions, 'headers'> & { readonly headers: Readonly<Record<string, string>> }

/** Begins a request, and resolves when its body is invited: it has the slot then. */
const beginUpload = async (
  options: UploadOptions,
): Promise<{ sent: ClientRequest; status: Promise<number | undefined> }> => {
  const headers = { ...options.headers, 'transfer-encoding': 'chunked', expect: '100-continue' }
  const sent = request({ ...options, headers })
  const status = new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', () => {})
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  return { sent, status }
}

describe('waiting jobs', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness({ settings: { maxWaitingPerAccount: 3, maxWaiting: 5 } })
  })
  after(() => api.close())

  it('are limited per account: more are 429 with Retry-After, and those of other accounts are accepted', async () => {
    const replayed = { 'idempotency-key': randomUUID() }
    const first = await api.create(parseUrl(), replayed)
    for (let n = 0; n < 2; n += 1) assert.equal((await api.create()).statusCode, 202)
    const refused = await api.create()
    assertProblem(refused, 'rate_limited')
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
    assert.equal((await api.create(parseUrl(), replayed)).json().id, first.json().id)

    const authorization = `Bearer ${await api.otherKey()}`
    for (let n = 0; n < 2; n += 1) assert.equal((await api.create(parseUrl(), { authorization })).statusCode, 202)
    assert.equal(await api.countJobs(), 5)
  })

  it('are limited in all: more are 503 with Retry-After, and nothing is stored', async () => {
    const stored = await api.stored()
    const authorization = `Bearer ${await api.otherKey()}`
    const refused = await api.upload('Hello.', { authorization })
    assertProblem(refused, 'service_unavailable')
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
    assert.deepEqual(await api.stored(), stored)
  })

  it('no longer count once they have begun or been cancelled', async () => {
    await api.database.query('update runs set attempt = 1')
    // The count is at most a second old.
    const later = createApi(api.parts)
    const headers = { authorization: `Bearer ${api.key}`, 'idempotency-key': randomUUID() }
    const created = await later.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: parseUrl() })
    await later.close()
    assert.equal(created.statusCode, 202)
  })
})

describe('what an account has stored', () => {
  it('is limited: at the limit new jobs are 429, and accepted again once jobs have ended or been erased', async (context) => {
    const api = await openApiHarness({ settings: { maxStoredBytesPerAccount: 10 } })
    context.after(() => api.close())
    /** The sum is fresh for some seconds; another process has its own. */
    const elsewhere = async (authorization: string) => {
      const other = createApi(api.parts)
      const headers = { authorization, 'idempotency-key': randomUUID() }
      const answer = await other.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: parseUrl() })
      await other.close()
      return answer
    }
    const mine = `Bearer ${api.key}`
    assert.equal((await elsewhere(mine)).statusCode, 202)
    const { id } = (await api.upload('0123456789')).json()
    const refused = await elsewhere(mine)
    assertProblem(refused, 'rate_limited')
    assert.match(refused.json().detail, /10 bytes/)
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
    assert.equal((await elsewhere(`Bearer ${await api.otherKey()}`)).statusCode, 202)
    await api.complete(id, '{"result":"This is longer than ten bytes."}')
    assertProblem(await elsewhere(mine), 'rate_limited')
    await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })
    assert.equal((await elsewhere(mine)).statusCode, 202)
  })
})

describe('concurrent uploads', () => {
  it('are limited per process: one more is 503 before it is read, and is accepted when there is capacity', async () => {
    const api = await openApiHarness({ settings: { maxUploads: 1 } })
    const port = await api.listen()
    const address = { host: '127.0.0.1', port, method: 'POST', path: '/api/v1/jobs' }
    const { sent: slow, status: answered } = await beginUpload({ ...address, headers: uploadHeaders(api.key) })
    slow.write('Hel')
    const fetched = () =>
      fetch(`http://127.0.0.1:${port}/api/v1/jobs`, { method: 'POST', headers: uploadHeaders(api.key), body: 'x' })
    const refused = await fetched()
    assert.equal(refused.status, 503)
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    slow.end('lo.')
    assert.equal(await answered, 202)
    assert.equal((await fetched()).status, 202)
    await api.close()
  })

  it('are limited too where a JSON body carries the document, before it is read', async (t) => {
    const api = await openApiHarness({ settings: { maxUploads: 1, compatibility: ['docling'] } })
    t.after(() => api.close())
    const port = await api.listen()
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' }
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/v1/convert/source/async', headers }
    const body = JSON.stringify({ sources: [{ kind: 'file', base64_string: 'SGVsbG8u', filename: 'a.txt' }] })
    const { sent: slow, status: answered } = await beginUpload(options)
    slow.write(body.slice(0, 10))
    const upload = () =>
      fetch(`http://127.0.0.1:${port}/api/v1/jobs`, { method: 'POST', headers: uploadHeaders(api.key), body: 'x' })
    const refused = await new Promise<number | undefined>((resolve) => {
      const unread = request(options, (response) => resolve(response.statusCode))
      unread.on('error', () => {})
      unread.write(body.slice(0, 10))
      t.after(() => unread.destroy())
    })
    assert.equal(refused, 503)
    slow.end(body.slice(10))
    assert.equal(await answered, 200)
    assert.equal((await upload()).status, 202)
  })

  it('are limited too where a batch may be large, and are not read without capacity, unless it is a replay', async (t) => {
    const api = await openApiHarness({ settings: { maxUploads: 1, maxWaitingPerAccount: 1 } })
    t.after(() => api.close())
    const port = await api.listen()
    const batchOptions = (key: string): UploadOptions => ({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/v1/batches',
      headers: {
        authorization: `Bearer ${api.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    })
    const batch = (key: string) => request(batchOptions(key))
    const answerOf = (sent: ReturnType<typeof request>) =>
      new Promise<number | undefined>((resolve) => {
        sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', () => {})
      })
    const unread = (): Promise<number | undefined> => {
      const sent = batch(randomUUID())
      sent.write('{')
      t.after(() => sent.destroy())
      return answerOf(sent)
    }
    const body = JSON.stringify({ jobs: [parseUrl()] })
    const key = randomUUID()
    const { sent: slow, status: answered } = await beginUpload(batchOptions(key))
    slow.write(body.slice(0, 10))
    assert.equal(await unread(), 503)
    slow.end(body.slice(10))
    assert.equal(await answered, 202)
    assert.equal(await unread(), 429)
    const replay = batch(key)
    replay.write(body.slice(0, 10))
    replay.end(body.slice(10))
    assert.equal(await answerOf(replay), 200)
  })

  for (const path of ['/v1/convert/source/async', '/api/v1/batches'])
    for (const [how, uploadIdleMs] of [
      ['stalls', 300] as const,
      ['breaks off', standardTimeouts.uploadIdleMs] as const,
    ])
      it(`are over when the JSON body of ${path} ${how}`, async (t) => {
        const api = await openApiHarness({
          settings: { maxUploads: 1, compatibility: ['docling'] },
          wrap: (parts) => ({ ...parts, timeouts: { ...standardTimeouts, uploadIdleMs } }),
        })
        t.after(() => api.close())
        const port = await api.listen()
        const headers = {
          authorization: `Bearer ${api.key}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        }
        const { sent, status: answered } = await beginUpload({ host: '127.0.0.1', port, method: 'POST', path, headers })
        t.after(() => sent.destroy())
        sent.write('{"')
        const upload = async () => {
          const own = uploadHeaders(api.key)
          const url = `http://127.0.0.1:${port}/api/v1/jobs`
          return (await fetch(url, { method: 'POST', headers: own, body: 'x' })).status
        }
        if (how === 'stalls') assert.equal(await answered, 408)
        else {
          assert.equal(await upload(), 503)
          sent.destroy()
          while ((await upload()) === 503);
        }
        assert.equal(await upload(), 202)
      })

  it('of one account leave capacity for those of others', async () => {
    const api = await openApiHarness({ settings: { maxUploads: 2, maxUploadsPerAccount: 1 } })
    const port = await api.listen()
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/api/v1/jobs' }
    const { sent: slow, status: answered } = await beginUpload({ ...options, headers: uploadHeaders(api.key) })
    slow.write('Hel')
    const upload = (key: string) =>
      fetch(`http://127.0.0.1:${port}/api/v1/jobs`, { method: 'POST', headers: uploadHeaders(key), body: 'x' })
    const refused = await upload(api.key)
    assert.equal(refused.status, 429)
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal((await upload(await api.otherKey())).status, 202)
    slow.end('lo.')
    assert.equal(await answered, 202)
    await api.close()
  })
})

describe('a database that does not answer', () => {
  it('is 503 with Retry-After after a while, not a hanging socket', async () => {
    const never = new Promise<never>(() => {})
    const api = await openApiHarness({
      wrap: (parts) => ({ ...parts, database: withQueryTimeout({ ...parts.database, query: () => never }, 50) }),
    })
    const refused = await api.inject({ url: '/api/v1/jobs' })
    assertProblem(refused, 'service_unavailable')
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
    await api.close()
  })
})

describe('requests of a key', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness({ settings: { requestsPerMinute: 2 } })
  })
  after(() => api.close())

  it('get the rest of the quota in a header, and 429 with Retry-After beyond it until the minute is over', async () => {
    const list = (authorization = `Bearer ${api.key}`) =>
      api.app.inject({ url: '/api/v1/jobs', headers: { authorization } })
    const first = await list()
    assert.equal(first.headers['ratelimit-policy'], '"key";q=2;w=60')
    assert.equal(first.headers['ratelimit'], '"key";r=1;t=60')
    api.clock.advance(20)
    assert.equal((await list()).headers['ratelimit'], '"key";r=0;t=40')
    const refused = await list()
    assertProblem(refused, 'rate_limited')
    assert.equal(refused.headers['retry-after'], '40')
    assert.equal(refused.headers['ratelimit'], '"key";r=0;t=40')
    assert.equal((await list(`Bearer ${await api.otherKey()}`)).statusCode, 200)
    api.clock.advance(40)
    assert.equal((await list()).statusCode, 200)
  })

  it('are not refused for longer than a minute when the clock goes back', async () => {
    const { key } = await createKey(
      api.database,
      { account: 'back', name: 'slow', expiresAt: null, requestsPerMinute: 1 },
      api.clock(),
    )
    const list = () => api.app.inject({ url: '/api/v1/jobs', headers: { authorization: `Bearer ${key}` } })
    assert.equal((await list()).statusCode, 200)
    assertProblem(await list(), 'rate_limited')
    api.clock.advance(-3600)
    assert.equal((await list()).statusCode, 200)
    assertProblem(await list(), 'rate_limited')
    api.clock.advance(3600)
  })

  it('have the quota of that key where it has one', async () => {
    const { key } = await createKey(
      api.database,
      { account: 'own', name: 'slow', expiresAt: null, requestsPerMinute: 1 },
      api.clock(),
    )
    const list = () => api.app.inject({ url: '/api/v1/jobs', headers: { authorization: `Bearer ${key}` } })
    assert.equal((await list()).headers['ratelimit-policy'], '"key";q=1;w=60')
    assertProblem(await list(), 'rate_limited')
  })

  it('are not counted where no key is required', async () => {
    const answer = await api.app.inject({ url: '/api/v1/health' })
    assert.equal(answer.headers['ratelimit'], undefined)
  })
})

describe('the pages of a key in a day', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  it('can be used up, after which jobs are refused until the day (UTC) is over, but not read or replayed', async () => {
    const issued = await createKey(
      api.database,
      { account: 'paged', name: 'small', expiresAt: null, pagesPerDay: 10 },
      api.clock(),
    )
    const authorization = `Bearer ${issued.key}`
    const read = async (pages: number) =>
      api.database.query(
        `insert into usage (account_id, key_id, day, provider, jobs, pages, cost)
         select account_id, id, $2, 'provider-a', 1, $3, 0 from keys where id = $1`,
        [issued.id, api.clock().toISOString().slice(0, 10), pages],
      )
    const known = { authorization, 'idempotency-key': 'known-before' }
    assert.equal((await api.create(parseUrl(), known)).statusCode, 202)
    await read(9)
    assert.equal((await api.create(parseUrl(), { authorization })).statusCode, 202)
    await read(3)
    const refused = await api.create(parseUrl(), { authorization })
    const { detail } = assertProblem(refused, 'rate_limited')
    const resetsAt = /again from (\S+)\.$/.exec(detail)?.[1] ?? ''
    assert.match(resetsAt, /T00:00:00\.000Z$/)
    const seconds = Number(refused.headers['retry-after'])
    assert.equal(new Date(api.clock().getTime() + seconds * 1000).toISOString(), resetsAt)
    assert.equal((await api.upload('Hello.', { authorization })).statusCode, 429)
    assert.equal((await api.create(parseUrl(), known)).statusCode, 200)
    assert.equal((await api.inject({ url: '/api/v1/jobs', headers: { authorization } })).statusCode, 200)
    assert.equal((await api.create()).statusCode, 202, 'other keys are not concerned')
    api.clock.advance(seconds)
    assert.equal((await api.create(parseUrl(), { authorization })).statusCode, 202)
  })
})
