import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { BlobNotFoundError, StorageFullError, StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { answerXml, obliging, openScriptedS3, refuse, type Script } from '../support/scripted-s3.ts'

const mebibyte = 1024 ** 2

async function* chunks(...sizes: number[]) {
  for (const size of sizes) yield Buffer.alloc(size, 'x')
}

/** Answers some kinds of requests as scripted, and all others with success. */
const but =
  (exceptions: Partial<Record<Parameters<Script>[0]['kind'], Script>>): Script =>
  (request, response, count) =>
    (exceptions[request.kind] ?? obliging)(request, response, count)

const silent: Script = () => {}

test('a server that accepts requests and never answers them is given up on, whatever the request', async () => {
  await using s3 = await openScriptedS3(silent, { answerMs: 300 })
  await assert.rejects(s3.blobs.read('a'), StorageUnavailableError)
  await assert.rejects(s3.blobs.read('a', { start: 1, end: 1 }), StorageUnavailableError)
  await assert.rejects(s3.blobs.write('a', chunks(1)), StorageUnavailableError)
  await assert.rejects(s3.blobs.write('a', chunks(6 * mebibyte)), StorageUnavailableError)
  await assert.rejects(s3.blobs.delete('a'), StorageUnavailableError)
  await assert.rejects(Array.fromAsync(s3.blobs.list('')), StorageUnavailableError)
  await assert.rejects(s3.blobs.removeUnfinished(new Date()), StorageUnavailableError)
})

test('a server that refuses connections makes the store unavailable', async () => {
  const s3 = await openScriptedS3(silent)
  await s3[Symbol.asyncDispose]()
  await assert.rejects(s3.blobs.read('a'), StorageUnavailableError)
})

const cut: readonly [string, Script][] = [
  [
    'whose connection is cut',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      response.write(Buffer.alloc(70_000))
      setTimeout(() => response.destroy(), 20)
    },
  ],
  [
    'of which nothing more comes',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      response.write(Buffer.alloc(70_000))
    },
  ],
  [
    'whose checksum is wrong',
    (_request, response) =>
      response
        .writeHead(200, { 'content-length': 100_000, 'x-amz-checksum-crc32': 'AAAAAA==' })
        .end(Buffer.alloc(100_000, 'x')),
  ],
]

for (const [how, get] of cut)
  test(`a blob ${how} is an outage of the storage, never a shorter blob and never passed on to its end`, async () => {
    await using s3 = await openScriptedS3(but({ get }), { answerMs: 100 })
    let received = 0
    const read = async () => {
      for await (const chunk of await s3.blobs.read('a')) received += Buffer.from(chunk).length
    }
    await assert.rejects(read(), StorageUnavailableError)
    assert.ok(received < 100_000, `${received} bytes were passed on`)
  })

test('a blob that breaks off before anybody reads it is an error for its reader, and does not end the process', async () => {
  const cutAt = Promise.withResolvers<void>()
  const get: Script = (_request, response) => {
    response.writeHead(200, { 'content-length': 100_000 })
    response.write(Buffer.alloc(1000), () => response.destroy())
    response.on('close', cutAt.resolve)
  }
  await using s3 = await openScriptedS3(but({ get }))
  const body = await s3.blobs.read('a')
  await cutAt.promise
  await new Promise((resolve) => setImmediate(resolve))
  await assert.rejects(buffer(body), StorageUnavailableError)
})

test('a blob without a length is refused, because it could be truncated unnoticed', async () => {
  const get: Script = (_request, response) => {
    response.writeHead(200)
    response.write('some')
    response.end()
  }
  await using s3 = await openScriptedS3(but({ get }))
  await assert.rejects(s3.blobs.read('a'), StorageUnavailableError)
})

test('a range other than the one asked for is refused', async () => {
  const get: Script = (_request, response) => response.writeHead(200, { 'content-length': 10 }).end('0123456789')
  await using s3 = await openScriptedS3(but({ get }))
  await assert.rejects(s3.blobs.read('a', { start: 2, end: 5 }), StorageUnavailableError)
})

test('a slow reader is not mistaken for a stalled server', async () => {
  const get: Script = (_request, response) =>
    response.writeHead(200, { 'content-length': 4 * mebibyte }).end(Buffer.alloc(4 * mebibyte))
  await using s3 = await openScriptedS3(but({ get }), { answerMs: 500 })
  const body = await s3.blobs.read('a')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  assert.equal((await buffer(body)).length, 4 * mebibyte)
})

test('a reader that stops early releases the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const get: Script = (_request, response) => {
    response.on('close', closed.resolve)
    response.writeHead(200, { 'content-length': 40 * mebibyte }).write(Buffer.alloc(mebibyte))
  }
  await using s3 = await openScriptedS3(but({ get }))
  const body = await s3.blobs.read('a')
  body.on('error', () => {})
  body.destroy()
  await closed.promise
})

test('a request that the server throttles is repeated a few times and no more', async () => {
  const slowDown =
    (times: number): Script =>
    (request, response, count) =>
      count > times ? obliging(request, response, count) : refuse(response, 503, 'SlowDown')
  await using passing = await openScriptedS3(but({ put: slowDown(2) }), { answerMs: 5000 })
  assert.deepEqual(await passing.blobs.write('a', chunks(3)), { size: 3 })
  await using lasting = await openScriptedS3(but({ put: slowDown(100) }), { answerMs: 5000 })
  await assert.rejects(lasting.blobs.write('a', chunks(3)), StorageUnavailableError)
  assert.equal(lasting.kinds().filter((kind) => kind === 'put').length, 3)
})

test('a full server is recognised by any of several codes', async () => {
  for (const [status, code] of [
    [403, 'QuotaExceeded'],
    [507, 'XMinioStorageFull'],
    [507, 'AnythingElse'],
  ] as const) {
    const full: Script = (_request, response) => refuse(response, status, code)
    await using small = await openScriptedS3(but({ put: full }))
    await assert.rejects(small.blobs.write('a', chunks(3)), StorageFullError, code)
    await using large = await openScriptedS3(but({ part: full }))
    await assert.rejects(large.blobs.write('a', chunks(6 * mebibyte)), StorageFullError, code)
    assert.equal(large.kinds().at(-1) === 'abort' || large.kinds().includes('abort'), true)
  }
})

test('denied access makes the store unavailable', async () => {
  const forbidden: Script = (_request, response) => refuse(response, 403, 'AccessDenied')
  await using s3 = await openScriptedS3(forbidden)
  await assert.rejects(s3.blobs.read('a'), StorageUnavailableError)
  await assert.rejects(s3.blobs.write('a', chunks(3)), StorageUnavailableError)
})

test('an upload with a failed part is aborted, once no part is in flight', async () => {
  const part: Script = (request, response, count) =>
    count === 1 ? obliging(request, response, count) : refuse(response, 400, 'InvalidPart')
  await using s3 = await openScriptedS3(but({ part }))
  await assert.rejects(s3.blobs.write('a', chunks(16 * mebibyte)), StorageUnavailableError)
  assert.deepEqual(s3.kinds(), ['create', 'part', 'part', 'abort'])
})

test('an upload whose content fails is aborted', async () => {
  await using s3 = await openScriptedS3(obliging)
  const reason = new Error('the client has gone')
  const failing = async function* () {
    yield Buffer.alloc(6 * mebibyte)
    throw reason
  }
  await assert.rejects(s3.blobs.write('a', failing()), reason)
  assert.ok(s3.kinds().includes('abort'))
  assert.ok(!s3.kinds().includes('complete'))
})

test('a write whose answer is lost is undone, because it may have happened', async () => {
  const put: Script = (_request, response) => response.destroy()
  await using s3 = await openScriptedS3(but({ put }))
  await assert.rejects(s3.blobs.write('a', chunks(3)), StorageUnavailableError)
  assert.equal(s3.kinds().at(-1), 'delete')
})

test('a write that is aborted at the server leaves nothing there', async () => {
  const controller = new AbortController()
  const reason = new Error('cancelled')
  const put: Script = () => controller.abort(reason)
  await using s3 = await openScriptedS3(but({ put }), { answerMs: 5000 })
  await assert.rejects(s3.blobs.write('a', chunks(3), controller.signal), reason)
  assert.equal(s3.kinds().at(-1), 'delete')
})

test('an upload whose completion succeeded but whose answer was lost is found complete', async () => {
  const complete: Script = (_request, response, count) =>
    count === 1 ? response.destroy() : refuse(response, 404, 'NoSuchUpload')
  const head: Script = (_request, response) => response.writeHead(200, { 'content-length': 6 * mebibyte }).end()
  await using s3 = await openScriptedS3(but({ complete, head }), { answerMs: 2000 })
  assert.deepEqual(await s3.blobs.write('a', chunks(6 * mebibyte)), { size: 6 * mebibyte })
})

test('a completion that fails after it was answered with 200 is a failure', async () => {
  const complete: Script = (_request, response) =>
    answerXml(response, '<Error><Code>InternalError</Code><Message>scripted</Message></Error>')
  await using s3 = await openScriptedS3(but({ complete }), { answerMs: 5000 })
  await assert.rejects(s3.blobs.write('a', chunks(6 * mebibyte)), StorageUnavailableError)
  assert.ok(s3.kinds().includes('abort'))
})

test('an upload reads no more from its source than it can pass on', async () => {
  const held = Promise.withResolvers<void>()
  const part: Script = (request, response, count) => {
    void held.promise.then(() => obliging(request, response, count))
  }
  await using s3 = await openScriptedS3(but({ part }), { answerMs: 10_000 })
  let taken = 0
  const source = async function* () {
    for (; taken < 40; taken += 1) yield Buffer.alloc(mebibyte)
  }
  const writing = s3.blobs.write('a', source())
  while (!s3.kinds().includes('part')) await new Promise((resolve) => setTimeout(resolve, 10))
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok(taken <= 12, `${taken} MiB were taken while the server had accepted none`)
  held.resolve()
  assert.deepEqual(await writing, { size: 40 * mebibyte })
})

test('a listing of many pages is followed to its end, and one that loops is an error', async () => {
  const page = (name: string, next: string | null) =>
    `<ListBucketResult><IsTruncated>${next !== null}</IsTruncated>${next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}` +
    `<Contents><Key>p/${name}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`
  const list: Script = ({ query }, response) => {
    const token = query.get('continuation-token')
    answerXml(response, token === null ? page('a', 't1') : token === 't1' ? page('b', 't2') : page('c', null))
  }
  await using s3 = await openScriptedS3(but({ list }))
  const found = await Array.fromAsync(s3.blobs.list(''), ({ path }) => path)
  assert.deepEqual(found, ['a', 'b', 'c'])
  await using circular = await openScriptedS3(
    but({ list: (_request, response) => answerXml(response, page('a', 't')) }),
  )
  await assert.rejects(Array.fromAsync(circular.blobs.list('')), StorageUnavailableError)
})

test('a missing blob is distinguished from a missing bucket', async () => {
  const missing =
    (code: string): Script =>
    (_request, response) =>
      refuse(response, 404, code)
  await using blob = await openScriptedS3(missing('NoSuchKey'))
  await assert.rejects(blob.blobs.read('a'), BlobNotFoundError)
  await using bucket = await openScriptedS3(missing('NoSuchBucket'))
  await assert.rejects(bucket.blobs.read('a'), StorageUnavailableError)
})

test('the time of the storage is what its server says', async () => {
  await using s3 = await openScriptedS3(obliging)
  const difference = (await s3.blobs.now()).getTime() - Date.now()
  assert.ok(Math.abs(difference) < 60_000, `${difference}`)
})
