import { isDeepStrictEqual } from 'node:util'
import type { JobEndings } from '../../jobs/endings.ts'
import type { Progress } from '../../jobs/progress.ts'
import type { PageEvent, ProgressEvent, StatusEvent } from '@polyparse/contract'

/** Milliseconds. */
export type Rhythm = {
  /** The interval at which a followed job is read. Its end is noticed at once. */
  readonly lookEvery: number
  /** The interval at which the client's permission to follow is checked. */
  readonly askKey: number
  /** The silence of the stream after which a comment is sent. */
  readonly keepAlive: number
  /** The time that a stream may last; then the client has to reconnect. */
  readonly longest: number
}

export const standardRhythm: Rhythm = { lookEvery: 1000, askKey: 10_000, keepAlive: 15_000, longest: 15 * 60_000 }

/**
 * The text of the stream, piece by piece, until the job ends, `read` returns null, the time is over or `signal` is
 * aborted. A reader that does not take a piece delays the next one, which then has the state of that time, so nothing
 * piles up.
 */
export async function* streamJobEvents(
  { endings, read, rhythm }: { endings: JobEndings; read: () => Promise<Progress | null>; rhythm: Rhythm },
  jobId: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const deadline = performance.now() + rhythm.longest
  let spokeAt = performance.now()
  let before: Progress | null = null
  yield retryText
  while (!signal.aborted && performance.now() < deadline) {
    // Waiting begins before the job is read, so that no end in between is missed.
    const next = endings.wait(jobId, rhythm.lookEvery, signal)
    const now = await read()
    if (now === null) return
    const isQuiet = performance.now() - spokeAt < rhythm.keepAlive
    const text = eventsBetween(jobId, before, now) || (isQuiet ? '' : keepAliveText)
    if (text !== '') {
      yield text
      spokeAt = performance.now()
    }
    if (hasJobEnded(now)) return
    before = now
    await next
  }
}

/**
 * An event in the format of the stream (HTML Living Standard, section 9.2). JSON has no line breaks, so one `data` is
 * enough.
 */
const event = (name: string, data: StatusEvent | ProgressEvent | PageEvent, id?: string): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** The time that a client that has lost the stream should wait before it reconnects. */
const retryText = 'retry: 2000\n\n'

/** A comment, because some proxies close silent connections. */
const keepAliveText = ': still there\n\n'

const hasJobEnded = ({ status }: Progress): boolean => status === 'complete' || status === 'failed'

/**
 * The changes since `before`. The end comes last, after the outcomes of the runs. The id of a `status` event is the
 * status, so a client that reconnects with the id of an end has received everything.
 */
const eventsBetween = (jobId: string, before: Progress | null, now: Progress): string => {
  const { status: state, errorCode } = now
  const told = { id: jobId, status: state, ...(errorCode !== null && { errorCode }) }
  const status = before?.status === state ? '' : event('status', told, state)
  const progress = now.runs
    .filter((run, index) => !isDeepStrictEqual(before?.runs[index], run))
    .map((run) => event('progress', { ...run, status: run.state }))
    .join('')
  const known = new Set(before?.pages.map(keyOfToldPage))
  const pages = now.pages
    .filter((told) => !known.has(keyOfToldPage(told)))
    .map(({ provider, page }) => event('page', { id: jobId, provider, page }))
    .join('')
  return hasJobEnded(now) ? progress + status : status + progress + pages
}

/** A page that another attempt has read is told of again. */
const keyOfToldPage = ({ provider, page, attempt }: Progress['pages'][number]): string =>
  `${provider} ${attempt} ${page}`
