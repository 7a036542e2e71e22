import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { safeFetch } from '../src/safe-fetch.ts'
import { loopbackPolicy, openLoopback, type Route } from '../../service/test/lib/loopback.ts'

const content = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(100))
const zeros = Buffer.alloc(64 * 1024 * 1024)
const farWindow = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 27 } }

const encoded =
  (encoding: string, body: Buffer): Route =>
  (_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body)

const compressors: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  GZIP: gzipSync,
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  deflate: deflateSync,
  zstd: zstdCompressSync,
  identity: (body) => body,
}

describe('an encoded response', () => {
  let server: Awaited<ReturnType<typeof openLoopback>>
  const routes: Record<string, Route> = {
    '/cut': encoded('gzip', gzipSync(content).subarray(0, -20)),
    '/garbage': encoded('br', Buffer.from('not brotli at all')),
    '/window': encoded('zstd', zstdCompressSync(zeros, farWindow)),
    '/unknown': encoded('compress', content),
    '/twice': encoded('gzip, gzip', gzipSync(gzipSync(content))),
    '/inherited': encoded('constructor', content),
    '/broken-off': (_request, response) => {
      const body = gzipSync(content)
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length })
      response.write(body.subarray(0, 30), () => response.destroy())
    },
  }
  for (const [encoding, compress] of Object.entries(compressors)) {
    routes[`/${encoding}`] = encoded(encoding, compress(content))
    if (encoding !== 'identity') routes[`/bomb-${encoding}`] = encoded(encoding, compress(zeros))
  }
  before(async () => {
    server = await openLoopback(routes)
  })
  after(() => server.close())

  const fetchAll = async (path: string, maxBytes = content.length) =>
    buffer((await safeFetch(server.url(path), { policy: loopbackPolicy, maxBytes })).body)

  for (const encoding of Object.keys(compressors)) {
    it(`is decoded from ${encoding}, and the limit is that of the decoded bytes`, async () => {
      assert.deepEqual(await fetchAll(`/${encoding}`), content)
      await assert.rejects(fetchAll(`/${encoding}`, content.length - 1), { kind: 'too_large' })
    })
    if (encoding !== 'identity')
      it(`a bomb in ${encoding} is cut off`, async () => {
        await assert.rejects(fetchAll(`/bomb-${encoding}`, 1_000_000), { kind: 'too_large', retriable: false })
        await server.idle()
      })
  }

  for (const path of ['/cut', '/garbage', '/window', '/unknown', '/twice', '/inherited'])
    it(`${path.slice(1)} is refused as badly encoded`, async () => {
      await assert.rejects(fetchAll(path, zeros.length), { kind: 'bad_encoding', retriable: false })
      await server.idle()
    })

  it('a broken-off body is a broken connection, not bad encoding', async () => {
    await assert.rejects(fetchAll('/broken-off'), { kind: 'unreachable', retriable: true })
  })

  it('is asked for only in encodings that all servers understand alike', async () => {
    await fetchAll('/identity')
    assert.equal(server.requests.at(-1)?.headers['accept-encoding'], 'gzip, br, zstd')
  })
})
