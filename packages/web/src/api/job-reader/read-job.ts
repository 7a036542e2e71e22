import type { Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import { startWorker } from '../../browser/trusted.ts'
import { isTransient, UnexpectedResponseError, UnreachableError } from '../errors.ts'
import { JobFrame } from '../job-frame.ts'
import { pauseUnlessAborted } from '../pause.ts'
import { readResponse } from '../read-response.ts'
import { holdFiles } from './files.ts'
import type { ReadMessage, ReadRequest } from './messages.ts'
import workerAddress from './reader-worker.ts?worker&url'
import { addSlice } from './slices.ts'

/**
 * Reads a job in a worker, so that the page stays responsive however large the result is, and again while the service is
 * not responding. The files of its images are left in blobs until the signal aborts, each with a name in its place.
 */
export const fetchJob = async (
  request: ReadRequest,
  signal: AbortSignal,
  onLost: () => void,
): Promise<Static<typeof JobFrame>> => {
  for (;;) {
    try {
      return await readOnce(request, signal)
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error
      onLost()
      await pauseUnlessAborted(signal)
    }
  }
}

/** @throws {ProblemError} {@link UnreachableError} */
const readOnce = async (request: ReadRequest, signal: AbortSignal): Promise<Static<typeof JobFrame>> => {
  const worker = startWorker(workerAddress)
  try {
    const { body, files } = await received(worker, request, signal)
    if (!Check(JobFrame, body)) throw new UnexpectedResponseError(null)
    holdFiles(files, signal)
    return body
  } finally {
    worker.terminate()
  }
}

type Received = { readonly body: unknown; readonly files: ReadonlyMap<string, Blob> }

const received = (worker: Worker, request: ReadRequest, signal: AbortSignal): Promise<Received> =>
  new Promise((resolve, reject) => {
    let frame: Received | null = null
    const take = (message: ReadMessage) => {
      if (message.kind === 'unreachable') reject(new UnreachableError())
      if (message.kind === 'text') resolve({ body: readResponse(JobFrame, message), files: new Map() })
      if (message.kind === 'frame') frame = message
      if (message.kind === 'slice') addSlice(frame?.body, message.slice)
      if (message.kind === 'end' && frame !== null) resolve(frame)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<ReadMessage>) => {
      try {
        take(data)
      } catch (error) {
        reject(error instanceof Error ? error : new UnreachableError({ cause: error }))
      }
    })
    worker.addEventListener('error', ({ error }) => reject(new UnreachableError({ cause: error })))
    const abort = () => reject(new DOMException('The reading was stopped.', 'AbortError'))
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    else worker.postMessage(request)
  })
