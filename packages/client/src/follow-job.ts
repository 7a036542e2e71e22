import { type RunProgress, ProgressEvent, StatusEvent } from '@polyparse/contract'
import { createParser } from 'eventsource-parser'
import { Check } from '@polyparse/document/typebox/value'
import type { Client, ReadJob } from './client.ts'

/** Called as a job goes on. A callback must not throw. */
export type JobListener = {
  /** The status of the job, possibly the same several times. */
  readonly onStatus?: (status: StatusEvent['status']) => void
  /** How far a provider has come, possibly the same several times. */
  readonly onRun?: (progress: RunProgress) => void
}

/** A job that is `complete` or `failed`. */
export type EndedJob = Exclude<ReadJob, { status: 'queued' | 'running' }>

/** The maximum length of an event of the service. */
const maxEventBytes = 64 * 1024

/** The pause between two polls of the job where there are no events. */
const waitSeconds = 25

/**
 * Waits until a job has ended, however long that takes, and returns it; a job that failed is returned too. The listener
 * is called with its events, or, without a stream of them, with what long polling finds every 25 seconds.
 *
 * @throws what `readJob` of the client throws, also when the job is erased meanwhile; the reason of the client's signal
 * @example
 * const job = await followJob(client, id, { onStatus: (status) => console.error(status) })
 * if (job.status === 'failed') throw new Error(job.error ?? 'no reason given')
 */
export const followJob = async (client: Client, id: string, listener: JobListener = {}): Promise<EndedJob> => {
  for (;;) {
    const hasEnded = await followEvents(client, id, listener)
    const job = await client.readJob(id, { waitSeconds: hasEnded ? 0 : waitSeconds })
    if (job.status === 'complete' || job.status === 'failed') return job
    listener.onStatus?.(job.status)
    for (const run of job.progress ?? []) listener.onRun?.(run)
  }
}

/** Passes on events until the stream ends; returns whether the job has ended with it. */
const followEvents = async (client: Client, id: string, { onStatus, onRun }: JobListener): Promise<boolean> => {
  const stream = await client.events(id)
  if (stream === null) return false
  let hasEnded = false
  const decoder = new TextDecoder()
  const parser = createParser({
    maxBufferSize: maxEventBytes,
    onEvent: ({ event, data }) => {
      const value = parsed(data)
      if (event === 'progress' && Check(ProgressEvent, value)) onRun?.(value)
      if (event !== 'status' || !Check(StatusEvent, value)) return
      onStatus?.(value.status)
      hasEnded = value.status === 'complete' || value.status === 'failed'
    },
  })
  try {
    for await (const piece of stream) {
      parser.feed(decoder.decode(piece, { stream: true }))
      if (hasEnded) break
    }
  } catch {
    // The connection broke, or the client's signal ends it, which the next request finds.
  }
  return hasEnded
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
