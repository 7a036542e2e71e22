import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('POST /api/v1/jobs with a binary body', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  it('stores the bytes as they are, under a random name, and keeps the cleaned filename beside them', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
    const answer = await api.upload(bytes, { 'x-service-filename': encodeURIComponent('../a/Übersicht.txt') })
    assert.equal(answer.statusCode, 202, answer.body)
    const { id, source } = await api.job(answer.json().id)
    assert.equal(source.filename, '..aÜbersicht.txt')
    assert.equal(source.sha256, createHash('sha256').update(bytes).digest('hex'))
    assert.equal(source.size, bytes.length)
    assert.ok(source.path !== null && source.path.startsWith(`sources/${id}/`))
    const stored: Buffer[] = []
    for await (const chunk of await api.parts.blobs.read(source.path)) stored.push(Buffer.from(chunk))
    assert.ok(Buffer.concat(stored).equals(bytes))
  })

  const types: [type: string | null, filename: string, resolved: string][] = [
    ['application/pdf', 'a.txt', 'application/pdf'],
    ['Text/HTML; charset=utf-8', 'a.txt', 'text/html'],
    [null, 'a.pdf', 'application/pdf'],
    ['', 'a.pdf', 'application/pdf'],
    ['pdf', 'a.pdf', 'application/pdf'],
    ['application/json', 'a.ipynb', 'application/json'],
    [null, 'a.unheard-of', 'application/octet-stream'],
  ]
  for (const [type, filename, resolved] of types)
    it(`resolves Content-Type ${type ?? 'absent'} and filename ${filename} to ${resolved}`, async () => {
      const answer = await api.upload('x', { 'content-type': type, 'x-service-filename': filename })
      assert.equal(answer.statusCode, 202, answer.body)
      assert.equal((await api.job(answer.json().id)).source.mediaType, resolved)
    })

  it('reads lists leniently: whitespace is dropped, empty members are ignored', async () => {
    const answer = await api.upload('x', { 'x-service-outputs': ' text , ,markdown,', 'x-service-pages': '3, 1,,3' })
    const job = await api.job(answer.json().id)
    assert.deepEqual(job.outputs, ['text', 'markdown'])
    assert.deepEqual(job.pages, [1, 3])
  })

  it('refuses a form, and says how a document is sent', async () => {
    const answer = await api.upload('--x', { 'content-type': 'multipart/form-data; boundary=x' })
    assert.deepEqual(refusedFields(answer), ['Content-Type'])
    assert.match(answer.body, /--data-binary/)
  })

  it('ignores the provider header that the operation does not use', async () => {
    const parse = await api.upload('x', { 'x-service-providers': 'nobody' })
    const empty = await api.upload('x', { 'x-service-providers': '', 'idempotency-key': 'empty-providers' })
    assert.equal(empty.statusCode, 202, empty.body)
    assert.equal(parse.statusCode, 202, parse.body)
    const compare = {
      'x-service-operation': 'compare',
      'x-service-provider': 'nobody',
      'x-service-providers': 'provider-b, provider-a',
      'x-service-fallback': 'nobody',
    }
    assert.equal((await api.upload('x', compare)).statusCode, 202)
  })

  it('accepts a list of fallback providers', async () => {
    const answer = await api.upload('x', { 'x-service-outputs': 'markdown', 'x-service-fallback': ' provider-b,' })
    assert.deepEqual((await api.job(answer.json().id)).fallback, ['provider-b'])
    const refused = await api.upload('x', { 'x-service-fallback': 'nobody' })
    assert.deepEqual(refusedFields(refused), ['X-Service-Fallback'])
  })

  it('accepts options as percent-encoded JSON, includeRaw and a deadline', async () => {
    const options = { 'provider-a': { password: 'ä,ö' } }
    const answer = await api.upload('x', {
      'x-service-provider-options': encodeURIComponent(JSON.stringify(options)),
      'x-service-include-raw': 'true',
      'x-service-deadline-seconds': '90',
    })
    const job = await api.job(answer.json().id)
    assert.deepEqual(job.providerOptions, options)
    assert.equal(job.includeRaw, true)
    assert.equal(job.deadlineSeconds, 90)
  })

  const refused: [title: string, headers: Record<string, string | null>, fields: string[]][] = [
    ['without filename', { 'x-service-filename': null }, ['X-Service-Filename']],
    ['without operation', { 'x-service-operation': null }, ['X-Service-Operation']],
    ['without outputs', { 'x-service-outputs': null }, ['X-Service-Outputs']],
    ['with an empty list of outputs', { 'x-service-outputs': ' , ' }, ['X-Service-Outputs']],
    ['with an unknown output', { 'x-service-outputs': 'mardown' }, ['X-Service-Outputs']],
    ['with a badly encoded filename', { 'x-service-filename': '%E4.txt' }, ['X-Service-Filename']],
    ['with a filename of nothing but separators', { 'x-service-filename': '%2F' }, ['X-Service-Filename']],
    ['with pages that are no numbers', { 'x-service-pages': '1,x' }, ['X-Service-Pages']],
    ['with page 0', { 'x-service-pages': '0' }, ['X-Service-Pages']],
    ['with an empty list of pages', { 'x-service-pages': '' }, ['X-Service-Pages']],
    ['with an empty provider', { 'x-service-provider': '' }, ['X-Service-Provider']],
    ['with includeRaw yes', { 'x-service-include-raw': 'yes' }, ['X-Service-Include-Raw']],
    ['with a deadline of no time', { 'x-service-deadline-seconds': '0' }, ['X-Service-Deadline-Seconds']],
    ['with a deadline that is no number', { 'x-service-deadline-seconds': '5m' }, ['X-Service-Deadline-Seconds']],
    ['with options that are no JSON', { 'x-service-provider-options': '%7B' }, ['X-Service-Provider-Options']],
    ['with options badly encoded', { 'x-service-provider-options': '%' }, ['X-Service-Provider-Options']],
    ['with an unknown header of the service', { 'x-service-page': '1' }, ['X-Service-Page']],
    ['with a Content-Encoding', { 'content-encoding': 'gzip' }, ['Content-Encoding']],
    [
      'with several mistakes',
      { 'x-service-outputs': null, 'x-service-pages': '0', 'idempotency-key': 'short' },
      ['Idempotency-Key', 'X-Service-Outputs', 'X-Service-Pages'],
    ],
  ]
  for (const [title, headers, fields] of refused)
    it(`refuses an upload ${title}, naming the header as in the interface`, async () => {
      assert.deepEqual(refusedFields(await api.upload('x', headers)), fields)
    })

  it('refuses an empty body', async () => {
    assert.deepEqual(refusedFields(await api.upload('')), ['body'])
  })

  it('answers 413 payload_too_large above the limit and stores nothing, and accepts exactly the limit', async () => {
    const before = await api.stored()
    assertProblem(await api.upload(Buffer.alloc(1_000_001)), 'payload_too_large')
    assert.deepEqual(await api.stored(), before)
    assert.equal((await api.upload(Buffer.alloc(1_000_000))).statusCode, 202)
  })

  it('checks providers before it reads the body, and leaves nothing in storage', async () => {
    const before = await api.stored()
    const key = randomUUID()
    const answer = await api.upload('x', { 'x-service-provider': 'nobody', 'idempotency-key': key })
    assert.deepEqual(refusedFields(answer), ['X-Service-Provider'])
    assert.deepEqual(await api.stored(), before)
    assert.equal((await api.upload('x', { 'idempotency-key': key })).statusCode, 202)
  })
})
