import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { drainMs } from './raw-response.ts'

/**
 * When an answer is sent while the client still sends its body, what comes is read and thrown away for a while, so that
 * the client gets to read the answer instead of a broken pipe; then the connection is closed.
 */
export const drainUnreadBodies = (app: FastifyInstance): void => {
  app.addHook('onResponse', async ({ raw: request }) => {
    const { socket } = request
    if (request.complete || !(socket instanceof Socket) || socket.destroyed) return
    const timer = setTimeout(() => socket.destroy(), drainMs)
    const stop = () => clearTimeout(timer)
    request.once('end', stop).once('close', stop)
    socket.once('close', stop)
    request.resume()
  })
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const mediaType = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`)

/**
 * Bodies are read by the handlers, straight from the connection, whatever they call themselves. A `Content-Type` is
 * reduced to its media type, and one that cannot be understood counts as absent: no body is refused for its type.
 */
export const leaveBodiesAlone = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onRequest', async ({ method, headers }) => {
    const type = mediaType.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase()
    if (type !== undefined) headers['content-type'] = type
    // The framework would refuse a QUERY without a type before it looks whether the route exists.
    else if (method === 'QUERY') headers['content-type'] = 'application/octet-stream'
    else delete headers['content-type']
  })
  // JSON is UTF-8 by definition (RFC 8259, section 8.1); the media type has no charset parameter.
  app.addHook('onSend', async (_request, reply) => {
    const type = reply.getHeader('content-type')
    if (type === 'application/json; charset=utf-8') reply.header('content-type', 'application/json')
  })
}
