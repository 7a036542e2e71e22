import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { ConnectionError, createClient, ProblemError } from '@polyparse/client'
import { keptSince } from '../../src/api/kept-since.ts'
import { readRuns } from '../../src/jobs/read.ts'
import { expireResults, purgeJobs } from '../../src/jobs/retention.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

const day = 24 * 3600

describe('POST /api/v1/jobs/{jobId}/retry', () => {
  let api: ApiHarness
  let enqueued: { runId: string; slot: string | undefined }[]
  before(async () => {
    api = await openApiHarness({
      wrap: (parts) => ({
        ...parts,
        queue: {
          ...parts.queue,
          enqueue: async (_transaction, { runId }, options) => void enqueued.push({ runId, slot: options?.slot }),
        },
      }),
    })
    enqueued = []
  })
  after(() => api.close())

  const created = async (request = parseUrl()): Promise<string> => {
    const { id } = (await api.create(request)).json()
    enqueued.length = 0
    return id
  }
  const failed = async (request = parseUrl()): Promise<string> => {
    const id = await created(request)
    await api.fail(id, 'The server answered 503.')
    return id
  }
  const retry = (id: string, headers = {}) => api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/retry`, headers })
  const read = (id: string) => api.inject({ url: `/api/v1/jobs/${id}` })
  const refused = async (id: string): Promise<string> => assertProblem(await retry(id), 'job_not_retryable').detail
  const runsOf = (id: string) => readRuns(api.database, id)
  const change = async (path: string, alter: (bytes: Buffer) => Buffer) => {
    const bytes = await buffer(await api.parts.blobs.read(path))
    await api.parts.blobs.delete(path)
    await api.parts.blobs.write(path, Readable.from([alter(bytes)]))
  }

  it('queues a failed job again under its id, with a new run that fetches the document', async () => {
    const id = await failed()
    const [before] = await runsOf(id)
    const answer = await retry(id)
    assert.equal(answer.statusCode, 202, answer.body)
    assert.deepEqual(answer.json(), { id, status: 'queued' })
    assert.equal(answer.headers.location, `/api/v1/jobs/${id}`)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.deepEqual((await read(id)).json(), { id, status: 'queued' })
    const runs = await runsOf(id)
    assert.deepEqual(
      runs.map(({ provider, status, attempt, position }) => [provider, status, attempt, position]),
      [['provider-a', 'waiting', 0, 0]],
    )
    assert.notEqual(runs[0]?.id, before?.id)
    assert.deepEqual(enqueued, [{ runId: runs[0]?.id, slot: 'fetch' }])
  })

  it('runs all providers of a compare again, in their order', async () => {
    const id = await failed({ ...parseUrl({ operation: 'compare', providers: ['provider-b', 'provider-a'] }) })
    assert.equal((await retry(id)).statusCode, 202)
    assert.deepEqual(
      (await runsOf(id)).map(({ provider, status }) => [provider, status]),
      [
        ['provider-b', 'waiting'],
        ['provider-a', 'waiting'],
      ],
    )
    assert.equal(enqueued.length, 1)
  })

  it('begins with the first provider again, not with the fallback that failed last', async () => {
    const id = await created({ ...parseUrl({ provider: 'provider-a', fallback: ['provider-b'] }) })
    await api.database.query(
      `insert into runs (id, job_id, position, provider, status, account_id, lane)
       select $1, id, -1, 'provider-b', 'waiting', account_id, operation from jobs where id = $2`,
      [randomUUID(), id],
    )
    await api.fail(id, 'no')
    assert.equal((await retry(id)).statusCode, 202)
    assert.deepEqual(
      (await runsOf(id)).map(({ provider, position }) => [provider, position]),
      [['provider-a', 0]],
    )
  })

  it('queues a complete job again whose stored result is missing, cut off or changed, and deletes what is left', async () => {
    const damages = [
      (path: string) => api.parts.blobs.delete(path),
      (path: string) => change(path, (bytes) => bytes.subarray(0, -1)),
      (path: string) => change(path, (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('!')])),
    ]
    for (const damage of damages) {
      const id = await created()
      const path = await api.complete(id)
      await damage(path)
      assertProblem(await read(id), 'result_damaged')
      assert.equal((await retry(id)).statusCode, 202)
      assert.deepEqual((await read(id)).json(), { id, status: 'queued' })
      assert.ok(!(await api.stored()).includes(path))
      await api.complete(id)
      assert.equal((await read(id)).json().status, 'complete')
    }
  })

  it('refuses a complete job whose result is intact', async () => {
    const id = await created()
    await api.complete(id)
    assert.match(await refused(id), /intact/)
    assert.equal((await read(id)).json().status, 'complete')
  })

  it('refuses a job that has not ended', async () => {
    assert.match(await refused(await created()), /not ended/)
  })

  it('refuses a job whose document was uploaded, because it was deleted at the end', async () => {
    const { id } = (await api.upload()).json()
    await api.fail(id, 'no')
    assert.match(await refused(id), /uploaded.*deleted.*Upload it again/)
  })

  it('refuses an uploaded job whose result is damaged', async () => {
    const { id } = (await api.upload()).json()
    await api.parts.blobs.delete(await api.complete(id))
    assert.match(await refused(id), /Upload it again/)
  })

  it('refuses a job with provider options, because they were deleted at the end', async () => {
    const options = { provider: 'provider-b', providerOptions: { 'provider-b': { dpi: 300 } } }
    assert.match(await refused(await failed({ ...parseUrl(options) })), /options.*deleted/)
  })

  it('refuses a job whose result has expired', async () => {
    const id = await created()
    await api.complete(id)
    await api.database.query(`update jobs set completed_at = completed_at - interval '8 days' where id = $1`, [id])
    assert.match(await refused(id), /retention time/)
  })

  it('answers not_found alike for an unknown job and a job of another account, whatever its state', async () => {
    const headers = { authorization: `Bearer ${await api.otherKey()}` }
    const ids = [await failed(), await created(), randomUUID(), 'x']
    const details = new Set<string>()
    for (const id of ids) details.add(assertProblem(await retry(id, headers), 'not_found').detail)
    assert.equal(details.size, 1)
    assert.equal((await api.job(ids[0] ?? '')).status, 'failed')
  })

  it('needs a key', async () => {
    assertProblem(await retry(await failed(), { authorization: 'Bearer no' }), 'unauthorized')
  })

  it('queues the job once when it is sent many times at once, and answers each of them alike', async () => {
    const id = await failed()
    const answers = await Promise.all(Array.from({ length: 8 }, () => retry(id)))
    for (const answer of answers) {
      assert.equal(answer.statusCode, 202, answer.body)
      assert.deepEqual(answer.json(), { id, status: 'queued' })
    }
    assert.equal(enqueued.length, 1)
    assert.equal((await api.job(id)).retries, 1)
  })

  it('changes nothing when it is sent again while the job is unfinished, and is another retry after its end', async () => {
    const id = await failed()
    await retry(id)
    const [run] = await runsOf(id)
    assert.equal((await retry(id)).statusCode, 202)
    assert.deepEqual(
      (await runsOf(id)).map((each) => each.id),
      [run?.id],
    )
    await api.fail(id, 'again')
    assert.equal((await retry(id)).statusCode, 202)
    assert.equal((await api.job(id)).retries, 2)
  })

  it('leaves the idempotency key with the job: a replay returns it as it is', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const { id } = (await api.create(parseUrl(), key)).json()
    await api.fail(id, 'no')
    await retry(id)
    const replay = await api.create(parseUrl(), key)
    assert.equal(replay.statusCode, 200)
    assert.deepEqual(replay.json(), { id, status: 'queued' })
  })

  it('leaves the retention of the record as it was, and counts that of the result from the new end', async () => {
    const id = await failed()
    const { createdAt } = await api.job(id)
    api.clock.advance(5 * 24 * 3600)
    await retry(id)
    await api.complete(id)
    assert.deepEqual((await api.job(id)).createdAt, createdAt)
    api.clock.advance(6 * 24 * 3600)
    assert.equal((await read(id)).statusCode, 200)
    api.clock.advance(24 * 3600)
    assertProblem(await read(id), 'result_expired')
  })

  it('keeps result and record for seven days from the new end, also of a job that is older than its record is kept', async () => {
    for (const retriedOnDay of [24, 29]) {
      const id = await failed()
      api.clock.advance(retriedOnDay * day)
      await retry(id)
      api.clock.advance(2 * day)
      await api.complete(id)
      const sweep = async () => {
        await expireResults(api.database, keptSince(api.parts).completed, api.clock())
        await purgeJobs(api.database, keptSince(api.parts), api.clock())
      }
      api.clock.advance(7 * day - 1)
      await sweep()
      const answer = await read(id)
      assert.equal(answer.statusCode, 200, answer.body)
      assert.equal(answer.json().status, 'complete')
      api.clock.advance(1)
      assertProblem(await read(id), 'not_found')
      await sweep()
      assert.deepEqual(await api.database.query('select 1 from jobs where id = $1', [id]), [])
    }
  })

  it('is a job that waits: refused while the account has too many', async () => {
    const full = await openApiHarness({ settings: { maxWaitingPerAccount: 1 } })
    try {
      const { id } = (await full.create()).json()
      await full.fail(id, 'no')
      // The count is a second old at most, and includes what this process has added.
      await full.database.query('select pg_sleep(1.1)')
      await full.create()
      const answer = await full.inject({ method: 'POST', url: `/api/v1/jobs/${id}/retry` })
      assertProblem(answer, 'rate_limited')
      assert.equal((await full.job(id)).status, 'failed')
    } finally {
      await full.close()
    }
  })

  it('is a method of the client, which sends it once when the answer is lost', async () => {
    const client = createClient({ url: `http://127.0.0.1:${await api.listen()}`, apiKey: api.key })
    const id = await failed()
    await client.jobs.retry(id)
    assert.equal((await api.job(id)).status, 'queued')
    const { id: uploaded } = (await api.upload()).json()
    await api.fail(uploaded, 'no')
    await assert.rejects(
      client.jobs.retry(uploaded),
      (error) => error instanceof ProblemError && error.problem.code === 'job_not_retryable',
    )

    let requests = 0
    const server = createServer((request) => {
      requests += 1
      request.socket.destroy()
    }).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const address = server.address()
      assert.ok(typeof address === 'object' && address !== null)
      const other = createClient({ url: `http://127.0.0.1:${address.port}`, apiKey: 'any' })
      await assert.rejects(other.jobs.retry(id), ConnectionError)
      assert.equal(requests, 1)
    } finally {
      server.close()
    }
  })

  it('ignores a body', async () => {
    const id = await failed()
    const headers = { 'content-type': 'application/json' }
    const answer = await api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/retry`, headers, payload: '{' })
    assert.equal(answer.statusCode, 202)
  })
})
