import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  type Client,
  createClient,
  NotFoundError,
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

describe('The client, at the corrections of a result', { timeout: 60_000 }, () => {
  const stack = suiteStack()
  let api: ApiHarness
  let client: Client
  before(async () => {
    const provider = testProvider('provider-a', hanging, { outputs: [...outputIds] })
    const wrap = (parts: ApiHarness['parts']) => ({ ...parts, catalog: createCatalog([provider], 'provider-a') })
    api = stack.adopt(await openApiHarness({ wrap }), (open) => open.close())
    client = createClient({ url: `http://127.0.0.1:${await api.listen()}`, apiKey: api.key, retries: 0 })
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
})
