import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem, type Answer } from '../support/problems.ts'

/**
 * Of a thousand requests of a kind, each sort of refusal, by its status and field and what it says, is first met within the first
 * 160 bodies and 100 paths. Headers take 718 until two of them conflict.
 */
const runs = Number(process.env['POLYPARSE_TEST_RUNS'] ?? 250)
const headerRuns = 3 * runs

/** A job, or a problem that is not the service's fault. */
const assertAnswered = (answer: Answer): void => {
  if (answer.statusCode === 200 || answer.statusCode === 202) return
  const { code, detail } = assertProblem(
    answer,
    answer.statusCode === 409
      ? 'idempotency_conflict'
      : answer.statusCode === 413
        ? 'payload_too_large'
        : 'validation_error',
  )
  assert.ok(detail.length < 5000, code)
}

describe('any request at all', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const json = fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' })
  const mostly = <Value>(usual: Value) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: json })

  it('with a JSON body of any content gets a job or a plain refusal', async () => {
    const nearly = fc.record(
      {
        operation: fc.oneof(mostly('parse'), fc.constant('compare')),
        source: fc.oneof(
          mostly({ url: 'https://example.com/a.pdf' }),
          fc.record({ url: fc.webUrl() }),
          fc.record({ url: fc.string({ unit: 'binary' }) }),
        ),
        outputs: fc.oneof(mostly(['markdown']), fc.array(fc.constantFrom('markdown', 'text', 'tables', 'x'))),
        pages: fc.oneof(fc.array(fc.integer({ min: 1 })), json),
        provider: mostly('provider-a'),
        providers: mostly(['provider-b']),
        providerOptions: fc.oneof(fc.dictionary(fc.constantFrom('provider-a', 'provider-b', '__proto__'), json), json),
        includeRaw: mostly(true),
        webhook: fc.oneof(fc.record({ url: fc.webUrl() }), fc.record({ url: fc.string({ unit: 'binary' }) }), json),
      },
      { requiredKeys: [] },
    )
    const body = fc.oneof(nearly, json).map((value) => JSON.stringify(value))
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.string({ unit: 'binary' })), async (text) => {
        assertAnswered(await api.create(text))
      }),
      { numRuns: runs },
    )
  })

  it('with headers of any content gets a job or a plain refusal', async () => {
    const value = fc.oneof(
      fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) }),
      fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
      json.map((each) => encodeURIComponent(JSON.stringify(each).toWellFormed())),
      fc.constantFrom('parse', 'compare', 'markdown', '1,2', 'provider-a', 'true', 'application/json', 'gzip', 'a.pdf'),
    )
    const names = [
      'idempotency-key',
      'content-type',
      'content-encoding',
      'expect',
      'accept',
      'x-service-filename',
      'x-service-operation',
      'x-service-outputs',
      'x-service-pages',
      'x-service-provider',
      'x-service-providers',
      'x-service-provider-options',
      'x-service-include-raw',
      'x-service-webhook',
      'x-service-other',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 }),
        fc.string(),
        async (headers, body) => {
          assertAnswered(await api.upload(body, headers))
        },
      ),
      { numRuns: headerRuns },
    )
  })

  it('for any path and query is answered, never with a server error', async () => {
    const path = fc.oneof(
      fc.webPath(),
      fc.string().map((text) => `/api/v1/jobs/${encodeURIComponent(text.toWellFormed())}`),
      fc.string().map((text) => `/api/v1/jobs/${encodeURIComponent(text.toWellFormed())}/events`),
      fc.constant('/api/v1/jobs'),
    )
    const query = fc.dictionary(
      fc.constantFrom('wait', 'limit', 'cursor', 'status', 'x'),
      fc.oneof(fc.string(), fc.constant('0')),
    )
    const accept = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
    await fc.assert(
      fc.asyncProperty(path, query, accept, async (pathname, parameters, header) => {
        // Here, the request would ask for a wait.
        const asked = new URLSearchParams(
          Object.entries(parameters).filter(([name, value]) => name !== 'wait' || Number(value) === 0),
        )
        const headers = { accept: header, 'accept-encoding': header, 'if-none-match': header }
        const answer = await api.inject({ url: `${pathname}?${asked.toString()}`, headers })
        assert.ok(answer.statusCode < 500, answer.body)
        assert.ok(answer.headers['x-request-id'])
      }),
      { numRuns: runs },
    )
  })

  it('with the same content twice, at the same time or later, gets the same job', async () => {
    const pages = fc.array(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { minLength: 1, maxLength: 5 })
    const options = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }), {
      maxKeys: 3,
    })
    await fc.assert(
      fc.asyncProperty(fc.uuid(), pages, options, async (key, numbers, own) => {
        const body = parseUrl({ pages: numbers, providerOptions: { 'provider-a': own } })
        const headers = { 'idempotency-key': key }
        const answers = await Promise.all([api.create(body, headers), api.create(body, headers)])
        answers.push(await api.create({ ...body, pages: numbers.toReversed() }, headers))
        if (answers[0]?.statusCode === 400) return
        const created = answers.filter(({ statusCode }) => statusCode === 202)
        const replayed = answers.filter(({ statusCode }) => statusCode === 200)
        assert.deepEqual([created.length, replayed.length], [1, 2])
        assert.equal(new Set(answers.map((answer) => answer.json().id)).size, 1)
      }),
      { numRuns: Math.ceil(runs / 5) },
    )
  })
})
