import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { importMistral } from '../../../../test/peers/peers.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { openApiHarness } from '../support/api.ts'
import { pythonObstacle, pythonWithTools, runProgram } from '../support/python.ts'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'

const { Mistral } = await importMistral()
const noPython = await pythonObstacle()

const html = `<title>Timetable</title><h1>Ferries</h1><p>The ferry to Holm leaves at nine.</p>
<img alt="dot" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFUlEQVR4nGNk+M9AEmAiTfmohpGkAQBAkgEfy0ZtXwAAAABJRU5ErkJggg==">`

describe('routes of Mistral and Tika', () => {
  const done: (() => Promise<unknown>)[] = []
  let server: Server
  let key: string
  before(async () => {
    const scope = { after: (work: () => Promise<unknown>) => void done.push(work) }
    server = await startServer(await temporaryPlace(scope), { POLYPARSE_COMPAT: 'mistral,tika' })
    done.push(() => server.end('SIGTERM'))
    key = server.key ?? ''
  })
  after(async () => {
    for (const work of done.toReversed()) await work()
  })

  const client = (apiKey = key) => new Mistral({ serverURL: server.url, apiKey, retryConfig: { strategy: 'none' } })
  const upload = () =>
    client().files.upload({
      file: { fileName: 'ferries.html', content: new Blob([html], { type: 'text/html' }) },
      purpose: 'ocr',
    })
  const dataUrl = (content: string, type: string) => `data:${type};base64,${Buffer.from(content).toString('base64')}`
  const ocr = (body: object) =>
    fetch(`${server.url}/v1/ocr`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it("answers Mistral's client about a file that it has uploaded, by its id and by its signed address", async () => {
    const { id, filename, sizeBytes } = await upload()
    assert.deepEqual([filename, sizeBytes], ['ferries.html', Buffer.byteLength(html)])
    const { url } = await client().files.getSignedUrl({ fileId: id })
    for (const document of [
      { type: 'file', fileId: id } as const,
      { type: 'document_url', documentUrl: url } as const,
    ]) {
      const answer = await client().ocr.process({ model: 'mistral-ocr-latest', document, includeImageBase64: true })
      assert.deepEqual([answer.model, answer.usageInfo.pagesProcessed], ['mistral-ocr-latest', 1])
      const [page] = answer.pages
      assert.equal(page?.index, 0)
      assert.match(page?.markdown ?? '', /^# Ferries\n\nThe ferry to Holm leaves at nine\./)
      for (const image of page?.images ?? []) {
        assert.ok(page?.markdown.includes(`](${image.id})`))
        assert.match(image.imageBase64 ?? '', /^data:image\//)
      }
    }
    assert.equal((await client().files.retrieve({ fileId: id })).deleted, false)
    assert.equal((await client().files.delete({ fileId: id })).deleted, true)
    await assert.rejects(client().files.retrieve({ fileId: id }), /404|no such file/i)
  })

  it("answers Mistral's client about a document in base64, and only the pages that it asks for", async () => {
    const document = { type: 'document_url', documentUrl: dataUrl(html, 'text/html') } as const
    const whole = await client().ocr.process({ model: 'm', document })
    assert.match(whole.pages[0]?.markdown ?? '', /^# Ferries/)
    assert.ok(whole.pages[0]?.images.every(({ imageBase64 }) => imageBase64 === null))
    const file = await upload()
    const none = await client().ocr.process({ model: 'm', document: { type: 'file', fileId: file.id }, pages: [3] })
    assert.deepEqual(none.pages, [])
  })

  it('refuses what Mistral does and this does not, and says why a document cannot be read', async () => {
    const document = { type: 'document_url', document_url: dataUrl('Hello.', 'text/plain') }
    const broken = { type: 'document_url', document_url: dataUrl('%PDF-1.7 broken', 'application/pdf') }
    for (const [body, status, detail] of [
      [{ document, table_format: 'html' }, 422, /table_format is not supported here/],
      [{ document, document_annotation_format: { type: 'json_schema' } }, 422, /document_annotation_format is not/],
      [{ document, pages: '3-1' }, 422, /pages must be/],
      [{ document, pages: [-1] }, 422, /pages must be/],
      [{ document: { type: 'document_url', document_url: 'data:text/plain,Hello' } }, 422, /data URL/],
      [{ document: { type: 'document_url', document_url: 'http://127.0.0.1/a.pdf' } }, 422, /private or reserved/],
      [{ document: { type: 'file', file_id: crypto.randomUUID() } }, 404, /no such file/],
      [{ document: { type: 'document_url', document_url: 'polyparse-file:../x' } }, 404, /no such file/],
      [{ document: broken }, 422, /[a-z]/],
      [{}, 422, /document/],
    ] as const) {
      const answer = await ocr(body)
      const said: unknown = await answer.json()
      assert.equal(answer.status, status, JSON.stringify(said))
      assert.match(String(Object(said).detail), detail)
    }
    const form = new FormData()
    form.append('purpose', 'fine-tune')
    form.append('file', new Blob([html]), 'a.html')
    const headers = { authorization: `Bearer ${key}` }
    assert.equal((await fetch(`${server.url}/v1/files`, { method: 'POST', headers, body: form })).status, 422)
    await assert.rejects(client('wrong').files.retrieve({ fileId: crypto.randomUUID() }), /401/)
  })

  it('answers the Python client of Tika', { skip: noPython ?? false }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-tika-'))
    t.after(() => rm(folder, { recursive: true }))
    const document = join(folder, 'ferries.html')
    await writeFile(document, html)
    const program = fileURLToPath(new URL('tika-client.py', import.meta.url))
    const address = server.url.replace('http://', `http://key:${key}@`)
    const said = await runProgram(await pythonWithTools(), [program, address, document])
    assert.deepEqual(said.trim().split('\n').slice(-3), [
      '200 text/html Timetable',
      'Ferries The ferry to Holm leaves at nine. dot',
      'True',
    ])
  })

  it('answers as Tika does what is asked of its paths', async () => {
    const put = (path: string, headers: Record<string, string> = {}, body = html) =>
      fetch(`${server.url}${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'text/html', ...headers },
        body,
      })
    const text = await put('/tika', { accept: 'text/plain' })
    assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(await text.text(), /leaves at nine/)
    assert.match(await (await put('/tika', { accept: 'text/html' })).text(), /<h1/)
    // What Open WebUI asks.
    const named = { 'content-disposition': "attachment; filename*=UTF-8''f%C3%A4hren.html" }
    const object = Object(await (await put('/tika/text', named)).json())
    assert.match(object['X-TIKA:content'], /leaves at nine/)
    assert.deepEqual([object['Content-Type'], object.resourceName], ['text/html', 'fähren.html'])
    const [entry] = Object(await (await put('/rmeta/ignore')).json())
    assert.deepEqual([entry['dc:title'], 'X-TIKA:content' in entry], ['Timetable', false])
    assert.equal(Object(await (await put('/meta')).json())['xmpTPg:NPages'], '1')
    const broken = await put('/tika', { 'content-type': 'application/pdf' }, '%PDF-1.7 broken')
    assert.equal(broken.status, 422)
    assert.equal((await fetch(`${server.url}/tika`)).status, 200)
    assert.equal((await fetch(`${server.url}/tika`, { method: 'PUT', body: html })).status, 401)
  })
})

describe('a key that may not erase', () => {
  it('deletes no file of Mistral', async (t) => {
    const api = await openApiHarness({ settings: { compatibility: ['mistral'] } })
    t.after(() => api.close())
    const asked = { account: 'other', name: 'x', expiresAt: null, scopes: ['jobs:read', 'jobs:write'] } as const
    const { key } = await createKey(api.database, { ...asked, scopes: [...asked.scopes] }, api.clock())
    const headers = { authorization: `Bearer ${key}` }
    const answer = await api.inject({ method: 'DELETE', url: `/v1/files/${crypto.randomUUID()}`, headers })
    assert.equal(answer.statusCode, 403)
  })
})
