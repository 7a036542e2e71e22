import type { Readable } from 'node:stream'
import type { BlobStore } from '../blobs/blob-store.ts'
import { BodyError } from './body-error.ts'
import { storeMeasured, type Measure } from './store-measured.ts'
import { type SlowestRate, uploadChunks } from './upload-chunks.ts'

export type ReceivedUpload = {
  readonly blobs: BlobStore
  readonly body: Readable
  readonly path: string
  readonly maxBytes: number
  /** Pause between two bytes. */
  readonly idleMs: number
  readonly totalMs: number
  /** Absent: 1 KiB per second after half a minute. */
  readonly slowest?: SlowestRate
  readonly signal: AbortSignal
}

/**
 * Streams a body into storage in one pass. If that fails, nothing stays in storage, and the body is left where it
 * stopped, neither read on nor destroyed, so that the client can still be answered.
 * @throws {BodyError} and what the store throws.
 */
export const receiveUpload = async (upload: ReceivedUpload): Promise<Measure & { readonly path: string }> => {
  const { blobs, body, path, maxBytes, idleMs, totalMs, slowest, signal } = upload
  const chunks = uploadChunks(body, {
    idleMs,
    deadline: performance.now() + totalMs,
    signal,
    ...(slowest !== undefined && { slowest }),
  })
  const check = (size: number, ended: boolean): void => {
    if (size > maxBytes) throw new BodyError('too_large', `The upload is larger than ${maxBytes} bytes.`)
    if (ended && size === 0) throw new BodyError('empty', 'The upload is empty.')
  }
  // A body that fails while storage is busy has no other listener; the error shows when it is read on.
  body.on('error', ignore)
  try {
    return { path, ...(await storeMeasured({ blobs, path, chunks, check, signal })) }
  } catch (error) {
    if (!signal.aborted || error instanceof BodyError) throw error
    throw new BodyError('broken_off', 'The upload was stopped.', { cause: error })
  } finally {
    body.off('error', ignore)
  }
}

const ignore = (): void => {}
