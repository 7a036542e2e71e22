import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { recordDamage } from '../../src/jobs/damage.ts'
import { verified } from '../../src/jobs/verified.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('GET /api/v1/jobs/{jobId}', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const create = async (): Promise<string> => (await api.upload(randomUUID())).json().id
  const read = (id: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.inject({ method, url: `/api/v1/jobs/${id}`, headers })

  it('gives id and status alone while the job is unfinished, with Retry-After, never to be stored', async () => {
    const id = await create()
    const queued = await read(id)
    assert.equal(queued.statusCode, 200)
    assert.deepEqual(queued.json(), { id, status: 'queued' })
    assert.match(String(queued.headers['retry-after']), /^[1-9]\d*$/)
    assert.equal(queued.headers['cache-control'], 'no-store')
    assert.equal(queued.headers.etag, undefined)
    await api.database.query(`update jobs set status = 'running', started_at = now() where id = $1`, [id])
    assert.deepEqual((await read(id)).json(), { id, status: 'running' })
  })

  it('gives the stored result of a complete job', async () => {
    const id = await create()
    await api.complete(id)
    const answer = await read(id)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'application/json')
    assert.equal(answer.headers['cache-control'], 'private, no-cache')
    assert.equal(answer.headers['content-encoding'], undefined)
    assert.deepEqual(answer.json(), { id, status: 'complete', result: { id } })
  })

  it('gives the error of a failed job, with status 200', async () => {
    const id = await create()
    await api.fail(id, 'The document is encrypted.', 'document_encrypted')
    const answer = await read(id)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), {
      id,
      status: 'failed',
      error: 'The document is encrypted.',
      errorCode: 'document_encrypted',
    })
    const unchanged = await read(id, { 'if-none-match': String(answer.headers.etag) })
    assert.equal(unchanged.statusCode, 304)
  })

  it('sends gzip as it is stored where Accept-Encoding allows, else decompressed, and says that it varies', async () => {
    const id = await create()
    const body = JSON.stringify({ id, status: 'complete', result: 'ä'.repeat(100_000) })
    await api.complete(id, body)
    for (const accept of ['gzip', 'deflate, GZIP;q=0.5', '*', 'gzip, identity;q=0.5']) {
      const answer = await read(id, { 'accept-encoding': accept })
      assert.equal(answer.headers['content-encoding'], 'gzip', accept)
      assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length)
      assert.equal(gunzipSync(answer.rawPayload).toString(), body)
      assert.equal(answer.headers['vary'], 'accept-encoding')
    }
    for (const accept of ['identity', 'br', 'gzip;q=0', '*;q=0', 'gzip;q=0.1, identity', 'gzip;q=0, *']) {
      const answer = await read(id, { 'accept-encoding': accept })
      assert.equal(answer.headers['content-encoding'], undefined, accept)
      assert.equal(answer.body, body)
      assert.equal(answer.headers['vary'], 'accept-encoding')
    }
  })

  it('answers If-None-Match of a finished job with 304', async () => {
    const id = await create()
    await api.complete(id)
    const etag = String((await read(id)).headers.etag)
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const answer = await read(id, { 'if-none-match': known })
      assert.equal(answer.statusCode, 304, known)
      assert.equal(answer.body, '')
      assert.equal(answer.headers.etag, etag)
      assert.ok(answer.headers['x-request-id'])
    }
    assert.equal((await read(id, { 'if-none-match': '"other"' })).statusCode, 200)
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const id = await create()
    await api.complete(id)
    const get = await read(id, { 'accept-encoding': 'gzip' })
    const head = await read(id, { 'accept-encoding': 'gzip' }, 'HEAD')
    assert.equal(head.statusCode, 200)
    assert.equal(head.body, '')
    for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'vary', 'cache-control'])
      assert.equal(head.headers[name], get.headers[name], name)
    const plain = await read(id, { 'accept-encoding': 'identity' }, 'HEAD')
    assert.deepEqual([plain.statusCode, plain.body, plain.headers['content-length']], [200, '', undefined])
    const missing = await read(randomUUID(), {}, 'HEAD')
    assert.deepEqual([missing.statusCode, missing.body], [404, ''])
  })

  it('answers 410 result_expired 7 days after completion, swept or not, also to If-None-Match', async () => {
    const id = await create()
    const path = await api.complete(id)
    const etag = String((await read(id)).headers.etag)
    api.clock.advance(7 * 24 * 3600 - 1)
    assert.equal((await read(id)).statusCode, 200)
    api.clock.advance(1)
    assertProblem(await read(id), 'result_expired', `/api/v1/jobs/${id}`)
    assertProblem(await read(id, { 'if-none-match': etag }), 'result_expired')
    await api.parts.blobs.delete(path)
    await api.database.query(
      'update jobs set result_path = null, result_size = null, result_etag = null where id = $1',
      [id],
    )
    assertProblem(await read(id), 'result_expired')
  })

  const replace = async (path: string, bytes: Uint8Array) => {
    await api.parts.blobs.delete(path)
    await api.parts.blobs.write(path, Readable.from([bytes]))
  }
  const flipped = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
    return copy
  }

  it('answers result_damaged when the stored result is missing, cut off or changed', async () => {
    const id = await create()
    const path = await api.complete(id)
    const stored = await buffer(await api.parts.blobs.read(path))
    for (const bytes of [stored.subarray(0, -5), Buffer.concat([stored, stored]), flipped(stored, 20)]) {
      await replace(path, bytes)
      for (const encoding of ['gzip', 'identity'])
        assertProblem(await read(id, { 'accept-encoding': encoding }), 'result_damaged')
    }
    await replace(path, stored)
    assert.equal((await read(id)).statusCode, 200)
    await api.parts.blobs.delete(path)
    assertProblem(await read(id), 'result_damaged')
  })

  it('answers result_damaged at once when the damage is on record, also to HEAD, but 304 to who has the result', async () => {
    const id = await create()
    const path = await api.complete(id)
    const etag = String((await read(id)).headers.etag)
    await recordDamage(api.database, path, api.clock())
    assertProblem(await read(id), 'result_damaged')
    assert.equal((await api.inject({ method: 'HEAD', url: `/api/v1/jobs/${id}` })).statusCode, 500)
    assert.equal((await read(id, { 'if-none-match': etag })).statusCode, 304)
    await recordDamage(api.database, path, null)
    assert.equal((await read(id)).statusCode, 200)
  })

  it('closes the stored result when the caller leaves before its first byte', async () => {
    const stored = Readable.from(['one', 'two', 'three'].map((text) => Buffer.from(text)))
    const bytes = await verified(stored, { path: 'results/any', etag: '' })
    bytes.destroy()
    await once(bytes, 'close')
    assert.equal(stored.destroyed, true)
  })

  it('breaks off before the end of a long result that has changed', async () => {
    const id = await create()
    const path = await api.complete(id, JSON.stringify({ id, text: randomBytes(2_000_000).toString('base64') }))
    const stored = await buffer(await api.parts.blobs.read(path))
    await replace(path, flipped(stored, stored.length - 20))
    await assert.rejects(read(id, { 'accept-encoding': 'gzip' }))
    await replace(path, stored)
    assert.equal((await read(id, { 'accept-encoding': 'gzip' })).rawPayload.length, stored.length)
  })

  it('keeps a failed job readable after 7 days', async () => {
    const id = await create()
    await api.fail(id, 'no')
    api.clock.advance(8 * 24 * 3600)
    assert.equal((await read(id)).statusCode, 200)
  })

  it('answers 404 not_found alike for an unknown job, a malformed id, and a job of another account', async () => {
    const id = await create()
    const other = await read(id, { authorization: `Bearer ${await api.otherKey()}` })
    const details = [
      other,
      await read(randomUUID()),
      await read('1'),
      await read('x'.repeat(2000)),
      await read('%00'),
      await read('%0A'),
    ].map((answer) => assertProblem(answer, 'not_found').detail)
    assert.equal(new Set(details).size, 1)
  })

  it('refuses a wait that is not a number from 0 to 60', async () => {
    const id = await create()
    for (const wait of ['-1', '61', 'soon', '', '1&wait=2', 'NaN', 'Infinity'])
      assert.deepEqual(refusedFields(await api.inject({ url: `/api/v1/jobs/${id}?wait=${wait}` })), ['wait'], wait)
    assert.deepEqual(refusedFields(await api.inject({ url: `/api/v1/jobs/${id}?wait=0&unheard=of` })), ['unheard'])
  })

  it('waits for the end of the job when asked to', async () => {
    const id = await create()
    const waiting = api.inject({ url: `/api/v1/jobs/${id}?wait=60` })
    await api.inject({ url: `/api/v1/jobs/${id}` })
    await api.complete(id)
    assert.equal((await waiting).json().status, 'complete')
  })

  it('takes a wait as programs write numbers', async () => {
    const { id } = (await api.create()).json()
    for (const wait of ['1e-05', '5E-2', '0.00000000000000000001'])
      assert.equal((await api.inject({ url: `/api/v1/jobs/${id}?wait=${wait}` })).statusCode, 200, wait)
  })

  it('returns an unfinished job as it is when the wait is over', async () => {
    const id = await create()
    const answer = await api.inject({ url: `/api/v1/jobs/${id}?wait=0.05` })
    assert.deepEqual(answer.json(), { id, status: 'queued' })
  })
})
