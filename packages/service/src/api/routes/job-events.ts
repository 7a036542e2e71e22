import { Readable } from 'node:stream'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Type } from 'typebox'
import { isStillGood } from '../../accounts/authenticate.ts'
import { readProgress } from '../../jobs/progress.ts'
import { loggable } from '../../lib/loggable.ts'
import { cached } from '../../lib/cached.ts'
import { callerOf } from '../authenticate.ts'
import { followJob, standardRhythm } from '../events/follow-job.ts'
import { createStreamSlots } from '../events/stream-slots.ts'
import { eventsExample } from '../openapi/examples.ts'
import { header, problemResponses, success } from '../openapi/responses.ts'
import type { Operation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { readOwnJob } from '../read-job/read-own-job.ts'
import type { Shutdown } from '../shutdown.ts'
import { JobPath, jobIdOf } from './job-path.ts'

export const jobEventsOperation: Operation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId/events',
  key: true,
  description: {
    operationId: 'followJob',
    summary: 'Follow a job',
    description:
      'Server-sent events: `status` with the id and status of the job, `progress` with a provider and the status of its run (`waiting`, `working`, `parsed`, `failed` or `unsupported`). All of them are sent at once and then each as it changes; changes that follow each other closely may come as one. The stream ends after a `status` of `complete` or `failed`, and may end before, when the service stops, the key is good no longer or after a quarter of an hour: a client that comes again is sent the state as it is.',
    tags: ['jobs'],
    params: JobPath,
    headers: Type.Object({
      'Last-Event-ID': Type.Optional(
        Type.String({ description: 'The id of the last event received, which clients of such streams send.' }),
      ),
    }),
    response: {
      200: {
        ...success('The stream.', { headers: { 'Cache-Control': header.cacheControl } }),
        content: { 'text/event-stream': { schema: Type.String(), examples: eventsExample } },
      },
      204: success('The client has been told of the end of the job already: it need not come again.'),
      ...problemResponses('unauthorized', 'not_found', 'rate_limited'),
    },
  },
}

export const jobEventsHandler = (parts: ApiParts, shutdown: Shutdown): RouteHandlerMethod => {
  const { database, clock, endings, rhythm = standardRhythm } = parts
  const acquireSlot = createStreamSlots()
  return async (request, reply) => {
    const caller = callerOf(request)
    const { accountId } = caller
    const { id, status, completedAt } = await readOwnJob(parts, accountId, jobIdOf(request))
    reply.header('cache-control', 'no-store')
    // By the standard, what tells a client to stop coming again.
    if (completedAt !== null && request.headers['last-event-id'] === status) return reply.code(204).send()
    // The connection ends with the stream, so that a service that stops need not wait for it. The last is for proxies.
    reply.type('text/event-stream').header('connection', 'close').header('x-accel-buffering', 'no')
    // A client that has left already does not close again, so its slot would never be released.
    if (request.method === 'HEAD' || reply.raw.destroyed) return reply.send(Readable.from([]))

    const release = acquireSlot(accountId)
    const gone = new AbortController()
    reply.raw.once('close', () => {
      release()
      gone.abort()
    })
    const isAllowed = cached(rhythm.askKey, () => isStillGood(database, caller, clock()))
    const read = async () => ((await isAllowed()) ? readProgress(database, id) : null)
    const signal = AbortSignal.any([gone.signal, shutdown.begun])
    const text = followJob({ endings, read, rhythm }, id, signal)
    return reply.send(Readable.from(endingWell(text, request), { objectMode: false }))
  }
}

/** An error, such as a database that is gone, ends the stream: the client comes again and is told. */
async function* endingWell(text: AsyncIterable<string>, { log }: FastifyRequest): AsyncGenerator<string> {
  try {
    yield* text
  } catch (error) {
    log.warn({ err: loggable(error) }, 'an event stream ended early')
  }
}
