import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { JobErrorCode } from '@polyparse/contract'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

type Part = readonly [name: string, value: string, filename?: string]

const boundary = 'a-boundary'

const formOf = (...parts: Part[]): Buffer =>
  Buffer.from(
    [
      ...parts.map(([name, value, filename]) => {
        const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: text/plain`
        return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
      }),
      `--${boundary}--\r\n`,
    ].join(''),
  )
const file: Part = ['file', 'Hello.', 'a.txt']

describe('POST /api/v1/parse', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  type Sent = { query?: string; type?: string; accept?: string; headers?: Record<string, string> }
  const send = (payload: string | Buffer, { query = '', type, accept, headers = {} }: Sent = {}) =>
    api.inject({
      method: 'POST',
      url: `/api/v1/parse${query}`,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(accept !== undefined && { accept }),
        ...headers,
      },
      payload,
    })
  const sendForm = (parts: readonly Part[], more: Sent = {}) =>
    send(formOf(...parts), { type: `multipart/form-data; boundary=${boundary}`, ...more })
  const sendJson = (body: object, more: Sent = {}) => send(JSON.stringify(body), { type: 'application/json', ...more })
  /** A request that only accepts the job. */
  const noWait = { query: '?wait=0' }
  const jobOf = async (answer: Awaited<ReturnType<typeof send>>) => {
    assert.equal(answer.statusCode, 202, answer.body)
    const { id } = answer.json()
    assert.deepEqual([answer.headers.location, answer.headers['x-job-id']], [`/api/v1/jobs/${id}`, id])
    return api.job(id)
  }
  /** The id of the job that a request creates. */
  const newJob = async (request: () => unknown): Promise<string> => {
    const idsOfJobs = async () => (await api.database.query<{ id: string }>('select id from jobs')).map(({ id }) => id)
    const before = new Set(await idsOfJobs())
    void request()
    for (;;) {
      const id = (await idsOfJobs()).find((each) => !before.has(each))
      if (id !== undefined) return id
      await setTimeout(5)
    }
  }
  const resultOf = (outputs: object) => JSON.stringify({ id: randomUUID(), status: 'complete', result: { outputs } })

  it('answers with the Markdown of a form, once it is read', async () => {
    const answering = Promise.withResolvers<Awaited<ReturnType<typeof send>>>()
    const id = await newJob(() => sendForm([file]).then(answering.resolve, answering.reject))
    const { source, outputs } = await api.job(id)
    assert.deepEqual([source.filename, outputs], ['a.txt', ['markdown']])
    await api.complete(id, resultOf({ markdown: '# Grüße\n' }))
    const answer = await answering.promise
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8')
    assert.deepEqual([answer.headers.location, answer.headers['x-job-id']], [`/api/v1/jobs/${id}`, id])
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.body, '# Grüße\n')
  })

  it('answers with the text or the whole job where they are accepted', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { id } = await jobOf(await sendForm([file, ['outputs', 'markdown,text']], { ...noWait, headers }))
    await api.complete(id, resultOf({ markdown: '# Hello', text: 'Hello' }))
    const again = (accept: string) => sendForm([file, ['outputs', 'markdown,text']], { headers, accept })
    const text = await again('text/plain')
    assert.deepEqual([text.headers['content-type'], text.body], ['text/plain; charset=utf-8', 'Hello'])
    const whole = await again('application/json')
    assert.deepEqual(whole.json().result.outputs, { markdown: '# Hello', text: 'Hello' })
    assert.equal(whole.headers['x-job-id'], id)
    for (const accept of ['*/*', 'text/*;q=0.5, application/json;q=0.1', 'text/markdown;q=0.2, text/plain;q=0.1'])
      assert.equal((await again(accept)).body, '# Hello', accept)
  })

  it('answers 406 before anything is stored where nothing that it has is accepted', async () => {
    const before = await api.stored()
    const { detail } = assertProblem(await sendForm([file], { accept: 'image/png, text/html;q=0' }), 'not_acceptable')
    assert.match(detail, /text\/markdown, text\/plain, text\/html, application\/json/)
    assert.deepEqual(await api.stored(), before)
  })

  it('takes a document under its own type, with a name or without', async () => {
    const named = await jobOf(await send('Hello.', { type: 'text/plain', query: '?wait=0&filename=b.txt' }))
    assert.deepEqual([named.source.filename, named.source.mediaType], ['b.txt', 'text/plain'])
    const headers = { 'x-service-filename': '%C3%BC.csv' }
    const byHeader = await jobOf(await send('a,b', { ...noWait, headers }))
    assert.deepEqual([byHeader.source.filename, byHeader.source.mediaType], ['ü.csv', 'text/csv'])
    const unnamed = await jobOf(await send('Hello.', { ...noWait, type: 'application/x-www-form-urlencoded' }))
    assert.deepEqual([unnamed.source.filename, unnamed.source.mediaType], ['document', 'application/octet-stream'])
    const notebook = await jobOf(
      await send('{"cells":[]}', { type: 'application/json', query: '?wait=0&filename=a.ipynb' }),
    )
    assert.equal(notebook.source.filename, 'a.ipynb')
  })

  it('takes a document at a URL', async () => {
    const job = await jobOf(
      await sendJson({ url: 'https://example.com/a.pdf', pages: [2, 1], wait: 0, metadata: { invoice: '1' } }),
    )
    assert.deepEqual([job.source.url, job.pages, job.metadata], ['https://example.com/a.pdf', [1, 2], { invoice: '1' }])
  })

  it('takes parameters from fields, also after the file, from the query and from headers', async () => {
    const fields: Part[] = [['pages', '2'], file, ['pages', '1'], ['includeRaw', 'true'], ['outputs', 'pages']]
    const query = '?wait=0&provider=provider-a&deadlineSeconds=60'
    const job = await jobOf(
      await sendForm(fields, { query, headers: { 'x-service-metadata': '%7B%22a%22%3A%22b%22%7D' } }),
    )
    assert.deepEqual(
      [job.outputs, job.pages, job.includeRaw, job.deadlineSeconds, job.metadata],
      [['markdown', 'pages'], [1, 2], true, 60, { a: 'b' }],
    )
  })

  it('names everything that is wrong, and keeps nothing', async () => {
    const before = [await api.countJobs(), await api.stored()]
    const fields: Part[] = [['pages', 'x'], ['color', 'red'], file, ['wait', '301']]
    assert.deepEqual(refusedFields(await sendForm(fields)), ['color', 'pages', 'wait'])
    assert.deepEqual(refusedFields(await sendForm([['pages', '1']])), ['file'])
    assert.deepEqual(refusedFields(await sendForm([file, file])), ['file'])
    assert.deepEqual(refusedFields(await sendForm([['document', 'Hello.', 'a.txt']])), ['document'])
    assert.deepEqual(refusedFields(await sendForm([file], { query: '?filename=b.txt' })), ['filename'])
    assert.deepEqual(refusedFields(await sendForm([file, ['pages', '1']], { query: '?pages=2' })), ['pages'])
    assert.deepEqual(refusedFields(await sendForm([file, ['provider', 'nobody']])), ['provider'])
    assert.deepEqual(refusedFields(await sendForm([file, ['outputs', 'tables']])), ['outputs'])
    assert.deepEqual(refusedFields(await sendForm([file, ['metadata', '{']])), ['metadata'])
    assert.deepEqual(refusedFields(await send('', { type: 'text/plain' })), ['body'])
    assert.deepEqual(refusedFields(await send('a', { query: '?operation=parse&providers=a' })), [
      'operation',
      'providers',
    ])
    const headers = { 'x-service-operation': 'compare', 'x-service-pages': 'x' }
    assert.deepEqual(refusedFields(await send('a', { headers })), ['X-Service-Operation', 'X-Service-Pages'])
    assert.deepEqual(refusedFields(await send('a', { headers: { 'idempotency-key': 'short' } })), ['Idempotency-Key'])
    assert.deepEqual(refusedFields(await sendJson({})), ['url'])
    assert.deepEqual(refusedFields(await sendJson({ url: 'ftp://a', pages: ['1'], x: 1 })), ['url', 'x', 'pages'])
    assert.deepEqual(refusedFields(await sendJson([1])), ['body'])
    assert.deepEqual(refusedFields(await send(formOf(file), { type: 'multipart/form-data' })), ['Content-Type'])
    assert.deepEqual(
      refusedFields(await send(formOf(file).subarray(0, -20), { type: `multipart/form-data; boundary=${boundary}` })),
      ['body'],
    )
    const huge = formOf(['file', 'x'.repeat(1_000_001), 'a.txt'])
    assertProblem(await send(huge, { type: `multipart/form-data; boundary=${boundary}` }), 'payload_too_large')
    const fieldsOfAll = Array.from({ length: 9 }, (): Part => ['metadata', 'x'.repeat(250_000)])
    assert.deepEqual(refusedFields(await sendForm([...fieldsOfAll, file])), ['body'])
    assert.deepEqual([await api.countJobs(), await api.stored()], before)
  })

  it('answers 422 for a document that could not be parsed, with why in a word', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { id } = await jobOf(await sendForm([file], { ...noWait, headers }))
    const code: JobErrorCode = 'document_encrypted'
    await api.fail(id, 'The document needs a password.', code)
    const answer = await sendForm([file], { headers })
    const problem = assertProblem(answer, 'job_failed')
    assert.deepEqual([problem.detail, answer.json().errorCode], ['The document needs a password.', code])
    assert.equal(answer.headers['x-job-id'], id)
  })

  it('makes a new job of every request without a key, and one of those with the same', async () => {
    const [one, other] = [await jobOf(await sendForm([file], noWait)), await jobOf(await sendForm([file], noWait))]
    assert.notEqual(one.id, other.id)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await jobOf(await sendForm([file], { ...noWait, headers }))
    const stored = await api.stored()
    assert.equal((await jobOf(await sendForm([file], { ...noWait, headers }))).id, first.id)
    assertProblem(await sendForm([['file', 'Other.', 'a.txt']], { ...noWait, headers }), 'idempotency_conflict')
    assert.deepEqual(await api.stored(), stored)
  })

  it('answers 202 when the time is over, and the job goes on', async () => {
    const answer = await sendForm([file], { query: '?wait=0.05' })
    const job = await jobOf(answer)
    assert.deepEqual([job.status, answer.headers['retry-after']], ['queued', '1'])
  })

  it('goes on with the job of a caller that has left', async () => {
    const port = await api.listen()
    const socket = connect(port, '127.0.0.1')
    const body = 'Hello.'
    const head = `POST /api/v1/parse HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: text/plain\r\n`
    const id = await newJob(() => socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`))
    socket.destroy()
    await api.complete(id, resultOf({ markdown: body }))
    assert.equal((await api.inject({ url: `/api/v1/jobs/${id}/outputs/markdown` })).body, body)
  })
})
