import { PageEvent, ProgressEvent, StatusEvent } from '@polyparse/contract'
import { createParser } from 'eventsource-parser'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import type { Credential } from './authorization.ts'
import { isTransient, UnreachableError } from './errors.ts'
import { readResponse } from './read-response.ts'
import { pauseUnlessAborted } from './pause.ts'
import { rawResponseOf, sendRequest } from './request.ts'

export type WatchedJobEvent =
  | ({ readonly kind: 'status' } & StatusEvent)
  | ({ readonly kind: 'progress' } & ProgressEvent)
  | ({ readonly kind: 'page' } & PageEvent)
  /** The service is not responding; the connection is retried. */
  | { readonly kind: 'disconnected' }

/**
 * The events of a job until it has ended. When the stream breaks, it is reopened and starts with the current state.
 * @throws {ProblemError} when the job is gone or the key is no longer valid.
 */
export async function* watchJob(key: Credential, id: string, signal: AbortSignal): AsyncGenerator<WatchedJobEvent> {
  while (!signal.aborted) {
    try {
      for await (const event of readStream(key, id, signal)) {
        yield event
        if (event.kind === 'status' && (event.status === 'complete' || event.status === 'failed')) return
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isTransient(error)) throw error
      yield { kind: 'disconnected' }
    }
    await pauseUnlessAborted(signal)
  }
}

async function* readStream(key: Credential, id: string, signal: AbortSignal): AsyncGenerator<WatchedJobEvent> {
  const response = await sendRequest(key, `/api/v1/jobs/${encodeURIComponent(id)}/events`, { signal })
  if (!response.ok || response.body === null) {
    readResponse(Type.Unknown(), await rawResponseOf(response, signal))
    return
  }
  const events: WatchedJobEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const value: unknown = JSON.parse(data)
      if (event === 'status' && Check(StatusEvent, value)) events.push({ kind: 'status', ...value })
      if (event === 'progress' && Check(ProgressEvent, value)) events.push({ kind: 'progress', ...value })
      if (event === 'page' && Check(PageEvent, value)) events.push({ kind: 'page', ...value })
    },
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await readEventChunk(reader, signal)
      if (done) return
      parser.feed(value)
      yield* events.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const readEventChunk = async (reader: ReadableStreamDefaultReader<string>, signal: AbortSignal) => {
  try {
    return await reader.read()
  } catch (error) {
    if (signal.aborted) throw error
    throw new UnreachableError({ cause: error })
  }
}
