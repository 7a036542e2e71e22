import { createParser } from '#eventsource-parser'
import { parsedJson } from './answers.ts'
import type { EndedJob, Job, PageEvent, RunProgress, StatusEvent } from './contract.ts'
import { piecesOfBody } from './pieces.ts'
import { isPageEvent, isRunProgress, isStatusEvent } from './shapes.ts'
import { anyOf, type Watchdog, watchdog } from './signals.ts'
import type { Transport } from './transport.ts'

/**
 * An event of a job: its status, possibly the same several times, the progress of each provider, and with
 * `provisionalPages` each page that can be read before the end.
 */
export type JobEvent =
  | ({ readonly type: 'status' } & Readonly<StatusEvent>)
  | ({ readonly type: 'progress' } & Readonly<RunProgress>)
  | ({ readonly type: 'page' } & Readonly<PageEvent>)

/** The maximum length of an event of the service. */
const maxEventBytes = 64 * 1024

/** A stream that is silent for longer than this is dead: the service sends a comment every few seconds. In milliseconds. */
const silenceMs = 60_000

/** The pause between two reads of the job where there are no events, and before a stream is opened again, in seconds. */
const waitSeconds = { withoutEvents: 25, betweenStreams: 1 }

type Follow = {
  readonly id: string
  readonly signal: AbortSignal
  /** The job as soon as it has ended, or as it is after so many seconds. */
  readonly read: (waitSeconds: number) => Promise<Job>
}

/**
 * The events of a job until it has ended. Where there is no stream of them, or it breaks off, the job is read instead. It
 * returns the job if that is how its end was found, so that its result is not read twice.
 */
export const followJob = async function* (
  transport: Transport,
  { id, signal, read }: Follow,
): AsyncGenerator<JobEvent, EndedJob | null, undefined> {
  for (;;) {
    const stream = await openStream(transport, id, signal)
    if (stream !== null && (yield* eventsOf(stream, signal))) return null
    const job = await read(stream === null ? waitSeconds.withoutEvents : waitSeconds.betweenStreams)
    yield { type: 'status', id: job.id, status: job.status, ...('errorCode' in job && { errorCode: job.errorCode }) }
    if (job.status === 'complete' || job.status === 'failed') return job
    for (const run of job.progress ?? []) yield progressEvent(run)
  }
}

/** Drops what the event of the service has beside it: the state under another name. */
const progressEvent = ({ provider, state, pagesDone, pagesTotal }: RunProgress): JobEvent => ({
  type: 'progress',
  provider,
  state,
  pagesDone,
  ...(pagesTotal !== undefined && { pagesTotal }),
})

type OpenStream = { readonly body: ReadableStream<Uint8Array>; readonly watch: Watchdog }

/** Null where there is no stream now; why, the next request finds. */
const openStream = async ({ send }: Transport, id: string, signal: AbortSignal): Promise<OpenStream | null> => {
  const watch = watchdog()
  const headers = { accept: 'text/event-stream' }
  const path = `/api/v1/jobs/${encodeURIComponent(id)}/events`
  try {
    const body = await send({ path, headers, retries: 0, signal: anyOf(signal, watch.signal) }, async (response) => {
      if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) return response.body
      await response.body?.cancel()
      return null
    })
    return body === null ? null : { body, watch }
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Passes on the events of a stream until it ends or falls silent; returns whether the job has ended with it. */
const eventsOf = async function* (
  { body, watch }: OpenStream,
  signal: AbortSignal,
): AsyncGenerator<JobEvent, boolean, undefined> {
  const arrived: JobEvent[] = []
  const decoder = new TextDecoder()
  const parser = createParser({
    maxBufferSize: maxEventBytes,
    onEvent: ({ event, data }) => {
      const value = parsedJson(data)
      if (event === 'status' && isStatusEvent(value)) arrived.push({ ...value, type: 'status' })
      if (event === 'progress' && isRunProgress(value)) arrived.push(progressEvent(value))
      if (event === 'page' && isPageEvent(value)) arrived.push({ ...value, type: 'page' })
    },
  })
  const pieces = piecesOfBody(body)
  const next = async (): Promise<Uint8Array | null> => {
    watch.restart(silenceMs)
    try {
      const { done, value } = await pieces.next()
      return done === true ? null : value
    } catch {
      // The connection broke, or the signal ends it.
      signal.throwIfAborted()
      return null
    } finally {
      watch.stop()
    }
  }
  try {
    for (let piece = await next(); piece !== null; piece = await next()) {
      parser.feed(decoder.decode(piece, { stream: true }))
      for (const event of arrived.splice(0)) {
        yield event
        if (event.type === 'status' && (event.status === 'complete' || event.status === 'failed')) return true
      }
    }
    return false
  } finally {
    await pieces.return()
  }
}
