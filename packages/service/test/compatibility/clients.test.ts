import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { UnstructuredClient } from 'unstructured-client'
import { SDKError } from 'unstructured-client/sdk/models/errors'
import { Strategy } from 'unstructured-client/sdk/models/shared'
import { openApiHarness } from '../support/api.ts'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'

const html = `<h1>Ferries</h1><p>The ferry to Holm leaves at nine.</p><h2>Passengers</h2>
<table><tr><th>Route</th><th>2025</th></tr><tr><td>Holm, by "night"</td><td>341</td></tr></table>`

describe('routes of other services', () => {
  const done: (() => Promise<unknown>)[] = []
  let server: Server
  let key: string
  before(async () => {
    const scope = { after: (work: () => Promise<unknown>) => void done.push(work) }
    server = await startServer(await temporaryPlace(scope), { POLYPARSE_COMPAT: 'unstructured,openwebui' })
    done.push(() => server.end('SIGTERM'))
    key = server.key ?? ''
  })
  after(async () => {
    for (const work of done.toReversed()) await work()
  })

  const client = (security = key) =>
    new UnstructuredClient({
      serverURL: server.url,
      security: { apiKeyAuth: security },
      retryConfig: { strategy: 'none' },
    })
  const partition = (more: Record<string, unknown> = {}, content = html, fileName = 'ferries.html') =>
    client().general.partition({
      partitionParameters: { files: { content: Buffer.from(content), fileName }, strategy: Strategy.Auto, ...more },
    })
  const form = (fields: Record<string, string>, files: readonly Blob[] = [new Blob([html])]) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    for (const file of files) body.append('files', file, 'ferries.html')
    return fetch(`${server.url}/general/v0/general`, { method: 'POST', headers: { 'unstructured-api-key': key }, body })
  }
  const putDocument = (body: string, headers: Record<string, string>) =>
    fetch(`${server.url}/process`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'x-filename': 'f%C3%A4hren.html', ...headers },
      body,
    })
  const jobs = async (): Promise<string[]> => {
    const answer = await fetch(`${server.url}/api/v1/jobs`, { headers: { authorization: `Bearer ${key}` } })
    const listed: unknown = await answer.json()
    assert.ok(typeof listed === 'object' && listed !== null && 'jobs' in listed && Array.isArray(listed.jobs))
    return listed.jobs.map(({ status }) => String(status))
  }

  it("answers Unstructured's client with elements", async () => {
    const elements = await partition()
    assert.ok(Array.isArray(elements))
    assert.deepEqual(
      elements.map(({ type, text }) => [type, text]),
      [
        ['Title', 'Ferries'],
        ['NarrativeText', 'The ferry to Holm leaves at nine.'],
        ['Title', 'Passengers'],
        ['Table', 'Route\t2025\nHolm, by "night"\t341'],
      ],
    )
    const [title, , section, table] = elements
    assert.equal(section?.['metadata'].parent_id, title?.['element_id'])
    assert.equal(table?.['metadata'].parent_id, section?.['element_id'])
    assert.match(table?.['metadata'].text_as_html, /<th[^>]*>Route<\/th>/)
    assert.equal(table?.['metadata'].filename, 'ferries.html')
    assert.equal(table?.['metadata'].filetype, 'text/html')
    assert.deepEqual(await partition(), elements, 'the same document has the same ids')
  })

  it('numbers pages from the one that a client which splits documents names', async () => {
    const elements = await partition({ startingPageNumber: 7 })
    assert.ok(Array.isArray(elements))
    assert.equal(elements[0]?.['metadata'].page_number, 7)
  })

  it("has the page that Unstructured's Python client asks for before it sends pieces", async () => {
    assert.equal((await fetch(`${server.url}/general/docs`)).status, 200)
  })

  it('answers elements as CSV', async () => {
    const answer = await form({ output_format: 'text/csv' })
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    const csv = await answer.text()
    assert.match(csv, /^type,element_id,text,filename,/)
    assert.match(csv, /Table,[0-9a-f]{32},"Route\t2025\nHolm, by ""night""\t341",/)
  })

  it('refuses what would change the elements, keeps nothing of it and says so in the shape of that service', async () => {
    const before = await jobs()
    for (const [fields, detail] of [
      [{ chunking_strategy: 'by_title' }, /^chunking_strategy is not supported here$/],
      [{ strategy: 'vlm' }, /^strategy must be one of auto, fast, hi_res/],
      [{ coordinates: 'perhaps' }, /^coordinates must be true or false$/],
      [{ starting_page_number: '0' }, /^starting_page_number must be a whole number/],
    ] as const) {
      const answer = await form(fields)
      assert.equal(answer.status, 422)
      const body: unknown = await answer.json()
      assert.ok(typeof body === 'object' && body !== null && 'detail' in body)
      assert.match(String(body.detail), detail)
    }
    for (const files of [[], [new Blob([html]), new Blob([html])], [new Blob([])]])
      assert.equal((await form({}, files)).status, 422)
    assert.deepEqual(await jobs(), before)
  })

  it('refuses forms that are malformed or break off, and keys that are wrong', async () => {
    const post = (body: string, type: string) =>
      fetch(`${server.url}/general/v0/general`, {
        method: 'POST',
        headers: { 'unstructured-api-key': key, 'content-type': type },
        body,
      })
    const part = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nHello'
    assert.equal((await post(part, 'multipart/form-data; boundary=x')).status, 422)
    assert.equal((await post(part, 'multipart/form-data')).status, 422)
    assert.equal((await post('{}', 'application/json')).status, 422)
    const wrong = client('wrong').general.partition({
      partitionParameters: { files: { content: Buffer.from(html), fileName: 'a.html' }, strategy: Strategy.Auto },
    })
    await assert.rejects(wrong, (error) => error instanceof SDKError && error.statusCode === 401)
  })

  it('answers Open WebUI with a document for each page', async () => {
    const answer = await putDocument(html, { 'content-type': 'text/html' })
    assert.equal(answer.status, 200)
    const documents: unknown = await answer.json()
    assert.ok(Array.isArray(documents))
    assert.equal(documents.length, 1)
    assert.match(documents[0].page_content, /^# Ferries\n\nThe ferry to Holm leaves at nine\./)
    assert.deepEqual(documents[0].metadata, { source: 'fähren.html', page: 0, page_label: '1' })
  })

  it('tells Open WebUI in its words that there is no text, and why a document cannot be read', async () => {
    const empty = await putDocument('<p></p>', { 'content-type': 'text/html' })
    assert.equal(empty.status, 422)
    assert.deepEqual(await empty.json(), { detail: 'No extractable text' })
    const broken = await putDocument('%PDF-1.7 broken', { 'content-type': 'application/pdf', 'x-filename': 'a.pdf' })
    assert.equal(broken.status, 422)
    assert.match(await broken.text(), /"detail":"[A-Z]/)
  })

  it('has no routes of services that are not switched on', async () => {
    assert.equal((await fetch(`${server.url}/v1/convert/file`, { method: 'POST' })).status, 404)
  })
})

describe('a caller of a compatible route', () => {
  it('that leaves has its job cancelled', async (t) => {
    const api = await openApiHarness({ settings: { compatibility: ['openwebui'] } })
    t.after(() => api.close())
    const port = await api.listen()
    const leaving = new AbortController()
    const asked = fetch(`http://127.0.0.1:${port}/process`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${api.key}`, 'x-filename': 'a.txt', 'content-type': 'text/plain' },
      body: 'Hello.',
      signal: leaving.signal,
    })
    const rejected = assert.rejects(asked, { name: 'AbortError' })
    while ((await api.countJobs()) === 0) await sleep(10)
    leaving.abort()
    await rejected
    const states = () => api.database.query<{ status: string; error_code: string | null }>('select * from jobs')
    let [job] = await states()
    for (; job?.status !== 'failed'; [job] = await states()) await sleep(10)
    assert.equal(job.error_code, 'cancelled')
    assert.deepEqual(await api.stored(), [])
  })

  it('that sends more than a document beside its document is refused, and nothing of it is kept', async (t) => {
    const api = await openApiHarness({ settings: { compatibility: ['unstructured'], maxUploadBytes: 1000 } })
    t.after(() => api.close())
    const file = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nHello\r\n--x--\r\n'
    for (const body of [file + 'x'.repeat(3_000_000), file.replace('Hello', 'x'.repeat(1001))]) {
      const answer = await api.inject({
        method: 'POST',
        url: '/general/v0/general',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: Readable.from([Buffer.from(body)]),
      })
      assert.equal(answer.statusCode, 413, answer.body)
      assert.match(answer.json().detail, /may have at most/)
    }
    assert.equal(await api.countJobs(), 0)
    assert.deepEqual(await api.stored(), [])
  })
})
