import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pathOfRequest } from './request-log.ts'

type Connection = {
  /** The answer to the latest request whose headers are complete. */
  response: ServerResponse | null
  /** True if a part of that request came in the latest packet, or is still to come. */
  isLatest: boolean
  /** The received bytes of the next request, until its path is complete. */
  head: string
}

export type RequestPaths = {
  /** Tells whether a part of an answer has been sent on a connection, and another is still to come. */
  readonly isAnswering: (socket: Duplex) => boolean
  /** The path of the request that the parser has refused, in the packet it names; null where its request line is unknown. */
  readonly pathOn: (socket: Duplex, packet: Buffer | undefined) => string | null
}

/**
 * Follows what the connections of a server receive: the HTTP parser says nothing of a request before its headers are
 * complete, and an error of it has only the packet that it met last.
 */
export const followRequests = (server: Server): RequestPaths => {
  const connections = new WeakMap<Duplex, Connection>()

  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (connection !== undefined) Object.assign(connection, { response, isLatest: true, head: '' })
  })
  server.on('connection', (socket) => {
    const connection: Connection = { response: null, isLatest: false, head: '' }
    connections.set(socket, connection)
    // The listener of the parser is the first, so that a packet comes here after its requests.
    socket.on('data', (packet: Buffer) => {
      connection.head = headWith(connection, packet)
      connection.isLatest = isUnderWay(connection)
    })
  })

  return {
    isAnswering: (socket) => {
      const response = connections.get(socket)?.response ?? null
      return response !== null && response.headersSent && !response.writableFinished
    },
    pathOn: (socket, packet) => {
      const connection = connections.get(socket)
      if (connection === undefined) return null
      if (isUnderWay(connection)) return pathOfRequest(connection.response?.req.url ?? '')
      return pathIn(packet === undefined ? connection.head : headWith(connection, packet))
    },
  }
}

const isUnderWay = ({ response }: Connection): boolean => response?.req.complete === false

/** Returns what is known of the next request after a packet. */
const headWith = (connection: Connection, packet: Buffer): string => {
  const { head, isLatest } = connection
  if (isUnderWay(connection)) return ''
  if (!isLatest) return head.length < maxHead ? head + packet.toString('latin1', 0, maxHead) : head
  // Another request may follow in the same packet, after the blank line that ends most requests.
  const end = packet.lastIndexOf('\r\n\r\n')
  const rest = end < 0 ? '' : packet.toString('latin1', end + 4)
  return requestLine.test(rest) ? rest : ''
}

/** A longer path is not repeated in an answer. */
const maxHead = 8192

/** A request line up to the end of its path. */
const requestLine = /^[\r\n]*[A-Z]+ ((?:\/|https?:\/\/)[^\s?#]*)[\s?#]/

const pathIn = (head: string): string | null => {
  const target = requestLine.exec(head)?.[1]
  return target === undefined ? null : pathOfRequest(target)
}
