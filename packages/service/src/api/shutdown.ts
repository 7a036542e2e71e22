import type { FastifyInstance } from 'fastify'
import { unavailable } from './classify-error.ts'

/** The time for which bodies under way may still arrive once the service stops. */
const shutdownGraceMs = 3000

/** The signals by which a stop of the service reaches the requests under way. */
export type Shutdown = {
  /** Aborted at once: waiting requests are answered now. */
  readonly begun: AbortSignal
  /** Aborted a little later: requests that still receive a body give up. */
  readonly overdue: AbortSignal
}

/** Refuses requests from the start of the stop, and cuts connections that are still open in the end. */
export const prepareShutdown = (app: FastifyInstance): Shutdown => {
  const begun = new AbortController()
  const overdue = new AbortController()

  app.addHook('preClose', async () => {
    begun.abort()
    setTimeout(() => overdue.abort(), shutdownGraceMs).unref()
    setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs + 1500).unref()
  })
  app.addHook('onRequest', async () => {
    if (begun.signal.aborted) throw unavailable('The service is stopping.')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (begun.signal.aborted) reply.header('connection', 'close')
  })
  return { begun: begun.signal, overdue: overdue.signal }
}
