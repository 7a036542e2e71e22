import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { CompleteJob, Corrections, limits } from '@polyparse/contract'
import { AuditList } from '@polyparse/contract/audit'
import { type Document, render } from '@polyparse/document'
import { type OutputId, outputIds } from '@polyparse/document/schema'
import type { Static, TSchema } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import { createCatalog } from '@polyparse/providers/port'
import { documentWith, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { createKey } from '../../src/accounts/keys.ts'
import { expireResults } from '../../src/jobs/retention.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { type Answer, assertProblem, refusedFields } from '../support/problems.ts'
import { hanging, testProvider } from '../support/providers.ts'

const costs = documentWith(
  [[paragraphBlock('Rent is 1,234 a month.'), { type: 'table', text: 'Item\tAmount\nRent\t1,234', table: 'p1-t1' }]],
  {
    tables: [
      tableOfTexts([
        ['Item', 'Amount'],
        ['Rent', '1,234'],
      ]),
    ],
  },
)
const timing = { startedAt: '2026-01-15T09:30:00.120Z', completedAt: '2026-01-15T09:30:00.480Z', durationMs: 360 }
const ofText = { block: 'p1-b1', read: 'Rent is 1,234 a month.', text: 'Rent is 1,284 a month.' }
const ofCell = { table: 'p1-t1', row: 1, column: 1, read: '1,234', text: '1,284' }

const parsed = <Schema extends TSchema>(schema: Schema, answer: Answer): Static<Schema> => {
  const body: unknown = JSON.parse(answer.body)
  assert.ok(Check(schema, body), answer.body)
  return body
}

describe('Corrections of a result', () => {
  let api: ApiHarness
  before(async () => {
    const provider = testProvider('provider-a', hanging, { outputs: [...outputIds] })
    api = await openApiHarness({
      wrap: (parts) => ({ ...parts, catalog: createCatalog([provider], 'provider-a') }),
    })
  })
  after(() => api.close())

  const usual: readonly OutputId[] = [
    'markdown',
    'text',
    'html',
    'pages',
    'tables',
    'chunks',
    'json',
    'images',
    'metadata',
  ]
  const read = async (outputs = usual, more: object = {}, document: Document = costs) => {
    const id: string = (await api.create(parseUrl({ outputs }))).json().id
    const values = await render(document, outputs, { filename: 'costs.pdf', sizeBytes: 9 })
    const result = { id, outputs: values, pageCount: 1, provider: 'provider-a', timing, warnings: [], ...more }
    await api.complete(id, JSON.stringify({ id, status: 'complete', result }))
    return id
  }
  const path = (id: string) => `/api/v1/jobs/${id}/corrections`
  const correct = (id: string, corrections: readonly object[], headers: Record<string, string> = {}) =>
    api.inject({ method: 'PUT', url: path(id), payload: { corrections }, headers })
  const tagOf = ({ headers: { etag } }: Answer) => ({ 'if-match': String(etag) })
  const look = (id: string, part = '', query = '?corrected=true', headers: Record<string, string> = {}) =>
    api.inject({ url: `/api/v1/jobs/${id}${part}${query}`, headers })

  it('show in every output on request, with who has made them, and leave the result as it was read', async () => {
    const id = await read()
    const asRead = await look(id, '', '')
    const put = await correct(id, [ofText, ofCell])
    assert.equal(put.statusCode, 200)
    const { corrections } = parsed(Corrections, put)
    const said = { by: { kind: 'key', name: 'test' }, at: api.clock().toISOString() }
    assert.deepEqual(
      corrections,
      [ofText, ofCell].map((each) => ({ ...each, ...said })),
    )
    const got = await api.inject({ url: path(id) })
    assert.deepEqual([got.body, got.headers.etag], [put.body, put.headers.etag])

    const whole = await look(id)
    const { result } = parsed(CompleteJob, whole)
    assert.ok('outputs' in result && 'provider' in result)
    for (const output of ['markdown', 'text', 'html', 'pages', 'tables', 'chunks', 'json'] as const) {
      const alone = await look(id, `/outputs/${output}`)
      assert.equal(alone.statusCode, 200)
      assert.ok(alone.body.includes('1,284'), output)
      assert.ok(!alone.body.includes('1,234'), output)
      const value: unknown = result.outputs[output]
      assert.deepEqual(typeof value === 'string' ? alone.body : JSON.parse(alone.body), value)
      assert.ok((await look(id, `/outputs/${output}`, '')).body.includes('1,234'), output)
    }
    assert.equal((await look(id, '', '')).body, asRead.body)
    assert.equal((await look(id, '', '?corrected=false')).body, asRead.body)
    const { outputs: _, ...rest } = result
    const { outputs: __, ...before } = JSON.parse(asRead.body).result
    assert.deepEqual(rest, before)
    const page = await api.inject({ url: `/api/v1/jobs/${id}/pages/1?corrected=true` })
    assert.ok(page.body.includes('1,284') && !page.body.includes('1,234'))
    assert.ok((await api.inject({ url: `/api/v1/jobs/${id}/pages/1` })).body.includes('1,234'))
  })

  it('give an answer another tag, which changes with them, and ranges of their own', async () => {
    const id = await read()
    const asRead = (await look(id)).headers.etag
    assert.equal(asRead, (await look(id, '', '')).headers.etag)
    const put = await correct(id, [ofCell])
    for (const part of ['', '/outputs/markdown']) {
      const first = await look(id, part)
      assert.notEqual(first.headers.etag, (await look(id, part, '')).headers.etag)
      const unchanged = await look(id, part, '?corrected=true', { 'if-none-match': String(first.headers.etag) })
      assert.equal(unchanged.statusCode, 304)
    }
    const [job, markdown] = [await look(id), await look(id, '/outputs/markdown')]
    const range = await look(id, '/outputs/markdown', '?corrected=true', { range: 'bytes=2-4' })
    assert.deepEqual([range.statusCode, range.body], [206, markdown.body.slice(2, 5)])
    assertProblem(
      await look(id, '/outputs/markdown', '?corrected=true', { range: 'bytes=9999-' }),
      'range_not_satisfiable',
    )
    const packed = await look(id, '', '?corrected=true', { 'accept-encoding': 'gzip' })
    assert.equal(gunzipSync(packed.rawPayload).toString(), job.body)
    for (const part of ['', '/outputs/markdown'])
      assert.deepEqual((await api.inject({ method: 'HEAD', url: `/api/v1/jobs/${id}${part}?corrected=true` })).body, '')
    await correct(id, [ofText], tagOf(put))
    assert.notEqual((await look(id)).headers.etag, job.headers.etag)
    assert.notEqual((await look(id, '/outputs/markdown')).headers.etag, markdown.headers.etag)
  })

  it('are never lost to somebody who did not know them', async () => {
    const id = await read()
    const none = await api.inject({ url: path(id) })
    const first = await correct(id, [ofText], tagOf(none))
    assert.equal(first.statusCode, 200)
    assertProblem(await correct(id, [ofCell], tagOf(none)), 'corrections_changed')
    assertProblem(await correct(id, [ofCell]), 'corrections_changed')
    assertProblem(await correct(id, [ofCell], { 'if-match': 'x' }), 'corrections_changed')
    assertProblem(await api.inject({ method: 'DELETE', url: path(id) }), 'corrections_changed')
    // Sent again, as when the first answer was lost.
    const again = await correct(id, [ofText], tagOf(none))
    assert.deepEqual([again.statusCode, again.headers.etag], [200, first.headers.etag])

    const { key } = await createKey(
      api.database,
      { account: 'first', name: 'second person', expiresAt: null },
      api.clock(),
    )
    api.clock.advance(60)
    const second = await correct(id, [ofText, ofCell], { ...tagOf(first), authorization: `Bearer ${key}` })
    const names = parsed(Corrections, second).corrections.map(({ by, at }) => [by.name, at])
    assert.deepEqual(names, [
      ['test', parsed(Corrections, first).corrections[0]?.at],
      ['second person', api.clock().toISOString()],
    ])
    const both = await Promise.all([ofText, ofCell].map((each) => correct(id, [{ ...each, text: 'x' }], tagOf(second))))
    assert.deepEqual(
      both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
      [200, 412],
    )
    assert.equal((await correct(id, [], { 'if-match': '*' })).statusCode, 200)
    assert.equal((await api.inject({ url: path(id) })).headers.etag, none.headers.etag)
  })

  it('name a place that is there and what was read in it, once, or none of them is stored', async () => {
    const id = await read()
    const refused = await correct(id, [ofText, { ...ofCell, read: '1,235' }, { ...ofCell, row: 9 }, ofText])
    const { errors = [] } = assertProblem(refused, 'validation_error')
    assert.deepEqual(errors, [
      { field: 'corrections', message: 'has an entry at index 3 that is about the same place as one before' },
      { field: 'corrections', message: 'has an entry at index 1 that says that "1,235" was read, but it was "1,234"' },
      {
        field: 'corrections',
        message: 'has an entry at index 2 that names a place outside of its table, which has 2 × 2 cells',
      },
    ])
    for (const wrong of [
      { ...ofText, by: 'me' },
      { block: 'p1-b1', text: 'x' },
      { ...ofText, text: 1 },
      { ...ofCell, row: -1 },
      {},
      'x',
    ])
      assert.ok(refusedFields(await correct(id, [Object(wrong)])).length > 0)
    assert.deepEqual(refusedFields(await correct(id, [{ ...ofText, text: 'a\0b' }])), ['corrections.text'])
    const many = Array.from({ length: limits.correctionsPerJob + 1 }, (_, index) => ({
      ...ofText,
      block: `p1-b${index}`,
    }))
    assert.deepEqual(refusedFields(await correct(id, many)), ['corrections'])
    assertProblem(await correct(id, [{ ...ofText, text: 'x'.repeat(10 * 1024 ** 2) }]), 'payload_too_large')
    assert.deepEqual(parsed(Corrections, await api.inject({ url: path(id) })).corrections, [])
  })

  it('belong to a whole result of one provider with its document', async () => {
    assertProblem(await correct(await read(['markdown']), [ofText]), 'not_correctable')
    const cut = {
      code: 'output_truncated',
      message: 'The output json has 1 of 2 pages: the result would be too large with all of them.',
    }
    assertProblem(await correct(await read(usual, { warnings: [cut] }), [ofText]), 'not_correctable')
    assertProblem(await correct((await api.create()).json().id, [ofText]), 'no_result')
    const failed = (await api.create()).json().id
    await api.fail(failed, 'No.')
    assertProblem(await correct(failed, [ofText]), 'no_result')
    assert.equal((await look(failed)).json().error, 'No.')
    const id: string = (await api.create(parseUrl({ operation: 'compare', providers: ['provider-a'] }))).json().id
    await api.complete(id)
    assertProblem(await correct(id, [ofText]), 'not_correctable')
  })

  it('say which outputs they do not reach, and refuse to give those as corrected', async () => {
    const id = await read([...usual, 'fields'])
    await correct(id, [ofText])
    const { result } = parsed(CompleteJob, await look(id))
    assert.ok('warnings' in result)
    assert.deepEqual(
      result.warnings.map(({ code, message }) => [code, message]),
      [['output_uncorrected', 'The output fields is as it was read: corrections do not reach it.']],
    )
    assertProblem(await look(id, '/outputs/fields'), 'not_correctable')
    for (const output of ['images', 'metadata']) {
      const [asked, asRead] = [await look(id, `/outputs/${output}`), await look(id, `/outputs/${output}`, '')]
      assert.deepEqual([asked.statusCode, asked.body, asked.headers.etag], [200, asRead.body, asRead.headers.etag])
    }
    assertProblem(await look(id, '/outputs/extraction'), 'not_found')
  })

  it('fill a schema again where the service has filled it, and not where a model has', async () => {
    const schema = { type: 'object', properties: { total: { type: 'string' } } }
    const fill = async (by: object) => {
      const outputs: OutputId[] = ['json', 'extraction']
      const id: string = (await api.create(parseUrl({ outputs, extraction: { schema } }))).json().id
      const evidence = [
        {
          path: '/total',
          value: '1,234',
          status: 'found',
          page: 1,
          bbox: null,
          text: '1,234',
          confidence: 1,
          from: [],
        },
      ]
      const extraction = { data: { total: '1,234' }, evidence, usage: {}, ...by }
      const { json } = await render(documentWith([[paragraphBlock('Total: 1,234')]]), ['json'])
      const result = { id, outputs: { json, extraction }, pageCount: 1, provider: 'provider-a', timing, warnings: [] }
      await api.complete(id, JSON.stringify({ id, status: 'complete', result }))
      assert.equal(
        (await correct(id, [{ block: 'p1-b1', read: 'Total: 1,234', text: 'Total: 1,284' }])).statusCode,
        200,
      )
      return id
    }
    const several = { comparison: { models: [], fields: [] } }
    const [here, byModel, bySeveral] = [
      await fill({ model: 'local' }),
      await fill({ model: 'some-model' }),
      await fill(several),
    ]
    const filled = await look(here, '/outputs/extraction')
    assert.equal(filled.json().data.total, '1,284')
    assert.ok(!filled.body.includes('1,234'))
    for (const id of [byModel, bySeveral]) {
      assertProblem(await look(id, '/outputs/extraction'), 'not_correctable')
      const { result } = (await look(id)).json()
      assert.deepEqual([result.warnings[0].code, result.outputs.extraction.data.total], ['output_uncorrected', '1,234'])
    }
  })

  it('that do not fit what was read again stay, and are told of', async () => {
    const id = await read()
    await correct(id, [ofText, ofCell])
    const entries = JSON.stringify([
      { ...ofText, read: 'Something else.', by: { kind: 'key', name: null }, at: timing.startedAt },
    ])
    await api.database.query('update corrections set entries = $2 where job_id = $1', [id, entries])
    const { result } = parsed(CompleteJob, await look(id))
    assert.ok('warnings' in result)
    assert.deepEqual(
      result.warnings.map(({ code }) => code),
      ['correction_unapplied'],
    )
    assert.match(result.warnings[0]?.message ?? '', /do not fit any more: \["p1-b1"\]/)
    assert.ok('provider' in result && result.outputs.markdown?.includes('1,234'))
  })

  it('are of the account alone, and of keys that may write', async () => {
    const id = await read()
    const authorization = `Bearer ${await api.otherKey()}`
    assertProblem(await correct(id, [ofText], { authorization }), 'not_found')
    assertProblem(await api.inject({ url: path(id), headers: { authorization } }), 'not_found')
    assertProblem(await api.inject({ method: 'DELETE', url: path(id), headers: { authorization } }), 'not_found')
    assertProblem(await correct(randomUUID(), [ofText]), 'not_found')
    const reads = { account: 'first', name: 'reads', expiresAt: null, scopes: ['jobs:read' as const] }
    const { key } = await createKey(api.database, reads, api.clock())
    assertProblem(await correct(id, [ofText], { authorization: `Bearer ${key}` }), 'forbidden')
    assert.equal((await api.inject({ url: path(id), headers: { authorization: `Bearer ${key}` } })).statusCode, 200)
  })

  it('go when they are removed, with the result and with the job', async () => {
    const rows = (id: string) => api.database.query('select 1 from corrections where job_id = $1', [id])
    const [removed, expired, erased] = [await read(), await read(), await read()]
    const put = await correct(removed, [ofText])
    for (const id of [expired, erased]) await correct(id, [ofText])
    const remove = () => api.inject({ method: 'DELETE', url: path(removed), headers: tagOf(put) })
    assert.equal((await remove()).statusCode, 204)
    assert.equal((await remove()).statusCode, 204)
    assert.equal((await look(removed)).headers.etag, (await look(removed, '', '')).headers.etag)

    await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${erased}` })
    await api.age(expired, 7 * 24 * 3600)
    assertProblem(await api.inject({ url: path(expired) }), 'result_expired')
    assertProblem(await correct(expired, [ofText]), 'result_expired')
    assertProblem(await look(expired), 'result_expired')
    await expireResults(api.database, new Date(api.clock().getTime() - 7 * 24 * 3600 * 1000), api.clock())
    for (const id of [removed, expired, erased]) assert.deepEqual(await rows(id), [])
  })

  it('are not stored for a job that is erased while they are checked', async () => {
    const id = await read()
    const [put] = await Promise.all([
      correct(id, [ofText]),
      api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` }),
    ])
    assert.ok([200, 404].includes(put.statusCode), put.body)
    assert.deepEqual(await api.database.query('select 1 from corrections where job_id = $1', [id]), [])
  })

  it('are in the audit log, without what they say', async () => {
    const id = await read()
    const put = await correct(id, [ofText, ofCell])
    await correct(id, [], tagOf(await api.inject({ url: path(id) })))
    assertProblem(await correct(id, [ofText], tagOf(put)), 'corrections_changed')
    await api.inject({ method: 'DELETE', url: path(id) })
    const answer = await api.inject({
      url: `/api/admin/audit?target=${id}`,
      headers: { authorization: `Bearer ${api.parts.adminToken}` },
    })
    const { entries } = parsed(AuditList, answer)
    assert.deepEqual(entries.map(({ action, outcome, details }) => [action, outcome, details]).toReversed(), [
      ['corrections.replace', 'done', { corrections: 2 }],
      ['corrections.replace', 'done', { corrections: 0 }],
      ['corrections.replace', 'refused', { corrections: 1 }],
      ['corrections.remove', 'done', {}],
    ])
    assert.ok(!answer.body.includes('Rent'))
  })
})
