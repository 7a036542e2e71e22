import type { FailureCode, JobRequest, JobStatus, Operation } from '@polyparse/contract'
import type { TraceContext } from '../lib/tracing.ts'

/** A job as stored: what was asked, where its source is, how far it has come. */
export type Job = {
  readonly id: string
  readonly accountId: string
  readonly fingerprint: string
  readonly operation: Operation
  readonly outputs: JobRequest['outputs']
  readonly pages: JobRequest['pages']
  readonly includeRaw: boolean
  readonly providerOptions: JobRequest['providerOptions']
  /** Who is asked, one after the other, when the provider fails; null where nobody is. */
  readonly fallback: readonly string[] | null
  readonly source: Source
  readonly status: JobStatus
  readonly error: string | null
  readonly result: StoredResult | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  /** Of its creation; null when that was not traced. */
  readonly trace: TraceContext | null
}

export type Source = {
  /** The URL it is fetched from, or null for an upload. */
  readonly url: string | null
  /** The cleaned filename of an upload, or null for a URL. */
  readonly filename: string | null
  /** As declared by the caller or the web server, or inferred from the filename. */
  readonly mediaType: string | null
  /** Where its bytes lie, while they do. */
  readonly path: string | null
  readonly size: number | null
  /** Lowercase hex. */
  readonly sha256: string | null
  /** As told by the bytes; null until the source is prepared. */
  readonly detectedMediaType: string | null
}

/** The body of a finished job, compressed, as it is sent. */
export type StoredResult = {
  readonly path: string
  /** Bytes as stored. */
  readonly size: number
  readonly etag: string
}

/** A source as it is known when the job is created. */
export type NewSource =
  | { readonly url: string }
  | {
      readonly filename: string
      readonly mediaType: string
      readonly path: string
      readonly size: number
      readonly sha256: string
    }

export type RunStatus = 'waiting' | 'working' | 'parsed' | 'failed' | 'unsupported'

export type Run = {
  readonly id: string
  readonly jobId: string
  /** From 0 in the order of the result; those of a fallback come before the runs that they are for. */
  readonly position: number
  readonly provider: string
  readonly status: RunStatus
  readonly attempt: number
  readonly failures: number
  readonly deaths: number
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly error: { readonly code: FailureCode; readonly message: string } | null
  readonly result: StoredResult | null
  /** Where it lies what is compared with the other runs of its job; a run of a `parse` has none. */
  readonly readingPath: string | null
}
