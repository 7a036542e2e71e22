import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { drainMs } from './raw-response.ts'

/**
 * Lets a client that is answered before it has sent its whole body read the answer instead of getting a broken pipe:
 * the rest of the body is read and discarded for a while, and then the connection is closed.
 */
export const drainUnreadBodies = (app: FastifyInstance): void => {
  app.addHook('onSend', async ({ raw: request }, reply) => {
    const { socket } = request
    if (request.complete || !(socket instanceof Socket)) return
    reply.header('connection', 'close')
    // The server would close at once with this header, and the client could lose the answer; the hook below closes.
    socket.destroySoon = () => {}
  })
  app.addHook('onResponse', async ({ raw: request }) => {
    const { socket } = request
    if (request.complete || !(socket instanceof Socket) || socket.destroyed) return
    const timer = setTimeout(() => socket.destroy(), drainMs)
    const end = () => {
      clearTimeout(timer)
      socket.end()
    }
    request.once('end', end)
    socket.once('close', () => clearTimeout(timer))
    request.resume()
  })
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const mediaType = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`)

/**
 * Handlers read bodies directly from the connection, whatever their type. A `Content-Type` is reduced to its media
 * type, and a malformed one counts as absent, so that no body is refused for its type.
 */
export const leaveBodiesAlone = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onRequest', async ({ method, headers }) => {
    const type = mediaType.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase()
    if (type !== undefined) headers['content-type'] = type
    // The framework would refuse a QUERY without a type before checking that the route exists.
    else if (method === 'QUERY') headers['content-type'] = 'application/octet-stream'
    else delete headers['content-type']
  })
  // JSON is UTF-8 by definition (RFC 8259, section 8.1); the media type has no charset parameter.
  app.addHook('onSend', async (_request, reply) => {
    const type = reply.getHeader('content-type')
    if (type === 'application/json; charset=utf-8') reply.header('content-type', 'application/json')
  })
}
