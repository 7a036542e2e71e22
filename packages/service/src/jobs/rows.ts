import {
  ClassificationRequest,
  ExtractionRequest,
  type FailureCode,
  type ImageForm,
  type JobErrorCode,
  type JobStatus,
  type Metadata,
  type Operation,
} from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { Check } from '@polyparse/document/typebox/value'
import type { StoredJob, Run, RunStatus, StoredResult } from './job.ts'
import { readTag } from './result-tag.ts'

/** Rows of `jobs` and `runs` as the database returns them, and what they mean. */
export type StoredJobRow = {
  id: string
  account_id: string
  fingerprint: string
  operation: Operation
  outputs: OutputId[]
  pages: number[] | null
  include_raw: boolean
  extraction: string | null
  classification: string | null
  images: ImageForm
  page_images: boolean
  provisional_pages: boolean
  deadline_seconds: number | null
  provider_options: Record<string, Record<string, unknown>>
  fallback: string[] | null
  metadata: Metadata | null
  batch_id: string | null
  page_count: number | null
  source_url: string | null
  source_filename: string | null
  fetched_filename: string | null
  source_media_type: string | null
  source_path: string | null
  source_size: number | null
  source_sha256: string | null
  detected_media_type: string | null
  status: JobStatus
  error: string | null
  error_code: JobErrorCode | null
  result_path: string | null
  result_size: number | null
  result_etag: string | null
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  retries: number
  options_dropped: boolean
  result_damaged_at: Date | null
  traceparent: string | null
  tracestate: string | null
}

export type StoredRunRow = {
  id: string
  job_id: string
  position: number
  provider: string
  status: RunStatus
  attempt: number
  failures: number
  outages: number
  deaths: number
  pages: number[] | null
  started_at: Date | null
  ended_at: Date | null
  error_code: FailureCode | null
  error_message: string | null
  result_path: string | null
  result_size: number | null
  result_etag: string | null
  reading_path: string | null
}

const columnsOfJob = [
  'id, account_id, fingerprint, operation, outputs, pages, include_raw, extraction, classification, images',
  'page_images, provisional_pages',
  'deadline_seconds, provider_options',
  'fallback, metadata, batch_id, page_count',
  'source_url, source_filename, fetched_filename, source_media_type, source_path, source_size, source_sha256, detected_media_type',
  'status, error, error_code, result_path, result_size, result_etag, created_at, started_at, completed_at',
  'retries, options_dropped, result_damaged_at, traceparent, tracestate',
].join(', ')

/** The columns of a job's row by name, because the result of a statement must not change while this version runs. */
export const jobColumns = (table: string): string =>
  columnsOfJob
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ')

type ResultColumns = Pick<StoredJobRow, 'result_path' | 'result_size' | 'result_etag'>

const storedResult = (row: ResultColumns): StoredResult | null =>
  row.result_path === null || row.result_size === null || row.result_etag === null
    ? null
    : { path: row.result_path, size: row.result_size, ...readTag(row.result_etag, row.result_size) }

/** Returns what a job was created with, which was checked then. */
const readExtraction = (text: string): StoredJob['extraction'] => {
  const stored: unknown = JSON.parse(text)
  if (!Check(ExtractionRequest, stored) || stored.schema === undefined)
    throw new TypeError('a stored extraction is what the request had, with its schema')
  return { ...stored, schema: stored.schema }
}

const readClassification = (text: string): ClassificationRequest => {
  const stored: unknown = JSON.parse(text)
  if (!Check(ClassificationRequest, stored)) throw new TypeError('a stored classification is what the request had')
  return stored
}

export const toJob = (row: StoredJobRow): StoredJob => ({
  id: row.id,
  accountId: row.account_id,
  fingerprint: row.fingerprint,
  operation: row.operation,
  outputs: row.outputs,
  pages: row.pages,
  includeRaw: row.include_raw,
  extraction: row.extraction === null ? null : readExtraction(row.extraction),
  classification: row.classification === null ? null : readClassification(row.classification),
  images: row.images,
  pageImages: row.page_images,
  provisionalPages: row.provisional_pages,
  deadlineSeconds: row.deadline_seconds,
  providerOptions: row.provider_options,
  fallback: row.fallback,
  metadata: row.metadata,
  batchId: row.batch_id,
  pageCount: row.page_count,
  source: {
    url: row.source_url,
    filename: row.source_filename ?? row.fetched_filename,
    mediaType: row.source_media_type,
    path: row.source_path,
    size: row.source_size,
    sha256: row.source_sha256,
    detectedMediaType: row.detected_media_type,
  },
  status: row.status,
  error: row.error,
  errorCode: row.status === 'failed' ? row.error_code : null,
  result: storedResult(row),
  resultDamaged: row.result_damaged_at !== null,
  retries: row.retries,
  optionsDropped: row.options_dropped,
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  trace: row.traceparent === null ? null : { traceparent: row.traceparent, tracestate: row.tracestate },
})

export const toRun = (row: StoredRunRow): Run => ({
  id: row.id,
  jobId: row.job_id,
  position: row.position,
  provider: row.provider,
  status: row.status,
  attempt: row.attempt,
  failures: row.failures,
  outages: row.outages,
  deaths: row.deaths,
  pages: row.pages,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  error: row.error_message === null ? null : { code: row.error_code ?? 'internal_error', message: row.error_message },
  result: storedResult(row),
  readingPath: row.reading_path,
})

/** A row of `runs` that the database has made JSON, which has no dates. */
export type RunJson = Omit<StoredRunRow, 'started_at' | 'ended_at'> & {
  started_at: string | null
  ended_at: string | null
}

export const fromJson = ({ started_at: started, ended_at: ended, ...rest }: RunJson): StoredRunRow => ({
  ...rest,
  started_at: started === null ? null : new Date(started),
  ended_at: ended === null ? null : new Date(ended),
})
