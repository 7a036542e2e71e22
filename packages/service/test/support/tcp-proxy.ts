import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** A proxy to a server on loopback that refuses the first few connections, and can go dead unnoticed. Close it. */
export const openTcpProxy = async ({ port, hostname }: URL, { refusals = 0 }: { refusals?: number } = {}) => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let refused = 0
  const server = createServer((client) => {
    if (refused < refusals) {
      refused += 1
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    const pair = [client, upstream] as const
    pairs.add(pair)
    client.pipe(upstream).pipe(client)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('a proxy has a port')
  return {
    port: address.port,
    refused: () => refused,
    /** Existing connections stay open but pass nothing any more; new connections work. */
    freeze: (): void => {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream).pause()
        upstream.unpipe(client).pause()
      }
    },
    close: async (): Promise<void> => {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
