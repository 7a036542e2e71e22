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
