import type {
  ClassificationRequest,
  ExtractionRequest,
  FailureCode,
  ImageForm,
  JobErrorCode,
  CanonicalRequest,
  JsonSchema,
  JobStatus,
  Operation,
  RunProgress,
  SchemaReference,
} from '@polyparse/contract'
import type { TraceContext } from '../lib/tracing.ts'

/** The extraction of a job. A stored schema was copied when the job was created, and is named with its version. */
export type JobExtraction = ExtractionRequest & { readonly schema: JsonSchema }

/** A request from which a job is created: its schema is at hand. */
export type ResolvedRequest = Omit<CanonicalRequest, 'extraction'> & { readonly extraction: JobExtraction | null }

/** A job as stored: its request, its source, and its state. */
export type StoredJob = {
  readonly id: string
  readonly accountId: string
  readonly fingerprint: string
  readonly operation: Operation
  readonly outputs: CanonicalRequest['outputs']
  readonly pages: CanonicalRequest['pages']
  readonly includeRaw: boolean
  /** The schema that is to be filled; null for none. */
  readonly extraction: JobExtraction | null
  /** The labels of which some are to be given; null for none. */
  readonly classification: ClassificationRequest | null
  readonly images: ImageForm
  /** True if images of its pages are kept with the result. */
  readonly pageImages: boolean
  /** True if its pages can be had before its end. */
  readonly provisionalPages: boolean
  /** The time that each provider may take; null: as long as the operator lets it. */
  readonly deadlineSeconds: number | null
  readonly providerOptions: CanonicalRequest['providerOptions']
  /** The providers to try in order when the provider fails; null when there are none. */
  readonly fallback: readonly string[] | null
  readonly metadata: CanonicalRequest['metadata']
  /** The batch that it was created with. */
  readonly batchId: string | null
  /** The pages that were read; null where none were, or it is not known. */
  readonly pageCount: number | null
  readonly source: SourceOfJob
  readonly status: JobStatus
  readonly error: string | null
  readonly errorCode: JobErrorCode | null
  readonly result: StoredResult | null
  /** True if the stored result is known to be missing or damaged. */
  readonly resultDamaged: boolean
  /** The number of times that the job was run again after its end. */
  readonly retries: number
  /** Provider options were deleted at its end. */
  readonly optionsDropped: boolean
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  /** The trace of its creation; null when that was not traced. */
  readonly trace: TraceContext | null
}

export type SourceOfJob = {
  /** The URL it is fetched from, or null for an upload. */
  readonly url: string | null
  /** Cleaned; of a URL, what is fetched from it may have one. */
  readonly filename: string | null
  /** The type as declared by the caller or the web server, or inferred from the filename. */
  readonly mediaType: string | null
  /** The path of its blob, while there is one. */
  readonly path: string | null
  readonly size: number | null
  /** Lowercase hex. */
  readonly sha256: string | null
  /** The type as detected from the bytes; null until the source is prepared. */
  readonly detectedMediaType: string | null
}

/** The body of a finished job, compressed, as it is sent; the files of images that it refers to follow it. */
export type StoredResult = {
  readonly path: string
  /** Bytes as stored. */
  readonly size: number
  /** The number of them that are the body. */
  readonly bodySize: number
  /** The SHA-256 of the body in base64url. */
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

export type RunStatus = RunProgress['state']

export type Run = {
  readonly id: string
  readonly jobId: string
  /** The place in the result, from 0; the runs of a fallback come before those that they are for. */
  readonly position: number
  readonly provider: string
  readonly status: RunStatus
  readonly attempt: number
  /** Transient failures, since the last progress: of its provider, and of the service's own parts. */
  readonly failures: number
  readonly outages: number
  readonly deaths: number
  /** Those of which an earlier run is not sure, if this one reads them too; null: what the job asks for. */
  readonly pages: readonly number[] | null
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly error: { readonly code: FailureCode; readonly message: string } | null
  readonly result: StoredResult | null
  /**
   * The path of the reading that is compared with the other runs of its job; in a `parse` that of the document, if
   * another provider is asked for pages of it, and null otherwise.
   */
  readonly readingPath: string | null
}

/** The stored schema that a job fills, and its version; null where the schema came with the request, or there is none. */
export const schemaReferenceOf = ({ extraction }: Pick<StoredJob, 'extraction'>): SchemaReference | null => {
  const { schemaId, schemaVersion } = extraction ?? {}
  return schemaId === undefined || schemaVersion === undefined ? null : { id: schemaId, version: schemaVersion }
}
