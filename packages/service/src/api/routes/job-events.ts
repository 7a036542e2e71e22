import { Readable } from 'node:stream'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { isStillGood } from '../../accounts/authenticate.ts'
import { readProgress } from '../../jobs/progress.ts'
import { loggable } from '../../lib/loggable.ts'
import { cached } from '../../lib/cached.ts'
import { callerOf } from '../authenticate.ts'
import { streamJobEvents, standardRhythm } from '../events/follow-job.ts'
import { eventsExample } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import type { Shutdown } from '../shutdown.ts'
import { JobPath, jobIdOf, readOwnJob } from './job-path.ts'
import { limits } from '@polyparse/contract'
import { createAdmissions } from '../admissions.ts'

/** Tools do not agree whether a schema is that of the stream, of each event or of its data: it is open. */
const eventStream = Type.Unknown({
  description:
    'Events as in the HTML standard. The data of `status` is a JSON object with `id`, `status` and, of a failed job, `errorCode`; that of `progress` has `provider`, `state`, `pagesDone` and, where it is known, `pagesTotal`; that of `page` has `id`, `provider` and `page`.',
})

export const jobEventsOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId/events',
  scopes: ['jobs:read'],
  description: {
    operationId: 'followJob',
    summary: 'Follow a job',
    description:
      'Server-sent events: `status` with the id and status of the job, `progress` with a provider, the state of its run (`waiting`, `working`, `parsed`, `failed` or `unsupported`) and how many pages it has read; and of a job with `provisionalPages`, `page` for each page that can be read before the end. The current state is sent at once, then every change; changes in quick succession may be merged into one. The stream ends after a `status` of `complete` or `failed`. It may end before, when the service stops, when the key is no longer valid, or after 15 minutes: a client that reconnects is sent the current state.',
    tags: ['jobs'],
    params: JobPath,
    headers: Type.Object({
      'Last-Event-ID': Type.Optional(
        Type.String({
          description: 'The id of the last event received. Clients of event streams send it when they reconnect.',
        }),
      ),
    }),
    response: {
      200: {
        ...success('The stream.', { headers: { 'Cache-Control': headerResponse.cacheControl } }),
        content: { 'text/event-stream': { schema: eventStream, examples: eventsExample } },
      },
      204: success('The client has already received the end of the job and need not reconnect.'),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

export const jobEventsHandler = (parts: ApiParts, shutdown: Shutdown): RouteHandlerMethod => {
  const { database, clock, endings, rhythm = standardRhythm } = parts
  const { account: perAccount, all } = limits.eventStreams
  const admit = createAdmissions({
    perAccount,
    all,
    accountRefusal: `An account may follow ${perAccount} jobs at once.`,
    refusal: 'The service cannot follow more jobs at the moment.',
  })
  return async (request, reply) => {
    const caller = callerOf(request)
    const { accountId } = caller
    const { id, status, completedAt } = await readOwnJob(parts, accountId, jobIdOf(request))
    reply.header('cache-control', 'no-store')
    // The standard says that 204 tells a client to stop reconnecting.
    if (completedAt !== null && request.headers['last-event-id'] === status) return reply.code(204).send()
    // The connection ends with the stream, so that a service that stops need not wait for it. The last header is for
    // proxies.
    reply.type('text/event-stream').header('connection', 'close').header('x-accel-buffering', 'no')
    // A client that has left already does not close again, so its admission would never end.
    if (request.method === 'HEAD' || reply.raw.destroyed) return reply.send(Readable.from([]))

    const release = admit(accountId)
    const gone = new AbortController()
    reply.raw.once('close', () => {
      release()
      gone.abort()
    })
    const isAllowed = cached(rhythm.askKey, () => isStillGood(database, caller, clock()))
    const read = async () => ((await isAllowed()) ? readProgress(database, id) : null)
    const signal = AbortSignal.any([gone.signal, shutdown.begun])
    const text = streamJobEvents({ endings, read, rhythm }, id, signal)
    return reply.send(Readable.from(endingWell(text, request), { objectMode: false }))
  }
}

/** An error, such as an unavailable database, ends the stream. The client reconnects and gets the error. */
async function* endingWell(text: AsyncIterable<string>, { log }: FastifyRequest): AsyncGenerator<string> {
  try {
    yield* text
  } catch (error) {
    log.warn({ err: loggable(error) }, 'an event stream ended early')
  }
}
