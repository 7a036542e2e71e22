import type { JobEndings } from '../../jobs/endings.ts'
import type { Progress } from '../../jobs/progress.ts'
import type { ProgressEvent, StatusEvent } from '@polyparse/contract'

/** Milliseconds. */
export type Rhythm = {
  /** How often a followed job is looked at; its end is heard of at once. */
  readonly lookEvery: number
  /** How often it is asked whether the client may still follow. */
  readonly askKey: number
  /** After so long without an event, something is said. */
  readonly keepAlive: number
  /** Then the client is to come again. */
  readonly longest: number
}

export const standardRhythm: Rhythm = { lookEvery: 1000, askKey: 10_000, keepAlive: 15_000, longest: 15 * 60_000 }

/**
 * The text of the stream, piece by piece, until the job ends, `read` gives nothing, the time is over or `signal` is aborted. A
 * reader that does not take a piece holds up the next: what changes meanwhile is told as it then is, and nothing piles
 * up.
 */
export async function* followJob(
  { endings, read, rhythm }: { endings: JobEndings; read: () => Promise<Progress | null>; rhythm: Rhythm },
  jobId: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const deadline = performance.now() + rhythm.longest
  let spokeAt = performance.now()
  let before: Progress | null = null
  yield retryText
  while (!signal.aborted && performance.now() < deadline) {
    // Begun before the job is read, so that no end is missed in between.
    const next = endings.wait(jobId, rhythm.lookEvery, signal)
    const now = await read()
    if (now === null) return
    const isQuiet = performance.now() - spokeAt < rhythm.keepAlive
    const text = eventsBetween(jobId, before, now) || (isQuiet ? '' : keepAliveText)
    if (text !== '') {
      yield text
      spokeAt = performance.now()
    }
    if (hasEnded(now)) return
    before = now
    await next
  }
}

/** Events as they stand in a stream (HTML Living Standard, section 9.2). JSON has no line breaks, so one `data` is enough. */
const event = (name: string, data: StatusEvent | ProgressEvent, id?: string): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** How long a client that lost the stream is to wait before it comes again. */
const retryText = 'retry: 2000\n\n'

/** Nothing, for the proxies in between that close what is silent. */
const keepAliveText = ': still there\n\n'

const hasEnded = ({ status }: Progress): boolean => status === 'complete' || status === 'failed'

/**
 * What is new since `before`. The end comes last, after the outcomes of the runs. The id of a `status` is the status: a
 * client that returns with that of an end has received everything.
 */
const eventsBetween = (jobId: string, before: Progress | null, now: Progress): string => {
  const status = before?.status === now.status ? '' : event('status', { id: jobId, status: now.status }, now.status)
  const progress = now.runs
    .filter((run, index) => before?.runs[index]?.status !== run.status)
    .map(({ provider, status: runStatus }) => event('progress', { provider, status: runStatus }))
    .join('')
  return hasEnded(now) ? progress + status : status + progress
}
