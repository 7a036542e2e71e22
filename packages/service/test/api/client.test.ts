import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { serialize } from 'node:v8'
import {
  AuthenticationError,
  type Client,
  createClient,
  IdempotencyConflictError,
  JobFailedError,
  NotFoundError,
  PermissionError,
  ProblemError,
  ResultExpiredError,
  ValidationError,
} from '@polyparse/client'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { createKey } from '../../src/accounts/keys.ts'
import { keepReadPages } from '../../src/jobs/read-pages.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { documentOf } from '../support/providers.ts'

const parse = { operation: 'parse', outputs: ['markdown'] } as const
const document = new Blob(['# Ferries'])
const timing = { startedAt: '2026-01-15T09:30:00Z', completedAt: '2026-01-15T09:30:00Z', durationMs: 1 }

describe('The client, at the API', { timeout: 60_000 }, () => {
  const stack = suiteStack()
  let api: ApiHarness
  let url: string
  let client: Client
  before(async () => {
    api = stack.adopt(await openApiHarness(), (open) => open.close())
    url = `http://127.0.0.1:${await api.listen()}`
    client = createClient({ url, apiKey: api.key, retries: 0 })
  })

  /** Ends a job as a worker would. */
  const complete = (id: string, outputs: object) => {
    const result = { id, outputs, pageCount: 1, provider: 'provider-a', timing, warnings: [] }
    return api.complete(id, JSON.stringify({ id, status: 'complete', result }))
  }

  it('waits for a job, and tells of its progress', async () => {
    const seen: string[] = []
    const { outputs } = await client.parse(document, {
      filename: 'ferries.md',
      onProgress: (event) => {
        if (event.type !== 'status') return
        if (seen.length === 0) void complete(event.id, { markdown: '# Ferries' })
        seen.push(event.status)
      },
    })
    assert.equal(outputs.markdown, '# Ferries')
    assert.deepEqual([seen[0], seen.at(-1)], ['queued', 'complete'])
  })

  it('shares a result by a link, lists and revokes links', async () => {
    const { id } = await client.jobs.create(document, parse)
    await assert.rejects(client.jobs.share(id), (error) => error instanceof ProblemError && error.code === 'no_result')
    await complete(id, { markdown: '# Ferries' })
    const [short, usual] = [await client.jobs.share(id, { expiresInSeconds: 60 }), await client.jobs.share(id)]
    assert.equal(Date.parse(short.expiresAt) - Date.parse(short.createdAt), 60_000)
    const look = async () => {
      const headers = { authorization: `Bearer ${short.url.split('#/')[1]}` }
      return (await fetch(`${url}/api/v1/shared`, { headers })).status
    }
    assert.equal(await look(), 200)
    const listed = await client.jobs.shares(id)
    assert.deepEqual(new Set(listed.map((each) => each.id)), new Set([usual.id, short.id]))
    await client.jobs.revokeShare(id, short.id)
    await client.jobs.revokeShare(id, short.id)
    assert.equal(await look(), 404)
    assert.deepEqual(
      (await client.jobs.shares(id)).map((each) => each.id),
      [usual.id],
    )
    await assert.rejects(client.jobs.share(id, { expiresInSeconds: 1 }), ValidationError)
  })

  it('reads one output, and the file of an image, without the rest of the result', async () => {
    const { id } = await client.jobs.create(document, parse)
    const file = Buffer.from('not quite a picture')
    const image = {
      id: 'p1-i1',
      page: 1,
      bbox: null,
      mimeType: 'image/png',
      width: 1,
      height: 1,
      data: file.toString('base64'),
    }
    const outputs = { markdown: '# Ferries', pages: [{ page: 1, text: 'Ferries' }], images: [image] }
    // The providers of this harness offer fewer.
    await api.database.query('update jobs set outputs = $2 where id = $1', [id, Object.keys(outputs)])
    await complete(id, outputs)
    assert.equal(await client.jobs.output(id, 'markdown'), '# Ferries')
    assert.equal((await client.jobs.output(id, 'pages'))[0]?.text, 'Ferries')
    const { mediaType, stream } = await client.jobs.image(id, 'p1-i1')
    assert.equal(mediaType, 'image/png')
    assert.deepEqual(Buffer.from(await new Response(stream).arrayBuffer()), file)
    await assert.rejects(client.jobs.image(id, 'p1-i2'), NotFoundError)
    await assert.rejects(client.jobs.output(id, 'tables'), NotFoundError)
  })

  it('reads a page of a job, before its end and after it', async () => {
    const { id } = await client.jobs.create(document, {
      operation: 'parse',
      outputs: ['pages'],
      provisionalPages: true,
    })
    const isUnread = (error: unknown) => error instanceof ProblemError && error.code === 'no_result'
    await assert.rejects(client.jobs.page(id, 1), isUnread)
    const [run] = await api.database.query<{ id: string }>(
      `update runs set status = 'working', attempt = 1 where job_id = $1 returning id`,
      [id],
    )
    assert.ok(run)
    await keepReadPages(api.database, { runId: run.id, attempt: 1 }, [
      { page: 1, document: serialize(documentOf('So far.')) },
    ])
    assert.deepEqual(await client.jobs.page(id, 1), {
      page: 1,
      provisional: true,
      markdown: 'So far.',
      text: 'So far.',
    })
    const page = { page: 1, width: null, height: null, rotation: 0, markdown: '# Ferries', text: 'Ferries', blocks: [] }
    await complete(id, { pages: [page] })
    assert.deepEqual(await client.jobs.page(id, 1), {
      page: 1,
      provisional: false,
      markdown: '# Ferries',
      text: 'Ferries',
    })
    await assert.rejects(client.jobs.page(id, 2), NotFoundError)
  })

  it('creates one job for one idempotency key, and no second one for other content', async () => {
    const idempotencyKey = 'invoice-4711'
    const first = await client.jobs.create(document, parse, { idempotencyKey })
    const again = await client.jobs.create(document, parse, { idempotencyKey })
    assert.equal(again.id, first.id)
    await assert.rejects(client.jobs.create(new Blob(['x']), parse, { idempotencyKey }), IdempotencyConflictError)
  })

  it('throws the code of a job that has failed', async () => {
    const failing = client.parse(document, {
      onProgress: (event) => {
        if (event.type === 'status' && event.status === 'queued') void api.fail(event.id, 'Wrong.', 'document_damaged')
      },
    })
    await assert.rejects(failing, (error) => {
      assert.ok(error instanceof JobFailedError)
      assert.deepEqual([error.code, error.message], ['document_damaged', 'Wrong.'])
      return true
    })
  })

  it('leaves no job behind when it is ended', async () => {
    const before = await api.countJobs()
    await assert.rejects(client.parse(document, { timeoutMs: 200 }), { code: 'timeout' })
    assert.equal(await api.countJobs(), before)
  })

  it('reads, cancels, retries and erases jobs', async () => {
    const { id } = await client.jobs.create('https://example.com/a.pdf', parse)
    assert.deepEqual(await client.jobs.get(id), { id, status: 'queued' })
    const cancelled = await client.jobs.cancel(id)
    assert.equal(cancelled.status === 'failed' ? cancelled.errorCode : cancelled.status, 'cancelled')
    assert.deepEqual(await client.jobs.wait(id), cancelled)
    assert.equal((await client.jobs.retry(id)).status, 'queued')
    await assert.rejects(client.jobs.wait(id, { timeoutMs: 100 }), { code: 'timeout' })
    assert.equal((await api.job(id)).status, 'queued')
    await assert.rejects(
      client.jobs.output(id, 'markdown'),
      (error) => error instanceof ProblemError && error.code === 'no_result',
    )
    await client.jobs.erase(id)
    await client.jobs.erase(id)
    await assert.rejects(client.jobs.get(id), NotFoundError)
  })

  it('lists every job that a filter finds, however many pages that takes', async () => {
    const metadata = { batch: 'of-101' }
    const ids: string[] = []
    for (let n = 0; n < 101; n += 1) {
      const { id } = (await api.create({ ...parse, source: { url: 'https://example.com/a.pdf' }, metadata })).json()
      ids.push(id)
    }
    const listed = await Array.fromAsync(
      client.jobs.list({ metadata, status: ['queued', 'running'], operation: 'parse' }),
    )
    assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(ids))
    assert.equal(listed[0]?.source.url, 'https://example.com/a.pdf')
    const later = client.jobs.list({ metadata, createdAfter: new Date(api.clock().getTime() + 3_600_000) })
    assert.deepEqual(await Array.fromAsync(later), [])
    assert.deepEqual(await Array.fromAsync(client.jobs.list({ provider: 'provider-b' })), [])
    assert.deepEqual(await Array.fromAsync(client.jobs.list({ sameSourceAs: ids[0] })), [])
  })

  it('creates a batch once, waits for the end of its jobs, and lists them', async () => {
    const jobs = ['a', 'b'].map((name) => ({ ...parse, source: `https://example.com/${name}.pdf` }))
    const idempotencyKey = 'invoices-2026-01'
    const batch = await client.batches.create(jobs, { idempotencyKey })
    assert.equal((await client.batches.create(jobs, { idempotencyKey })).id, batch.id)
    const [first, second] = batch.jobs.map(({ id }) => id)
    assert.ok(first !== undefined && second !== undefined)
    await assert.rejects(client.batches.wait(batch.id, { timeoutMs: 100 }), { code: 'timeout' })
    await complete(first, { markdown: 'A.' })
    await client.jobs.cancel(second)
    const ended = await client.batches.wait(batch.id)
    assert.deepEqual(ended.counts, { queued: 0, running: 0, complete: 1, failed: 1 })
    const failed = await Array.fromAsync(client.jobs.list({ batch: batch.id, status: 'failed' }))
    assert.deepEqual(
      failed.map(({ id, batchId }) => [id, batchId]),
      [[second, batch.id]],
    )
  })

  it('names the fields of a request that are wrong', async () => {
    await assert.rejects(client.parse(document, { provider: 'nobody' }), (error) => {
      assert.ok(error instanceof ValidationError)
      assert.equal(error.problem.errors?.[0]?.field, 'X-Service-Provider')
      assert.match(error.requestId, /^[\da-f-]{36}$/)
      return true
    })
  })

  it('says that a key is expired, or lacks a scope', async () => {
    const now = api.clock()
    const issue = (more: object) =>
      createKey(api.database, { account: 'other', name: 'x', expiresAt: null, ...more }, now)
    const expired = await issue({ expiresAt: new Date(now.getTime() - 1000) })
    await assert.rejects(createClient({ url, apiKey: expired.key }).providers(), AuthenticationError)
    const reader = await issue({ scopes: ['jobs:read'] })
    await assert.rejects(createClient({ url, apiKey: reader.key }).parse(document), PermissionError)
  })

  it('says that a result has expired', async () => {
    const { id } = await client.jobs.create(document, parse)
    await complete(id, { markdown: 'Old.' })
    await api.database.query(`update jobs set completed_at = completed_at - interval '8 days' where id = $1`, [id])
    await assert.rejects(client.jobs.wait(id), ResultExpiredError)
  })

  it('reads the catalog and the usage, and manages webhooks', async () => {
    assert.ok((await client.providers()).some(({ id, enabled }) => id === 'provider-a' && enabled))
    assert.equal((await client.usage({ from: '2026-01-01', to: '2026-01-02' })).from, '2026-01-01')
    assert.match((await client.webhooks.rotateSecret()).secret, /^whsec_/)
    await assert.rejects(client.webhooks.test('http://127.0.0.1/'), ValidationError)
  })
})
