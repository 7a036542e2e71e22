import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { readBody } from '../../src/api/body.ts'
import { converse, requestHead } from '../support/raw-http.ts'

const patience = { maxBytes: 10, idleMs: 60_000, totalMs: 60_000 }
const never = new AbortController().signal

/** Sends these bytes of a body of 10 and hands over the request, which stays open while `use` runs. */
const withRequest = async (sent: string, use: (request: IncomingMessage, hangUp: () => void) => Promise<void>) => {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  const server = createServer(resolve).listen(0, '127.0.0.1')
  const address = await new Promise<number>((listening) => {
    server.once('listening', () => {
      const bound = server.address()
      listening(typeof bound === 'object' && bound !== null ? bound.port : 0)
    })
  })
  const { socket } = await converse(address, requestHead('POST / HTTP/1.1', { 'content-length': '10' }) + sent)
  try {
    await use(await promise, () => socket.destroy())
  } finally {
    socket.destroy()
    server.close()
  }
}

describe('the body of a request that is read as a whole', () => {
  it('is returned once it has arrived', () =>
    withRequest('0123456789', async (request) => {
      assert.equal((await readBody(request, patience, never)).toString(), '0123456789')
    }))

  it('is refused when it is too large, stalls, takes too long or breaks off', async () => {
    await withRequest('0123456789', (request) =>
      assert.rejects(readBody(request, { ...patience, maxBytes: 9 }, never), { fault: 'too_large' }),
    )
    await withRequest('01234', (request) =>
      assert.rejects(readBody(request, { ...patience, idleMs: 20 }, never), { fault: 'stalled' }),
    )
    await withRequest('01234', (request) =>
      assert.rejects(readBody(request, { ...patience, totalMs: 20 }, never), { fault: 'stalled' }),
    )
    await withRequest('01234', async (request, hangUp) => {
      const read = readBody(request, patience, never)
      hangUp()
      await assert.rejects(read, { fault: 'broken_off' })
    })
  })

  it('is given up when the signal is aborted', () =>
    withRequest('01234', async (request) => {
      const reason = new Error('stop')
      await assert.rejects(readBody(request, patience, AbortSignal.abort(reason)), { cause: reason })
    }))
})
