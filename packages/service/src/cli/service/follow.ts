import { ProgressEvent, StatusEvent } from '@polyparse/contract'
import { createParser } from 'eventsource-parser'
import { Check } from 'typebox/value'
import type { ReadJob, ServiceClient } from './service-client.ts'

export type JobProgress = {
  status(status: StatusEvent['status']): void
  run(provider: string, status: ProgressEvent['status']): void
}

/** Longer than any event of the service. */
const maxEventBytes = 64 * 1024

/** How long each request waits for the end of the job when there are no events. */
const waitSeconds = 25

export type EndedJob = Exclude<ReadJob, { status: 'queued' | 'running' }>

/** Resolves to the job once it has ended. Reports progress from its events or, without events, by polling. */
export const followToEnd = async (client: ServiceClient, id: string, progress: JobProgress): Promise<EndedJob> => {
  for (;;) {
    const hasEnded = await followEvents(client, id, progress)
    const job = await client.read(id, hasEnded ? 0 : waitSeconds)
    if (job.status === 'complete' || job.status === 'failed') return job
    progress.status(job.status)
  }
}

/** Reports progress until the stream ends. Returns whether the job has ended. */
const followEvents = async (client: ServiceClient, id: string, progress: JobProgress): Promise<boolean> => {
  const stream = await client.events(id)
  if (stream === null) return false
  let hasEnded = false
  const decoder = new TextDecoder()
  const parser = createParser({
    maxBufferSize: maxEventBytes,
    onEvent: ({ event, data }) => {
      const value = parsed(data)
      if (event === 'progress' && Check(ProgressEvent, value)) progress.run(value.provider, value.status)
      if (event !== 'status' || !Check(StatusEvent, value)) return
      progress.status(value.status)
      hasEnded = value.status === 'complete' || value.status === 'failed'
    },
  })
  try {
    for await (const piece of stream) {
      parser.feed(decoder.decode(piece, { stream: true }))
      if (hasEnded) break
    }
  } catch {
    // The connection broke or the command is being interrupted; the next request finds out which.
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
