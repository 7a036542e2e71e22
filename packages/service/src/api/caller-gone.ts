import type { FastifyReply, FastifyRequest } from 'fastify'

/** The reason for which a request is abandoned: its caller has closed the connection. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}

/** Returns a signal that aborts with {@link CallerGone} when the connection of a request closes. */
export const callerGoneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const leave = () => gone.abort(new CallerGone())
  raw.once('close', leave)
  if (raw.destroyed) leave()
  return gone.signal
}

/** Ends a request whose caller has gone, without an answer. */
export const leaveUnanswered = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  request.log.debug('the caller has gone')
  return reply.hijack()
}
