import type { JobErrorCode } from '@polyparse/contract'
import { lastOf } from '@polyparse/document/items'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { AddressPolicy } from '@polyparse/outbound'
import { suggestedFilename } from '../lib/content-disposition.ts'
import { cleanFilename } from '@polyparse/contract/filename'
import { withRetries, type RetryOptions } from '@polyparse/outbound'
import type { Resolve } from '@polyparse/outbound'
import { SafeFetchError, type SafeFetchErrorKind } from '@polyparse/outbound'
import { safeFetch } from '@polyparse/outbound'
import { storeMeasured, type Measure } from './store-measured.ts'

/** Says why the document at a URL is unavailable. The message is for the caller who sent the URL. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
  readonly code: JobErrorCode
  /** True if the same URL may work later. It has been tried again already. */
  readonly transient: boolean

  constructor(
    code: JobErrorCode,
    message: string,
    { transient = false, cause }: { transient?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.transient = transient
  }
}

export type FetchSource = {
  readonly url: string
  readonly blobs: BlobStore
  readonly path: string
  /** The maximum size of the decoded document. */
  readonly maxBytes: number
  readonly policy: AddressPolicy
  readonly signal: AbortSignal
  readonly resolve?: Resolve
  readonly firstByteMs?: number
  /** The time for all tries together. */
  readonly totalMs?: number
  readonly sleep?: NonNullable<RetryOptions['sleep']>
}

export type FetchedSource = Measure & {
  readonly path: string
  /** The type as declared by the server, or else inferred from the file name. */
  readonly mediaType: string
  readonly filename: string | null
}

const pausesMs = [1_000, 4_000, 10_000]
const windowMs = 20_000

/**
 * Fetches a document into storage; if that fails, nothing stays there. Transient errors are tried again, three times
 * within twenty seconds.
 * @throws {SourceFailure} when the document is unavailable; a failing store's own error; the signal's reason.
 */
export const fetchSource = async (source: FetchSource): Promise<FetchedSource> => {
  const { signal, sleep, totalMs = 120_000 } = source
  const deadline = performance.now() + totalMs
  try {
    return await withRetries(() => fetchOnce(source, deadline - performance.now()), {
      pausesMs,
      windowMs,
      judge: (error) =>
        error instanceof SafeFetchError ? { retry: error.retriable, afterMs: error.retryAfterMs } : { retry: false },
      signal,
      now: () => performance.now(),
      ...(sleep === undefined ? {} : { sleep }),
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SafeFetchError)) throw error
    throw new SourceFailure(codes[error.kind] ?? 'source_unreachable', error.message, {
      transient: error.retriable || error.kind === 'timeout',
      cause: error,
    })
  }
}

/** The codes for faults of the URL or of the document behind it; in every other case it could not be fetched. */
const codes: Partial<Record<SafeFetchErrorKind, JobErrorCode>> = {
  invalid_url: 'source_refused',
  refused_address: 'source_refused',
  too_large: 'source_too_large',
}

const fetchOnce = async (source: FetchSource, totalMs: number): Promise<FetchedSource> => {
  const { url, blobs, path, maxBytes, policy, signal, resolve, firstByteMs } = source
  const response = await safeFetch(url, {
    policy,
    maxBytes,
    signal,
    totalMs: Math.max(0, Math.ceil(totalMs)),
    ...(resolve === undefined ? {} : { resolve }),
    ...(firstByteMs === undefined ? {} : { firstByteMs }),
  })
  const { body: chunks, headers } = response
  try {
    const measure = await storeMeasured({ blobs, path, chunks, check: refuseEmpty, signal })
    const filename = suggestedFilename(headers['content-disposition']) ?? filenameOf(response.url)
    return { path, ...measure, mediaType: resolveMediaType(headers['content-type'], filename), filename }
  } finally {
    chunks.destroy()
  }
}

const refuseEmpty = (size: number, ended: boolean): void => {
  if (ended && size === 0) throw new SourceFailure('document_empty', 'The URL returned an empty document.')
}

/** The last segment of the path, if there is one. */
const filenameOf = ({ pathname }: URL): string | null => {
  const segment = lastOf(pathname.split('/'))
  try {
    return cleanFilename(decodeURIComponent(segment))
  } catch {
    return cleanFilename(segment)
  }
}
