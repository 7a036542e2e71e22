import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, request } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { BodyError } from '../../src/sources/body-error.ts'
import { receiveUpload, type ReceivedUpload } from '../../src/sources/receive-upload.ts'
import { openTemporaryBlobs } from './temporary-blobs.ts'

describe('an upload', () => {
  let storage: Awaited<ReturnType<typeof openTemporaryBlobs>>
  before(async () => {
    storage = await openTemporaryBlobs()
  })
  after(() => storage.close())

  const receive = (body: Readable, more: Partial<ReceivedUpload> = {}) =>
    receiveUpload({
      blobs: storage.blobs,
      body,
      path: `sources/${randomUUID()}`,
      maxBytes: 1000,
      idleMs: 60_000,
      totalMs: 60_000,
      signal: new AbortController().signal,
      ...more,
    })

  /** Nothing may have been added to storage. */
  const leavesNothing = async (work: () => Promise<unknown>) => {
    const before = await storage.stored()
    await work()
    assert.deepEqual(await storage.stored(), before)
  }

  it('is stored as it came, with its size and SHA-256, however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 90 }), { minLength: 1, maxLength: 11 }),
        async (chunks) => {
          const content = Buffer.concat(chunks)
          const upload = await receive(
            Readable.from(
              chunks.map((chunk) => Buffer.from(chunk)),
              { objectMode: false },
            ),
          )
          assert.equal(upload.size, content.length)
          assert.equal(upload.sha256, createHash('sha256').update(content).digest('hex'))
          assert.deepEqual(await buffer(await storage.blobs.read(upload.path)), content)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('of exactly the limit is accepted', async () => {
    assert.equal((await receive(Readable.from([Buffer.alloc(1000)]))).size, 1000)
  })

  it('over the limit is cut off, with the stream left for an answer', async () => {
    const body = new PassThrough()
    body.write(Buffer.alloc(600))
    body.write(Buffer.alloc(600))
    await leavesNothing(() => assert.rejects(receive(body), { fault: 'too_large' }))
    assert.equal(body.destroyed, false)
    body.resume().end()
    await once(body, 'end')
  })

  it('without any bytes is refused', async () => {
    await leavesNothing(() => assert.rejects(receive(Readable.from([])), { fault: 'empty' }))
  })

  it('that stalls is ended, with the stream left for an answer', async () => {
    const body = new PassThrough()
    body.write('begin')
    await leavesNothing(() => assert.rejects(receive(body, { idleMs: 20 }), { fault: 'stalled' }))
    assert.equal(body.destroyed, false)
  })

  it('that trickles for longer than it may is ended', async () => {
    const body = new PassThrough()
    const trickle = setInterval(() => body.write('x'), 5)
    await leavesNothing(() => assert.rejects(receive(body, { totalMs: 60 }), { fault: 'stalled' }))
    clearInterval(trickle)
  })

  it('that trickles more slowly than any real connection is ended, long before its time is over', async () => {
    const body = new PassThrough()
    const trickle = setInterval(() => body.write('x'), 5)
    const slowest = { bytesPerSecond: 1000, graceMs: 50 }
    await leavesNothing(() => assert.rejects(receive(body, { slowest }), { fault: 'stalled' }))
    clearInterval(trickle)
  })

  it('that breaks off leaves nothing', async () => {
    const body = new PassThrough()
    body.write('begin')
    await leavesNothing(() => {
      setTimeout(() => body.destroy(new Error('connection reset')), 20)
      return assert.rejects(receive(body), { fault: 'broken_off' })
    })
    await leavesNothing(() => assert.rejects(receive(new PassThrough().destroy()), { fault: 'broken_off' }))
  })

  it('is ended by the signal, also while it waits', async () => {
    const stop = new AbortController()
    const body = new PassThrough()
    setTimeout(() => stop.abort(), 20)
    await leavesNothing(() => assert.rejects(receive(body, { signal: stop.signal }), { fault: 'broken_off' }))
    await leavesNothing(() =>
      assert.rejects(receive(Readable.from(['x']), { signal: stop.signal }), { fault: 'broken_off' }),
    )
  })

  it('is read no faster than storage takes it', async () => {
    const body = new Readable({ highWaterMark: 10, read() {} })
    let pushed = 0
    body._read = () => {
      pushed += 1
      body.push(pushed > 90 ? null : Buffer.alloc(10))
    }
    const gate = Promise.withResolvers<void>()
    const slow = {
      ...storage.blobs,
      write: async (path: string, content: AsyncIterable<Uint8Array>) => {
        const chunks = content[Symbol.asyncIterator]()
        await chunks.next()
        await gate.promise
        assert.ok(pushed <= 4, `${pushed} chunks were read ahead`)
        return storage.blobs.write(path, Readable.from({ [Symbol.asyncIterator]: () => chunks }))
      },
    }
    const receiving = receive(body, { blobs: slow })
    setTimeout(gate.resolve, 20)
    assert.equal((await receiving).size, 900)
  })

  it('the error of a failing store is passed on, and one that wraps errors hides nothing', async () => {
    const full = new Error('disk full')
    const failing = { ...storage.blobs, write: () => Promise.reject(full) }
    await assert.rejects(receive(Readable.from(['x']), { blobs: failing }), full)
    const wrapping = {
      ...storage.blobs,
      write: (...write: Parameters<typeof storage.blobs.write>) =>
        storage.blobs.write(...write).catch((cause: unknown) => Promise.reject(new Error('upload failed', { cause }))),
    }
    await assert.rejects(receive(Readable.from([]), { blobs: wrapping }), { fault: 'empty' })
  })

  describe('over a socket', () => {
    const outcomes = new EventEmitter()
    const server = createServer((incoming, response) => {
      void receive(incoming).then(
        () => response.end(),
        (error: unknown) => {
          outcomes.emit('failure', error)
          incoming.resume()
          response.writeHead(413).end()
        },
      )
    })
    before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
    after(() => {
      server.close()
      server.closeAllConnections()
    })

    const post = () => {
      const address = server.address()
      assert.ok(address !== null && typeof address === 'object')
      return request({ port: address.port, host: '127.0.0.1', method: 'POST' }).on('error', () => {})
    }

    it('too much can be answered while the client still sends', async () => {
      const failed = once(outcomes, 'failure')
      const client = post()
      client.end(Buffer.alloc(300_000))
      const [answer] = await once(client, 'response')
      assert.equal(answer.statusCode, 413)
      answer.resume()
      const [error] = await failed
      assert.ok(error instanceof BodyError && error.fault === 'too_large')
    })

    it('a client that disconnects is noticed', async () => {
      const failed = once(outcomes, 'failure')
      const client = post()
      client.setHeader('content-length', 500)
      client.write('half', () => setTimeout(() => client.destroy(), 20))
      const [error] = await failed
      assert.ok(error instanceof BodyError && error.fault === 'broken_off')
    })
  })
})
