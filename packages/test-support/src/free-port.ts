import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback address on which nothing listens now. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('a port was listened on')
  return address.port
}
