import type { FastifyInstance } from 'fastify'
import { unavailable } from './classify-error.ts'

/** How long bodies that are on their way may still arrive once the service stops. */
const graceMs = 3000

/** How a stop of the service reaches the requests that are under way. */
export type Shutdown = {
  /** Aborted at once: whoever only waits answers now. */
  readonly begun: AbortSignal
  /** Aborted a little later: whoever still receives gives up. */
  readonly overdue: AbortSignal
}

/** From the start of the stop on, requests are refused, and connections that will not end are cut. */
export const prepareShutdown = (app: FastifyInstance): Shutdown => {
  const begun = new AbortController()
  const overdue = new AbortController()

  app.addHook('preClose', async () => {
    begun.abort()
    setTimeout(() => overdue.abort(), graceMs).unref()
    setTimeout(() => app.server.closeAllConnections(), graceMs + 1500).unref()
  })
  app.addHook('onRequest', async () => {
    if (begun.signal.aborted) throw unavailable('The service is stopping.')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (begun.signal.aborted) reply.header('connection', 'close')
  })
  return { begun: begun.signal, overdue: overdue.signal }
}
