import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits, ProgressEvent, StatusEvent } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import { createKey } from '../../src/accounts/keys.ts'
import { standardRhythm } from '../../src/api/events/follow-job.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { openStream, type StreamEvent } from '../support/events.ts'
import { assertProblem } from '../support/problems.ts'
import { converse, requestHead } from '../support/raw-http.ts'

const brief = ({ event, data }: StreamEvent): string => {
  if (event === 'status') {
    assert.ok(Check(StatusEvent, data))
    return data.status
  }
  assert.equal(event, 'progress')
  assert.ok(Check(ProgressEvent, data))
  return `${data.provider} ${data.status}`
}

describe('GET /api/v1/jobs/{jobId}/events', () => {
  let api: ApiHarness
  let base: string
  before(async () => {
    api = await openApiHarness()
    base = `http://127.0.0.1:${await api.listen()}`
  })
  after(() => api.close())

  const create = async (more: Record<string, string> = {}): Promise<string> =>
    (await api.upload(randomUUID(), more)).json().id
  const path = (id: string) => `/api/v1/jobs/${id}/events`
  const follow = (id: string, headers: Record<string, string> = {}) =>
    openStream(`${base}${path(id)}`, { authorization: `Bearer ${api.key}`, ...headers })
  const setRun = (id: string, provider: string, status: string) =>
    api.database.query('update runs set status = $3 where job_id = $1 and provider = $2', [id, provider, status])

  it('sends the state at once, then every change, and ends after the end of the job', async () => {
    const id = await create({ 'x-service-operation': 'compare' })
    const stream = await follow(id)
    assert.equal(stream.status, 200)
    assert.equal(stream.headers.get('content-type'), 'text/event-stream')
    assert.equal(stream.headers.get('cache-control'), 'no-store')
    assert.ok(stream.headers.get('x-request-id'))
    assert.deepEqual((await stream.take(3)).map(brief), ['queued', 'provider-a waiting', 'provider-b waiting'])

    await setRun(id, 'provider-b', 'working')
    assert.deepEqual((await stream.take(1)).map(brief), ['provider-b working'])
    await api.database.query(`update jobs set status = 'running', started_at = now() where id = $1`, [id])
    assert.deepEqual((await stream.take(1)).map(brief), ['running'])
    await setRun(id, 'provider-a', 'working')
    assert.deepEqual((await stream.take(1)).map(brief), ['provider-a working'])

    await api.fail(id, 'The document is encrypted.', 'document_encrypted')
    const last = await stream.rest()
    assert.deepEqual(last.map(brief), ['provider-a failed', 'provider-b failed', 'failed'])
    assert.deepEqual(last.at(-1)?.data, { id, status: 'failed', errorCode: 'document_encrypted' })
  })

  it('says how many pages each provider has read, of how many', async () => {
    const id = await create()
    const stream = await follow(id)
    await stream.take(2)
    const progressed = (done: number, total: number | null) =>
      api.database.query(
        `update runs set status = 'working', pages_done = $2, pages_total = $3 where job_id = $1 and provider = 'provider-a'`,
        [id, done, total],
      )
    const run = { provider: 'provider-a', state: 'working', status: 'working' }
    await progressed(0, null)
    assert.deepEqual((await stream.take(1))[0]?.data, { ...run, pagesDone: 0 })
    await progressed(3, 120)
    assert.deepEqual((await stream.take(1))[0]?.data, { ...run, pagesDone: 3, pagesTotal: 120 })
    stream.leave()
    await api.database.query(`update jobs set status = 'running', started_at = now() where id = $1`, [id])
    const waited = await api.inject({ url: `/api/v1/jobs/${id}?wait=0.05` })
    const progress = [{ provider: 'provider-a', state: 'working', pagesDone: 3, pagesTotal: 120 }]
    assert.deepEqual(waited.json(), { id, status: 'running', progress })
    assert.deepEqual((await api.inject({ url: `/api/v1/jobs/${id}` })).json(), { id, status: 'running' })
  })

  it('sends the state of a finished job and ends', async () => {
    const id = await create()
    await api.complete(id)
    const events = await (await follow(id)).rest()
    assert.deepEqual(events.at(-1), { event: 'status', id: 'complete', data: { id, status: 'complete' } })
    assert.ok(events.every(({ event }, index) => event === 'progress' || index === events.length - 1))
  })

  it('says when to reconnect, and sends the state to a client that does', async () => {
    const id = await create()
    const first = await follow(id)
    await first.take(2)
    assert.match(first.text(), /^retry: \d+\n\n/)
    first.leave()
    const again = await follow(id, { 'last-event-id': 'queued' })
    assert.deepEqual((await again.take(2)).map(brief), ['queued', 'provider-a waiting'])
    again.leave()
  })

  it('tells a client that already knows of the end not to reconnect', async () => {
    const id = await create()
    await api.complete(id)
    for (const [known, status] of Object.entries({ complete: 204, running: 200, failed: 200, '"': 200 })) {
      const stream = await follow(id, { 'last-event-id': known })
      assert.equal(stream.status, status, known)
      await stream.rest()
    }
  })

  it('answers 401 and 404 as problems', async () => {
    const id = await create()
    assertProblem(await api.app.inject({ url: path(id) }), 'unauthorized', path(id))
    assertProblem(await api.inject({ url: path(randomUUID()) }), 'not_found')
    assertProblem(await api.inject({ url: path('1') }), 'not_found')
    const authorization = `Bearer ${await api.otherKey()}`
    assertProblem(await api.inject({ url: path(id), headers: { authorization } }), 'not_found')
  })

  it('answers HEAD with the headers of GET', async () => {
    const id = await create()
    const answer = await api.inject({ method: 'HEAD', url: path(id) })
    assert.deepEqual([answer.statusCode, answer.body], [200, ''])
    assert.equal(answer.headers['content-type'], 'text/event-stream')
    assert.equal((await api.inject({ method: 'HEAD', url: path(randomUUID()) })).statusCode, 404)
  })

  it('ends when the job is erased', async () => {
    const id = await create()
    const stream = await follow(id)
    await stream.take(2)
    await api.database.query('delete from jobs where id = $1', [id])
    assert.deepEqual(await stream.rest(), [])
  })

  it('limits the streams of an account, but not those of others, and allows one more when one has ended', async () => {
    const id = await create()
    const open = await Promise.all(Array.from({ length: limits.eventStreams.account }, () => follow(id)))
    await Promise.all(open.map((stream) => stream.take(1)))
    const refused = await api.inject({ url: path(id) })
    assertProblem(refused, 'rate_limited')
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)

    const authorization = `Bearer ${await api.otherKey()}`
    const theirs: string = (await api.upload(randomUUID(), { authorization })).json().id
    const their = await follow(theirs, { authorization })
    await their.take(1)
    their.leave()

    open[0]?.leave()
    for (;;) {
      const stream = await follow(id)
      stream.leave()
      if (stream.status === 200) break
    }
    for (const stream of open) stream.leave()
  })
})

describe('an event stream', () => {
  it('whose client has left before it began acquires no slot', async () => {
    const asked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const api = await openApiHarness({
      wrap: (parts) => ({
        ...parts,
        database: {
          ...parts.database,
          query: async <Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]> => {
            if (text.endsWith('from jobs where id = $1 and account_id = $2')) {
              asked.resolve()
              await gate.promise
            }
            return parts.database.query<Row>(text, parameters)
          },
        },
      }),
    })
    const port = await api.listen()
    const { id } = (await api.create()).json()
    const line = `GET /api/v1/jobs/${id}/events HTTP/1.1`
    const head = requestHead(line, { authorization: `Bearer ${api.key}` })
    const early = await Promise.all(Array.from({ length: limits.eventStreams.account }, () => converse(port, head)))
    await asked.promise
    for (const { socket } of early) socket.resetAndDestroy()
    while (await connections(api)) await sleep(5)
    gate.resolve()
    const stream = await converse(port, head)
    await stream.until(/waiting/)
    stream.socket.destroy()
    await api.close()
  })

  it('ends soon after its key was disabled, and continues with a valid key', async () => {
    const api = await openApiHarness({ wrap: (parts) => ({ ...parts, rhythm: { ...standardRhythm, askKey: 50 } }) })
    const port = await api.listen()
    const { id } = (await api.create()).json()
    const head = (key: string) =>
      requestHead(`GET /api/v1/jobs/${id}/events HTTP/1.1`, { authorization: `Bearer ${key}` })
    const second = await createKey(api.database, { account: 'first', name: 'second', expiresAt: null }, api.clock())
    const [disabled, good] = [await converse(port, head(api.key)), await converse(port, head(second.key))]
    await Promise.all([disabled.until(/waiting/), good.until(/waiting/)])
    await api.database.query(`update keys set disabled_at = now() where name = 'test'`)
    assert.match(await disabled.closed(), /\r\n0\r\n\r\n$/)
    await api.database.query(`update runs set status = 'working' where job_id = $1`, [id])
    await good.until(/working/)
    good.socket.destroy()
    await api.close()
  })

  it('sends its events to a client of HTTP/1.0, and then closes', async () => {
    const api = await openApiHarness()
    const port = await api.listen()
    const { id } = (await api.create()).json()
    await api.complete(id)
    const head = requestHead(`GET /api/v1/jobs/${id}/events HTTP/1.0`, { authorization: `Bearer ${api.key}` })
    const answer = await (await converse(port, head)).closed()
    assert.match(answer, /\r\n\r\nretry: 2000\n\n/)
    assert.ok(answer.endsWith(`data: {"id":"${id}","status":"complete"}\n\n`))
    await api.close()
  })
})

const connections = (api: ApiHarness): Promise<number> =>
  new Promise((resolve, reject) =>
    api.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )

describe('a service that is stopping', () => {
  it('ends the event streams cleanly and closes', async () => {
    const api = await openApiHarness()
    const port = await api.listen()
    const { id } = (await api.create()).json()
    const head = requestHead(`GET /api/v1/jobs/${id}/events HTTP/1.1`, { authorization: `Bearer ${api.key}` })
    const stream = await converse(port, head)
    await stream.until(/waiting/)
    await api.app.close()
    // The last piece of a chunked body: the stream is complete.
    assert.match(await stream.closed(), /\r\n0\r\n\r\n$/)
    await api.close()
  })
})
