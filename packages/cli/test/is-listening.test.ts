import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { it } from 'node:test'
import { isListening } from '../src/service/is-listening.ts'

it('tells whether something listens at an address, by a connection alone', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  assert.equal(await isListening(`http://127.0.0.1:${address.port}`), true)
  assert.equal(await isListening(`http://localhost:${address.port}`), true)
  server.close()
  await once(server, 'close')
  assert.equal(await isListening(`http://127.0.0.1:${address.port}`), false)
  assert.equal(await isListening(`http://localhost:${address.port}`), false)
})
