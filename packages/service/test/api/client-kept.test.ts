import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  type Client,
  createClient,
  type JudgedDocument,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  ProblemError,
  ValidationError,
} from '@polyparse/client'
import { render } from '@polyparse/document'
import { outputIds } from '@polyparse/document/schema'
import { createCatalog } from '@polyparse/providers/port'
import { documentWith, paragraphBlock } from '@polyparse/test-support/documents'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { hanging, testProvider } from '../support/providers.ts'

const timing = { startedAt: '2026-01-15T09:30:00Z', completedAt: '2026-01-15T09:30:00Z', durationMs: 1 }

describe('The client, at what people keep beside a result', { timeout: 60_000 }, () => {
  const stack = suiteStack()
  let api: ApiHarness
  let client: Client
  let url = ''
  before(async () => {
    const provider = testProvider('provider-a', hanging, { outputs: [...outputIds] })
    const wrap = (parts: ApiHarness['parts']) => ({ ...parts, catalog: createCatalog([provider], 'provider-a') })
    api = stack.adopt(await openApiHarness({ wrap }), (open) => open.close())
    url = `http://127.0.0.1:${await api.listen()}`
    client = createClient({ url, apiKey: api.key, retries: 0 })
  })

  it('corrects a result, reads it corrected, and tells stale corrections by their class', async () => {
    const rent = { block: 'p1-b1', read: 'Rent is 1,234 a month.', text: 'Rent is 1,284 a month.' }
    const note = { block: 'p1-b2', read: 'Payable on the lst.', text: 'Payable on the 1st.' }
    const outputs = ['markdown', 'pages', 'json', 'fields'] as const
    const { id } = await client.jobs.create(new Blob(['Rent']), { operation: 'parse', outputs })
    const read = documentWith([[rent, note].map((each) => paragraphBlock(each.read))])
    const values = { ...(await render(read, ['markdown', 'pages', 'json'])), fields: [] }
    const result = { id, outputs: values, pageCount: 1, provider: 'provider-a', timing, warnings: [] }
    await api.complete(id, JSON.stringify({ id, status: 'complete', result }))

    const none = await client.corrections.get(id)
    assert.deepEqual(none.corrections, [])
    const first = await client.corrections.replace(id, [rent])
    const second = await client.corrections.replace(id, [...first.corrections, note], first)
    assert.deepEqual(second.corrections[0], first.corrections[0])
    assert.deepEqual(await client.corrections.get(id), second)

    const stale = client.corrections.replace(id, [], first)
    await assert.rejects(
      stale,
      (error) => error instanceof PreconditionFailedError && error.code === 'corrections_changed',
    )
    await assert.rejects(client.corrections.remove(id), PreconditionFailedError)
    await assert.rejects(client.corrections.replace(id, [{ ...rent, read: '' }], { etag: '*' }), ValidationError)

    assert.match(await client.jobs.output(id, 'markdown', { corrected: true }), /1,284.*\n\n.*1st/)
    assert.match(await client.jobs.output(id, 'markdown'), /1,234.*\n\n.*lst/)
    assert.match((await client.jobs.page(id, 1, { corrected: true })).text, /1,284/)
    const job = await client.jobs.get(id, { corrected: true })
    assert.ok(job.status === 'complete' && 'provider' in job.result)
    assert.match(job.result.outputs.markdown ?? '', /1,284/)
    await assert.rejects(client.jobs.output(id, 'fields', { corrected: true }), ProblemError)

    await client.corrections.remove(id, second)
    await client.corrections.remove(id, second)
    assert.deepEqual(await client.corrections.get(id), none)
    await client.jobs.erase(id)
    await assert.rejects(client.corrections.get(id), NotFoundError)
    await client.corrections.remove(id)
  })

  it('keeps judgements where the operator allows it, lists all of them, and tells stale ones by their class', async () => {
    const compared = async (): Promise<string> => {
      const request = { operation: 'compare', providers: ['provider-a'], outputs: ['markdown'] } as const
      const { id } = await client.jobs.create(new Blob(['Rent']), request)
      await api.complete(id)
      return id
    }
    const [first, second] = [await compared(), await compared()]
    const none = await client.judgements.get(first)
    assert.deepEqual([none.keeping, none.document], ['off', null])
    await assert.rejects(client.judgements.replace(first, judged(first)), PermissionError)

    const allowed = await api.inject({
      method: 'POST',
      url: '/api/admin/accounts/judgements',
      payload: { account: 'first', judgements: 'kept' },
      headers: { authorization: `Bearer ${api.parts.adminToken}` },
    })
    assert.equal(allowed.statusCode, 200)
    const kept = await client.judgements.replace(first, judged(first))
    assert.deepEqual([kept.keeping, kept.document], ['kept', judged(first)])
    assert.deepEqual(await client.judgements.get(first), kept)
    await client.judgements.replace(second, judged(second))

    const isStale = (error: unknown) => error instanceof PreconditionFailedError && error.code === 'judgements_changed'
    await assert.rejects(client.judgements.replace(first, { ...judged(first), settlements: [] }), isStale)
    await assert.rejects(client.judgements.remove(first, { etag: none.etag }), isStale)
    await assert.rejects(client.judgements.replace(first, judged(second), { etag: '*' }), ValidationError)

    const paths: string[] = []
    const onePerPage = createClient({
      url,
      apiKey: api.key,
      fetch: (input, init) => {
        const { url: path } = new Request(input)
        paths.push(path)
        return fetch(path.replace('limit=100', 'limit=1'), init)
      },
    })
    const jobs: (string | undefined)[] = []
    for await (const { job } of onePerPage.judgements.list()) jobs.push(job)
    assert.deepEqual(jobs, [second, first])
    assert.equal(paths.length, 2)

    await client.judgements.remove(first, kept)
    await client.judgements.remove(first)
    assert.equal((await client.judgements.get(first)).document, null)
    await client.jobs.erase(second)
    await assert.rejects(client.judgements.get(second), NotFoundError)
    await client.judgements.remove(second)
    assert.deepEqual(await Array.fromAsync(client.judgements.list()), [])
  })
})

const judged = (job: string): JudgedDocument => ({
  name: 'costs.pdf',
  job,
  comparedAt: '2026-01-15T09:30:00.480Z',
  disputes: 1,
  readings: [{ provider: 'provider-a', pages: 1, durationMs: 31 }],
  settlements: [
    {
      dispute: 1,
      kind: 'number',
      page: 1,
      sides: [{ provider: 'provider-a', text: '1,284', before: 'Rent is', after: 'a month' }],
      answer: 'side',
      truth: '1,284',
      right: ['provider-a'],
    },
  ],
})
