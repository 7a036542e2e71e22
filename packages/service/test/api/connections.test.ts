import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { standardTimeouts } from '../../src/api/timeouts.ts'
import type { JobEndings } from '../../src/jobs/endings.ts'
import { openApiHarness, parseUrl, uploadHeaders, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields, type Answer } from '../support/problems.ts'
import { converse, lastAnswer, requestHead } from '../support/raw-http.ts'
import { openScriptedS3, type Script } from '../support/scripted-s3.ts'

const create = 'POST /api/v1/jobs HTTP/1.1'
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`

const get = (path: string): string => requestHead(`GET ${path} HTTP/1.1`, {})

/** Records which requests wait for the end of a job. */
const watched = (endings: JobEndings, waiting: Set<AbortSignal>): JobEndings => ({
  ...endings,
  wait: async (jobId, milliseconds, signal) => {
    waiting.add(signal)
    await endings.wait(jobId, milliseconds, signal)
    waiting.delete(signal)
  },
})

describe('uploads and other requests on real connections', () => {
  let api: ApiHarness
  let port: number
  const waiting = new Set<AbortSignal>()
  before(async () => {
    const timeouts = { ...standardTimeouts, uploadIdleMs: 300 }
    api = await openApiHarness({ wrap: (parts) => ({ ...parts, timeouts, endings: watched(parts.endings, waiting) }) })
    port = await api.listen()
  })
  after(() => api.close())

  const head = (more: Record<string, string | null>): string => requestHead(create, uploadHeaders(api.key, more))
  const nothingStored = async (): Promise<void> => {
    // The answer may come before the blob has been cleared away.
    while ((await api.stored()).length > 0) await setTimeout(5)
  }

  it('cuts a chunked body off with 413 when it crosses the limit, lets the client read that, and closes', async () => {
    const conversation = await converse(port, head({ 'transfer-encoding': 'chunked' }))
    const { socket } = conversation
    while (!conversation.received().includes('413')) {
      socket.write(chunk(50_000))
      await setTimeout(1)
    }
    // The client keeps sending for a while, like one that has not read yet.
    for (let count = 0; count < 20; count += 1) socket.write(chunk(50_000))
    const answer = await conversation.until(/\}$/)
    assertProblem(lastAnswer(answer), 'payload_too_large')
    assert.match(answer, /^connection: close\r$/im)
    await conversation.closed()
    await nothingStored()
  })

  it('refuses an announced body that is too large before it is read, without 100 Continue', async () => {
    const headers = { 'content-length': '1000001', expect: '100-continue' }
    const conversation = await converse(port, head(headers))
    const text = await conversation.until(/\}$/)
    assertProblem(lastAnswer(text), 'payload_too_large')
    assert.ok(!text.includes('100 Continue'))
    await conversation.closed()
  })

  it('invites a body with 100 Continue once the headers are valid', async () => {
    const good = await converse(port, head({ 'content-length': '5', expect: '100-continue' }))
    await good.until(/^HTTP\/1.1 100 Continue\r\n\r\n$/)
    good.socket.write('Hello')
    assert.equal(lastAnswer(await good.until(/\}$/)).statusCode, 202)
    good.socket.destroy()
    const bad = await converse(port, head({ 'content-length': '5', expect: '100-continue', 'x-service-outputs': null }))
    const text = await bad.until(/\}$/)
    assert.deepEqual(refusedFields(lastAnswer(text)), ['X-Service-Outputs'])
    assert.ok(!text.includes('100 Continue'))
    bad.socket.destroy()
  })

  it('keeps a connection open after a refused request whose body has arrived', async () => {
    const conversation = await converse(port, `${head({ 'content-length': '5', 'x-service-outputs': null })}Hello`)
    refusedFields(lastAnswer(await conversation.until(/\}$/)))
    conversation.socket.write(requestHead('GET /api/v1/health HTTP/1.1', {}))
    assert.equal(lastAnswer(await conversation.until(/"ok"\}$/)).statusCode, 200)
    conversation.socket.destroy()
  })

  it('answers pipelined requests in their order', async () => {
    const conversation = await converse(port, get('/api/v1/health') + get('/nothing') + get('/api/v1/health'))
    const text = await conversation.until(/(?:HTTP\/1.1 [^]*){3}"ok"\}$/)
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status),
      ['200', '404', '200'],
    )
    conversation.socket.destroy()
  })

  it('ends an upload that stalls with 408, and leaves nothing in storage', async () => {
    const before = await api.stored()
    const conversation = await converse(port, `${head({ 'content-length': '100' })}some`)
    assertProblem(lastAnswer(await conversation.until(/\}$/)), 'request_timeout')
    await conversation.closed()
    assert.deepEqual(await api.stored(), before)
  })

  it('leaves nothing of an upload that breaks off, and its idempotency key is not used up', async () => {
    const before = await api.stored()
    const key = randomUUID()
    for (const end of ['destroy', 'end', 'resetAndDestroy'] as const) {
      const conversation = await converse(port, `${head({ 'content-length': '100', 'idempotency-key': key })}some`)
      await setTimeout(50)
      conversation.socket[end]()
      await conversation.closed()
    }
    while ((await api.stored()).length > before.length) await setTimeout(5)
    const answer = await api.upload('some', { 'idempotency-key': key })
    assert.equal(answer.statusCode, 202)
  })

  it('answers 400 to a body whose chunks are malformed, and stores nothing', async () => {
    const before = await api.stored()
    const conversation = await converse(port, `${head({ 'transfer-encoding': 'chunked' })}5\r\nHello\r\nzzz\r\n`)
    assertProblem(lastAnswer(await conversation.closed()), 'validation_error')
    while ((await api.stored()).length > before.length) await setTimeout(5)
  })

  it('accepts a chunked upload, and a JSON body in small pieces', async () => {
    const upload = await converse(port, `${head({ 'transfer-encoding': 'chunked' })}${chunk(5)}0\r\n\r\n`)
    assert.equal(lastAnswer(await upload.until(/\}$/)).statusCode, 202)
    upload.socket.destroy()
    const body = JSON.stringify(parseUrl())
    const headers = { 'content-length': String(body.length), 'content-type': 'application/json' }
    const json = await converse(port, head(headers))
    for (const character of body) {
      json.socket.write(character)
      await setTimeout(1)
    }
    assert.equal(lastAnswer(await json.until(/\}$/)).statusCode, 202)
    json.socket.destroy()
  })

  it('refuses a chunked JSON body when it crosses 1 MiB', async () => {
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
    const conversation = await converse(port, head(headers) + chunk(600_000) + chunk(600_000))
    assertProblem(lastAnswer(await conversation.until(/\}$/)), 'payload_too_large')
    await conversation.closed()
  })

  /** Reads a job whose stored result was replaced. */
  const readDamaged = async (content: Buffer, encoding: string): Promise<Answer> => {
    const { id } = (await api.upload()).json()
    const path = await api.complete(id)
    await api.parts.blobs.delete(path)
    await api.parts.blobs.write(path, Readable.from([content]))
    const headers = { authorization: `Bearer ${api.key}`, 'accept-encoding': encoding }
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/jobs/${id}`, { headers })
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }

  it('answers result_damaged, without the headers of a result, when a stored result is truncated or unreadable', async () => {
    const random = randomBytes(200_000)
    for (const content of [gzipSync(random).subarray(0, 150_000), Buffer.from('not compressed')])
      for (const encoding of ['identity', 'gzip']) {
        const answer = await readDamaged(content, encoding)
        assertProblem(answer, 'result_damaged')
        assert.equal(answer.headers['etag'], undefined)
        assert.equal(answer.headers['content-encoding'], undefined)
      }
  })

  it('stops waiting for a job when the caller has disconnected', async () => {
    const { id } = (await api.upload()).json()
    const request = requestHead(`GET /api/v1/jobs/${id}?wait=60 HTTP/1.1`, { authorization: `Bearer ${api.key}` })
    const conversation = await converse(port, request)
    while (waiting.size === 0) await setTimeout(5)
    conversation.socket.destroy()
    while (waiting.size > 0) await setTimeout(5)
  })
})

describe('a result whose bytes come damaged from a bucket', () => {
  for (const bytes of [100, 400_000])
    for (const encoding of ['identity', 'gzip'])
      it(`of ${bytes} bytes is never answered to its end (${encoding})`, async (t) => {
        const body = randomBytes(bytes)
        const stored = gzipSync(body)
        const script: Script = (_request, response) =>
          response.writeHead(200, { 'content-length': stored.length, 'x-amz-checksum-crc32': 'AAAAAA==' }).end(stored)
        await using s3 = await openScriptedS3(script)
        const api = await openApiHarness({
          wrap: (parts) => ({
            ...parts,
            blobs: { ...parts.blobs, read: (path, range) => s3.blobs.read(path, range) },
          }),
        })
        t.after(() => api.close())
        const port = await api.listen()
        const { id } = (await api.upload()).json()
        await api.complete(id, body)
        const headers = { authorization: `Bearer ${api.key}`, 'accept-encoding': encoding }
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/jobs/${id}`, { headers })
        if (response.status === 200) await assert.rejects(response.arrayBuffer())
        else assert.deepEqual([response.status, response.headers.has('retry-after')], [503, true])
      })
})
