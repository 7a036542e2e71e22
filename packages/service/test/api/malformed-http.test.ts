import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { ProblemCode } from '@polyparse/contract'
import { standardTimeouts } from '../../src/api/timeouts.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'
import { converse, lastAnswer } from '../support/raw-http.ts'

const headOf = (bytes: number): string =>
  `GET /api/v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nx: ${'y'.repeat(bytes)}\r\n\r\n`

describe('malformed HTTP', () => {
  let api: ApiHarness
  let port: number
  before(async () => {
    const timeouts = { ...standardTimeouts, headersMs: 300, checkEveryMs: 50 }
    api = await openApiHarness({ wrap: (parts) => ({ ...parts, timeouts }) })
    port = await api.listen()
  })
  after(() => api.close())

  const malformed: [title: string, text: string, path: string][] = [
    ['garbage', 'hello\r\n\r\n', '/'],
    ['an invalid header name', 'GET /api/v1/health?x=1 HTTP/1.1\r\nHost: a\r\nbad header: x\r\n\r\n', '/api/v1/health'],
    ['an invalid character in a value', 'GET / HTTP/1.1\r\nHost: a\r\nx: \u0001\r\n\r\n', '/'],
    ['two contradicting lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '/'],
    [
      'length and chunks at once',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      '/',
    ],
    ['a length that is no number', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', '/'],
  ]
  for (const [title, text, path] of malformed)
    it(`is answered 400 validation_error: ${title}`, async () => {
      const answer = lastAnswer(await (await converse(port, text)).closed())
      assertProblem(answer, 'validation_error', path)
      assert.ok(api.logged.some((line) => line.includes(String(answer.headers['x-request-id']))))
    })

  it('is answered 400 naming Host when that is missing', async () => {
    const conversation = await converse(port, 'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n')
    assert.deepEqual(refusedFields(lastAnswer(await conversation.closed())), ['Host'])
  })

  it('is answered 400 naming what could be understood in two ways', async () => {
    const cases: [headers: string, field: string][] = [
      ['Host: a\r\nHost: b', 'Host'],
      [`Host: a\r\nAuthorization: Bearer ${api.key}\r\nAuthorization: Bearer other`, 'Authorization'],
      ['Host: a\r\nContent-Type: text/plain\r\nContent-Type: application/pdf', 'Content-Type'],
      ['Host: a\r\nTransfer-Encoding: gzip, chunked', 'Transfer-Encoding'],
    ]
    for (const [headers, field] of cases) {
      const body = field === 'Transfer-Encoding' ? '0\r\n\r\n' : ''
      const text = `POST /api/v1/jobs HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n${body}`
      assert.deepEqual(refusedFields(lastAnswer(await (await converse(port, text)).closed())), [field])
    }
  })

  it('is answered 431 headers_too_large above 64 KiB of headers', async () => {
    const large = await converse(port, headOf(64 * 1024))
    assertProblem(lastAnswer(await large.closed()), 'headers_too_large')
    const small = await converse(port, headOf(60 * 1024))
    assert.equal(lastAnswer(await small.closed()).statusCode, 200)
  })

  it('is answered 408 request_timeout when the headers do not arrive', async () => {
    const conversation = await converse(port, 'GET /api/v1/health HTTP/1.1\r\nHost: a\r\n')
    assertProblem(lastAnswer(await conversation.closed()), 'request_timeout', '/api/v1/health')
  })

  it('is answered with the path of its request, however it arrives', async () => {
    const path = '/api/v1/jobs'
    const tooLarge = `x: ${'y'.repeat(64 * 1024)}\r\n\r\n`
    const health = 'GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n'
    const upload = `POST /api/v1/uploads HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd`
    const chunked = `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
    const cases: [packets: string[], code: ProblemCode][] = [
      [[`GET ${path} HTTP/1.1\r\nHost: a\r\n`, tooLarge], 'headers_too_large'],
      [['GET /api/v', '1/jobs?limit=1 HTTP/1.1\r\nHost: a\r\n', tooLarge], 'headers_too_large'],
      [[`GET ${path}?limit=1`, '1'.repeat(64 * 1024)], 'headers_too_large'],
      [[`GET http://a${path} HTTP/1.1\r\nHo`, `st: a\r\n${tooLarge}`], 'headers_too_large'],
      [[health, `GET ${path} HTTP/1.1\r\n`, tooLarge], 'headers_too_large'],
      [[`${health}GET ${path} HTTP/1.1\r\n`, tooLarge], 'headers_too_large'],
      [[upload, `GET ${path} HTTP/1.1\r\n`, tooLarge], 'headers_too_large'],
      [[`GET ${path} HTTP/1.1\r\n`, 'bad header: x\r\n\r\n'], 'validation_error'],
      [[chunked, 'no size\r\n'], 'validation_error'],
    ]
    for (const [packets, code] of cases) {
      const [[received], conversation] = await Promise.all([once(api.app.server, 'connection'), converse(port)])
      assert.ok(received instanceof Socket)
      let sent = 0
      for (const packet of packets) {
        conversation.socket.write(packet)
        sent += packet.length
        while (received.bytesRead < sent && !received.destroyed) await setImmediate()
      }
      assertProblem(lastAnswer(await conversation.closed()), code, path)
    }
  })

  it('is answered 404 when it takes the service for a proxy', async () => {
    const conversation = await converse(port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
    assertProblem(lastAnswer(await conversation.closed()), 'route_not_found')
  })

  it('does not include requests that are well-formed but unusual', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `x${index}: 1`).join('\r\n')
    const authorization = `Authorization: Bearer ${api.key}`
    const usual = 'Host: a\r\nConnection: close'
    const unusual = [
      `GET http://elsewhere.example/api/v1/jobs HTTP/1.1\r\n${usual}\r\n${authorization}\r\n\r\n`,
      `GET /api/v1/jobs HTTP/1.1\r\n${usual}\r\n${many}\r\n${authorization}\r\n\r\n`,
      `GET /api/v1/jobs HTTP/1.1\r\n${usual}\r\nExpect: the-unexpected\r\n${authorization}\r\n\r\n`,
      `GET /api/v1/jobs HTTP/1.0\r\n${authorization}\r\n\r\n`,
      `\r\nGET /api/v1/jobs HTTP/1.1\r\n${usual}\r\nUpgrade: websocket\r\n${authorization}\r\n\r\n`,
    ]
    for (const text of unusual) {
      const answer = lastAnswer(await (await converse(port, text)).closed())
      assert.equal(answer.statusCode, 200, text.slice(0, 60))
      assert.ok(answer.headers['x-request-id'])
    }
  })
})
