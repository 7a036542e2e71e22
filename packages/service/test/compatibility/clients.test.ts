import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { importUnstructured } from '../../../../test/peers/peers.ts'
import { doclingServeReader as doclingReader } from '../../../providers/test/support/adapters.ts'
import { openApiHarness } from '../support/api.ts'
import { pythonObstacle, pythonWithTools, runProgram } from '../support/python.ts'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'

const { UnstructuredClient, SDKError, Strategy } = await importUnstructured()

const noPython = await pythonObstacle()

const html = `<h1>Ferries</h1><p>The ferry to Holm leaves at nine.</p><h2>Passengers</h2>
<table><tr><th>Route</th><th>2025</th></tr><tr><td>Holm, by "night"</td><td>341</td></tr></table>`

describe('routes of other services', () => {
  const done: (() => Promise<unknown>)[] = []
  let server: Server
  let key: string
  before(async () => {
    const scope = { after: (work: () => Promise<unknown>) => void done.push(work) }
    server = await startServer(await temporaryPlace(scope), { POLYPARSE_COMPAT: 'unstructured,openwebui,docling' })
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

  it("answers Unstructured's client with chunks, each with the elements that it is of", async () => {
    const chunks = await partition({ chunkingStrategy: 'by_title', combineUnderNChars: 0, maxCharacters: 60 })
    assert.ok(Array.isArray(chunks))
    assert.deepEqual(
      chunks.map(({ type, text }) => [type, text]),
      [
        ['CompositeElement', 'Ferries\n\nThe ferry to Holm leaves at nine.'],
        ['CompositeElement', 'Passengers'],
        ['Table', 'Route\t2025\nHolm, by "night"\t341'],
      ],
    )
    const originals = inflateSync(Buffer.from(String(chunks[0]?.['metadata'].orig_elements), 'base64')).toString()
    assert.deepEqual(
      JSON.parse(originals).map(({ type }: { type: string }) => type),
      ['Title', 'NarrativeText'],
    )
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
      [{ chunking_strategy: 'by_similarity' }, /^chunking_strategy must be one of none, basic, by_title/],
      [{ chunking_strategy: 'basic', overlap: '400' }, /^overlap must be at most half of max_characters$/],
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

  const convertFile = (fields: Record<string, string | readonly string[]>, path = 'convert/file') => {
    const body = new FormData()
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value)
    body.append('files', new Blob([html]), 'ferries.html')
    return fetch(`${server.url}/v1/${path}`, { method: 'POST', headers: { 'x-api-key': key }, body })
  }
  const get = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': key } })

  it('answers clients of docling-serve with Markdown, text, HTML and a DoclingDocument', async () => {
    const answer = await convertFile({ to_formats: ['md', 'text', 'html', 'json'], table_mode: 'accurate' })
    assert.equal(answer.status, 200)
    const body = Buffer.from(await answer.arrayBuffer())
    const { document, status, errors } = JSON.parse(body.toString())
    assert.deepEqual([status, errors, document.filename], ['success', [], 'ferries.html'])
    assert.match(document.md_content, /^# Ferries\n/)
    assert.match(document.text_content, /leaves at nine/)
    assert.match(document.html_content, /<h1/)
    const { texts, tables, body: root } = document.json_content
    assert.deepEqual(
      texts.map(({ label, text }: { label: string; text: string }) => [label, text]),
      [
        ['title', 'Ferries'],
        ['text', 'The ferry to Holm leaves at nine.'],
        ['section_header', 'Passengers'],
      ],
    )
    assert.deepEqual([tables[0].data.num_rows, tables[0].data.num_cols], [2, 2])
    assert.equal(tables[0].data.grid[1][1].text, '341')
    assert.deepEqual(
      root.children.map(({ $ref }: { $ref: string }) => $ref),
      ['#/texts/0', '#/texts/1', '#/texts/2', '#/tables/0'],
    )
    // As Polyparse itself reads the answers of a docling-serve.
    const request = { source: { mediaType: 'text/html' }, pages: null, outputs: ['json'], includeRaw: false } as const
    const metadata = { mimeType: 'text/html', documentPageCount: 1 }
    const survey = { pages: null, pageCount: 1, sizes: new Map(), metadata, outline: [], warnings: [] }
    const read = doclingReader.read([JSON.parse(body.toString())], { request, survey, files: new Map() })
    assert.deepEqual(
      read.pages.flatMap(({ blocks }) => blocks.map(({ type }) => type)),
      ['title', 'paragraph', 'heading', 'table'],
    )
    const markdown: unknown = await (await convertFile({})).json()
    assert.deepEqual(Object(markdown).document.json_content, null)
  })

  it('answers the Python client of docling-serve', { skip: noPython ?? false }, async () => {
    const program = fileURLToPath(new URL('docling-client.py', import.meta.url))
    const said = await runProgram(await pythonWithTools(), [program, server.url, key])
    assert.deepEqual(said.trim().split('\n'), [
      'ok',
      'success # Ferries',
      'DoclingDocument, # Ferries, Ferries',
      'success # Ferries',
      'success # Ferries',
      'refused: source.url must not point to a private or reserved address',
    ])
  })

  it('answers RAGFlow, which takes the key from its address, and asks for chunks that are left out', async () => {
    const base64_string = (await pagesPdf(1)).toString('base64')
    assert.equal((await fetch(new URL('docs', server.url), { method: 'HEAD' })).status, 200, 'by this it is found')
    const ask = (password: string) =>
      fetch(new URL('v1/convert/source', server.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`key:${password}`).toString('base64')}`,
        },
        body: JSON.stringify({
          options: {
            from_formats: ['pdf'],
            to_formats: ['json', 'md', 'text'],
            do_chunking: true,
            chunking_options: { max_tokens: 512, overlap: 50, tokenizer: 'sentencepiece' },
          },
          sources: [{ kind: 'file', filename: 'a.pdf', base64_string }],
        }),
      })
    assert.equal((await ask('wrong')).status, 401)
    const { document } = Object(await (await ask(key)).json())
    assert.match(document.md_content, /Chapter 1/)
  })

  it('has tasks of docling-serve, which are jobs, and their results', async () => {
    const source = { kind: 'file', base64_string: Buffer.from(html).toString('base64'), filename: 'a.html' }
    const post = (body: unknown, path = 'convert/source/async') =>
      fetch(`${server.url}/v1/${path}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const options = { to_formats: ['text'], page_range: [1, 9007199254740991], do_ocr: true }
    const task = Object(await (await post({ sources: [source], options, target: { kind: 'inbody' } })).json())
    assert.equal(task.task_type, 'convert')
    const polled = Object(await (await get(`/v1/status/poll/${task.task_id}?wait=20`)).json())
    assert.deepEqual([polled.task_id, polled.task_status], [task.task_id, 'success'])
    const { document } = Object(await (await get(`/v1/result/${task.task_id}`)).json())
    assert.match(document.text_content, /leaves at nine/)
    assert.deepEqual([document.filename, document.md_content], ['a.html', null])
    const unknown = await get(`/v1/status/poll/${crypto.randomUUID()}`)
    assert.deepEqual([unknown.status, await unknown.json()], [404, { detail: 'Task not found.' }])

    const broken = { ...source, base64_string: Buffer.from('%PDF-1.7 broken').toString('base64'), filename: 'a.pdf' }
    const failing = Object(await (await post({ sources: [broken] })).json())
    const failed = Object(await (await get(`/v1/status/poll/${failing.task_id}?wait=20`)).json())
    assert.equal(failed.task_status, 'failure')
    assert.equal(Object(await (await get(`/v1/result/${failing.task_id}`)).json()).kind, 'TaskFailureResult')
    assert.equal((await post({ sources: [broken] }, 'convert/source')).status, 422)
    for (const more of [{ to_formats: ['doctags'] }, { page_range: [3, 1] }, { pipeline: 'vlm' }])
      assert.equal((await post({ sources: [source], options: more })).status, 422)
    assert.equal((await post({ sources: [source, source] })).status, 422)
    assert.equal((await fetch(`${server.url}/v1/convert/source`, { method: 'POST' })).status, 401)
    assert.deepEqual(await (await get('/health')).json(), { status: 'ok' })
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

  it('has no routes of services that are not switched on', async (t) => {
    const api = await openApiHarness({ settings: { compatibility: ['openwebui'] } })
    t.after(() => api.close())
    for (const url of ['/v1/convert/file', '/general/v0/general'])
      assert.equal((await api.inject({ method: 'POST', url })).statusCode, 404)
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
    // The source is deleted once the job has ended.
    while ((await api.stored()).length > 0) await sleep(10)
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
