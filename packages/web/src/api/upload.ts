import { JobAccepted, type JobParameters } from '@polyparse/contract'
import { uploadHeaders } from '../request/upload-headers.ts'
import { readResponse } from './read-response.ts'
import { UnreachableError } from './errors.ts'

export type UploadWatch = {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Sends a document. `fetch` cannot say how much of a body has gone, so this is the older way. */
export const uploadDocument = (
  key: string,
  file: File,
  parameters: JobParameters,
  { onProgress, signal }: UploadWatch,
): Promise<JobAccepted> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/v1/jobs')
    request.setRequestHeader('authorization', `Bearer ${key}`)
    request.setRequestHeader('idempotency-key', crypto.randomUUID())
    for (const [name, value] of Object.entries(uploadHeaders(file, parameters))) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      const { status, responseText: text } = request
      try {
        resolve(readResponse(JobAccepted, { status, text, retryAfter: request.getResponseHeader('retry-after') }))
      } catch (error) {
        reject(error instanceof Error ? error : new UnreachableError({ cause: error }))
      }
    })
    request.addEventListener('error', () => reject(new UnreachableError()))
    const aborted = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    request.addEventListener('abort', aborted)
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) aborted()
    else request.send(file)
  })
