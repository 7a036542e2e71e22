import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { parseAddressPolicy, type AddressPolicy } from '@polyparse/outbound'

export const policyOf = (text: string): AddressPolicy => {
  const parsed = parseAddressPolicy(text)
  if ('error' in parsed) throw new Error(parsed.error)
  return parsed.policy
}

/** The addresses that tests may reach. */
export const loopbackPolicy = policyOf('127.0.0.0/8')

export type Route = (request: IncomingMessage, response: ServerResponse) => void

/** An HTTP server on loopback whose routes are functions, with the requests it received. */
export const openLoopback = async (routes: Readonly<Record<string, Route>>) => {
  const requests: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const listener: RequestListener = (request, response) => {
    requests.push(request)
    const route = routes[(request.url ?? '').split('?')[0] ?? '']
    if (route === undefined) response.writeHead(404).end()
    else route(request, response)
  }
  const server = createServer(listener)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = addressOf(server.address())
  return {
    port,
    url: (path: string): string => `http://127.0.0.1:${port}${path}`,
    requests,
    /** Resolves when no connection is open. */
    idle: async () => {
      for (const socket of sockets) await once(socket, 'close')
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const addressOf = (address: AddressInfo | string | null): AddressInfo => {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address
}
