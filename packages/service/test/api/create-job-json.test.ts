import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { limits } from '@polyparse/contract'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('POST /api/v1/jobs with a JSON body', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  it('answers 202 with id, status and Location, and stores the job as asked', async () => {
    const options = { 'provider-b': { dpi: 300 } }
    const more = { provider: 'provider-b', outputs: ['tables', 'markdown'], providerOptions: options, includeRaw: true }
    const answer = await api.create(parseUrl(more))
    assert.equal(answer.statusCode, 202, answer.body)
    assert.equal(answer.headers['content-type'], 'application/json')
    const body: { id: string; status: string } = answer.json()
    assert.deepEqual(Object.keys(body), ['id', 'status'])
    assert.equal(body.status, 'queued')
    assert.equal(answer.headers.location, `/api/v1/jobs/${body.id}`)
    const job = await api.job(body.id)
    assert.deepEqual(job.outputs, ['tables', 'markdown'])
    assert.deepEqual(job.providerOptions, options)
    assert.equal(job.includeRaw, true)
    assert.equal(job.source.url, 'https://example.com/a.pdf')
  })

  it('stores the fallback providers, each once and without the provider itself', async () => {
    const fallback = ['provider-b', 'provider-a', 'provider-b']
    const answer = await api.create(parseUrl({ fallback }))
    assert.equal(answer.statusCode, 202, answer.body)
    assert.deepEqual((await api.job(answer.json().id)).fallback, ['provider-b'])
    const alone = await api.create(parseUrl({ fallback: ['provider-a'] }))
    assert.equal((await api.job(alone.json().id)).fallback, null)
    assert.equal((await api.job((await api.create(parseUrl())).json().id)).fallback, null)
  })

  it('accepts application/json with any parameters and in upper and lower case', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;x="y"'])
      assert.equal((await api.create(parseUrl(), { 'content-type': type })).statusCode, 202, type)
  })

  it('collapses duplicate outputs in the order of first appearance, and sorts pages', async () => {
    const answer = await api.create(parseUrl({ outputs: ['text', 'markdown', 'text'], pages: [9, 2, 9, 1] }))
    const job = await api.job(answer.json().id)
    assert.deepEqual(job.outputs, ['text', 'markdown'])
    assert.deepEqual(job.pages, [1, 2, 9])
  })

  it('collapses duplicates before it counts', async () => {
    const outputs = Array.from({ length: 150 }, () => 'markdown')
    const answer = await api.create(parseUrl({ outputs, pages: Array.from({ length: 12_000 }, () => 3) }))
    assert.equal(answer.statusCode, 202, answer.body)
    const { outputs: stored, pages } = await api.job(answer.json().id)
    assert.deepEqual([stored, pages], [['markdown'], [3]])
  })

  it('names mistakes of the schema and of the rules between fields together', async () => {
    const body = parseUrl({ outputs: ['pdf'], providers: ['provider-a'], source: { url: 'ftp://example.com/' } })
    assert.deepEqual(refusedFields(await api.create(body)).toSorted(), ['outputs', 'providers', 'source.url'])
  })

  it('names every missing required field', async () => {
    assert.deepEqual(refusedFields(await api.create({})), ['operation', 'source', 'outputs'])
    assert.deepEqual(refusedFields(await api.create({ ...parseUrl(), outputs: undefined })), ['outputs'])
    assert.deepEqual(refusedFields(await api.create(parseUrl({ source: {} }))), ['source.url'])
  })

  const refused: [title: string, body: object, fields: string[]][] = [
    ['an unknown field', parseUrl({ colour: 1 }), ['colour']],
    ['an unknown field of source', parseUrl({ source: { url: 'https://example.com/', uri: '' } }), ['source.uri']],
    ['an unknown operation', parseUrl({ operation: 'convert' }), ['operation']],
    ['an output no provider knows', parseUrl({ outputs: ['mardown'] }), ['outputs']],
    ['outputs that is no list', parseUrl({ outputs: 'markdown' }), ['outputs']],
    ['empty outputs', parseUrl({ outputs: [] }), ['outputs']],
    ['more than 100 outputs', parseUrl({ outputs: Array.from({ length: 101 }, (_, n) => `x${n}`) }), ['outputs']],
    ['empty pages', parseUrl({ pages: [] }), ['pages']],
    ['page 0', parseUrl({ pages: [1, 0] }), ['pages']],
    ['half a page', parseUrl({ pages: [1.5] }), ['pages']],
    ['a page as text', parseUrl({ pages: ['1'] }), ['pages']],
    ['a page beyond all documents', parseUrl({ pages: [2 ** 31] }), ['pages']],
    ['more than 10,000 pages', parseUrl({ pages: Array.from({ length: 10_001 }, (_, n) => n + 1) }), ['pages']],
    ['null for an optional field', parseUrl({ pages: null }), ['pages']],
    ['provider with compare', parseUrl({ operation: 'compare', provider: 'provider-a' }), ['provider']],
    ['providers with parse', parseUrl({ providers: ['provider-a'] }), ['providers']],
    [
      'a fallback with compare',
      parseUrl({ operation: 'compare', providers: ['provider-a'], fallback: ['provider-b'] }),
      ['fallback'],
    ],
    ['an empty fallback', parseUrl({ fallback: [] }), ['fallback']],
    ['an unknown fallback', parseUrl({ fallback: ['provider-b', 'nobody'] }), ['fallback']],
    ['a fallback that lacks an output', parseUrl({ outputs: ['text'], fallback: ['provider-b'] }), ['outputs']],
    ['empty providers', parseUrl({ operation: 'compare', providers: [] }), ['providers']],
    ['a list as options', parseUrl({ providerOptions: { 'provider-a': [] } }), ['providerOptions.provider-a']],
    ['includeRaw as text', parseUrl({ includeRaw: 'true' }), ['includeRaw']],
    ['a URL that is none', parseUrl({ source: { url: 'example.com' } }), ['source.url']],
    ['an ftp URL', parseUrl({ source: { url: 'ftp://example.com/a' } }), ['source.url']],
    ['a URL with credentials', parseUrl({ source: { url: 'https://a:b@example.com/' } }), ['source.url']],
    ['a literal private address', parseUrl({ source: { url: 'http://169.254.169.254/' } }), ['source.url']],
    ['a disguised private address', parseUrl({ source: { url: 'http://0x7f.1/' } }), ['source.url']],
    [
      'text that is not Unicode',
      parseUrl({ providerOptions: { 'provider-a': { a: '\uD800' } } }),
      ['providerOptions.provider-a.a'],
    ],
    [
      'a NUL character',
      parseUrl({ providerOptions: { 'provider-a': { a: ['\u0000'] } } }),
      ['providerOptions.provider-a.a'],
    ],
    ['a label that is not a string', parseUrl({ metadata: { a: 1 } }), ['metadata.a']],
    ['a label that is not a string and has a number for a name', parseUrl({ metadata: { 7: 1 } }), ['metadata.7']],
    ['a label that is too long', parseUrl({ metadata: { a: 'x'.repeat(513) } }), ['metadata.a']],
    [
      'too many labels',
      parseUrl({ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, ''])) }),
      ['metadata'],
    ],
    ['a label without a name', parseUrl({ metadata: { '': 'a' } }), ['metadata']],
    ['a label whose name is too long', parseUrl({ metadata: { ['k'.repeat(65)]: 'a' } }), ['metadata']],
    ['a NUL character in a label', parseUrl({ metadata: { a: '\u0000' } }), ['metadata.a']],
  ]
  for (const [title, body, fields] of refused)
    it(`refuses ${title}, spelled as in the interface`, async () => {
      assert.deepEqual([...new Set(refusedFields(await api.create(body)))], fields)
    })

  it('names what no JSON may have beside what does not fit the schema and the rules, each field once', async () => {
    const nul = { a: '\u0000' }
    const body = parseUrl({ outputs: [], provider: 'provider-a', operation: 'compare', metadata: nul, colour: null })
    const sent = JSON.stringify(body).replace('"colour":null', '"colour":1e999')
    assert.deepEqual(refusedFields(await api.create(sent)), ['metadata.a', 'colour', 'outputs', 'provider'])
    const url = { url: 'nowhere\u0000' }
    assert.deepEqual(refusedFields(await api.create(parseUrl({ source: url }))), ['source.url'])
  })

  it('refuses headers that only describe uploads', async () => {
    assert.deepEqual(refusedFields(await api.create(parseUrl(), { 'x-service-pages': '1' })), ['X-Service-Pages'])
  })

  it('names the entry of a list that is wrong, and what is allowed', async () => {
    const answer = await api.create(parseUrl({ outputs: ['markdown', 'pdf'] }))
    const { detail } = assertProblem(answer, 'validation_error')
    assert.match(detail, /^outputs has "pdf" at index 1, which must be one of markdown, /)
  })

  it('keeps labels with the job, and takes them for a part of the request', async () => {
    const key = { 'idempotency-key': 'with-labels' }
    const metadata = { invoice: '4711', ['k'.repeat(64)]: 'x'.repeat(512), '': undefined }
    const { id } = (await api.create(parseUrl({ metadata }), key)).json()
    assert.deepEqual((await api.job(id)).metadata, { invoice: '4711', ['k'.repeat(64)]: 'x'.repeat(512) })
    assert.equal((await api.create(parseUrl({ metadata }), key)).json().id, id)
    assertProblem(await api.create(parseUrl({ metadata: { invoice: '4712' } }), key), 'idempotency_conflict')
  })

  it('says that an unknown field is not known', async () => {
    const answer = await api.create(parseUrl({ source: { uri: 'https://example.com/', url: 'https://example.com/' } }))
    assert.equal(assertProblem(answer, 'validation_error').detail, 'source.uri is not a known field')
  })

  const notJobs: [title: string, body: string | Buffer, field: string][] = [
    ['malformed JSON', '{', 'body'],
    ['an empty body', '', 'body'],
    ['null', 'null', 'body'],
    ['an array', '[]', 'body'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'body'],
    ['a member __proto__', '{"__proto__":{"operation":"parse"}}', '__proto__'],
    ['a member constructor', JSON.stringify({ ...parseUrl(), constructor: 1 }), 'constructor'],
    ['a member given twice', JSON.stringify(parseUrl()).replace('{', '{"operation":"compare",'), 'operation'],
    [
      'a number of too many digits',
      JSON.stringify(parseUrl({ pages: [0, 0] })).replace('[0,0]', `[1,1${'0'.repeat(400)}]`),
      'pages',
    ],
    ['a number out of range', JSON.stringify(parseUrl({ pages: [0] })).replace('[0]', '[1e999]'), 'pages'],
    ['a body of arrays in arrays', '['.repeat(100_000) + ']'.repeat(100_000), 'body'],
  ]
  for (const [title, body, field] of notJobs)
    it(`refuses ${title}`, async () => {
      assert.ok(refusedFields(await api.create(body)).includes(field))
    })

  it('refuses options nested too deeply, and options of more than 256 KiB', async () => {
    const deep = `{"a":`.repeat(5000) + '1' + '}'.repeat(5000)
    const body = JSON.stringify(parseUrl({ providerOptions: { 'provider-a': {} } })).replace('{}', deep)
    assert.deepEqual(refusedFields(await api.create(body)), ['providerOptions.provider-a.a.a.…'])
    const large = { 'provider-a': { a: 'x'.repeat(limits.providerOptionsBytes) } }
    assert.deepEqual(refusedFields(await api.create(parseUrl({ providerOptions: large }))), ['providerOptions'])
  })

  it('answers 413 to a JSON body of more than 1 MiB, and accepts one of exactly 1 MiB', async () => {
    const body = JSON.stringify(parseUrl())
    assert.equal((await api.create(body + ' '.repeat(limits.jsonBodyBytes - body.length))).statusCode, 202)
    assertProblem(await api.create(body + ' '.repeat(limits.jsonBodyBytes - body.length + 1)), 'payload_too_large')
  })

  it('refuses a Content-Encoding other than identity', async () => {
    assert.deepEqual(refusedFields(await api.create(parseUrl(), { 'content-encoding': 'gzip' })), ['Content-Encoding'])
    assert.equal((await api.create(parseUrl(), { 'content-encoding': 'identity' })).statusCode, 202)
  })

  it('keeps the answer short, however much was sent', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${index}-${'x'.repeat(150)}`, index]))
    const answer = await api.create(body)
    assertProblem(answer, 'validation_error')
    assert.ok(answer.body.length < 10_000)
  })
})
