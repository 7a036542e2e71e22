import type { JobSummary } from '@polyparse/contract'
import { nameOfJob } from '../job-data/name-of-job.ts'
import type { RememberedJob } from '../job-data/remembered.ts'
import { typeName } from '../language/type-name.ts'
import { pathOfLabel } from '../job-data/batch-labels.ts'
import type { BatchUpload } from './upload.ts'

/** One document of a batch: a job, or an upload that is not one yet. */
export type DocumentRow = {
  readonly id: string
  readonly name: string
  /** The path from the folder on that was chosen. */
  readonly path: string | null
  readonly job: JobSummary | null
  readonly upload: BatchUpload | null
}

export const batchRows = (
  jobs: readonly JobSummary[],
  uploads: readonly BatchUpload[],
  remembered: Readonly<Record<string, RememberedJob>>,
): DocumentRow[] => [
  ...jobs.map((job) => ({
    id: job.id,
    name: nameOfJob(job, remembered[job.id]),
    path: pathOfLabel(job),
    job,
    upload: null,
  })),
  ...uploads.map((upload) => ({
    id: upload.id,
    name: upload.name,
    path: 'file' in upload.source ? (upload.source.path ?? null) : null,
    job: null,
    upload,
  })),
]

export const isFailed = ({ job, upload }: DocumentRow): boolean =>
  job?.status === 'failed' || upload?.state === 'failed'

export const isUnfinishedRow = ({ job, upload }: DocumentRow): boolean =>
  job === null ? upload?.state !== 'failed' : job.status === 'queued' || job.status === 'running'

/** Tells whether a document can be tried again: not what was cancelled, which the user did not want. */
export const isRetryable = (row: DocumentRow): boolean => isFailed(row) && row.job?.errorCode !== 'cancelled'

/** Milliseconds from the first work to the end; null before. A document waits only for the others of its batch. */
export const tookOf = ({ job }: DocumentRow): number | null => {
  if (job?.completedAt === undefined) return null
  return new Date(job.completedAt).getTime() - new Date(job.startedAt ?? job.createdAt).getTime()
}

export const typeOfRow = ({ job, upload }: DocumentRow): string => {
  if (job !== null) return typeName(job.source.mediaType ?? '')
  return upload !== null && 'file' in upload.source ? typeName(upload.source.file.type) : ''
}

export const sortKeys = ['document', 'type', 'status', 'pages', 'look', 'warnings', 'took', 'cost'] as const
export type SortKey = (typeof sortKeys)[number]
/** The largest comes first, at first. */
export const isFigure = (key: SortKey): boolean => ['pages', 'warnings', 'took', 'cost'].includes(key)

export type Sorting = { readonly by: SortKey; readonly isDescending: boolean }

const collator = new Intl.Collator('en', { numeric: true })

const byName = (one: DocumentRow, other: DocumentRow): number =>
  collator.compare(one.path ?? one.name, other.path ?? other.name)

const byNumber =
  (numberOf: (row: DocumentRow) => number | null | undefined) =>
  (one: DocumentRow, other: DocumentRow): number =>
    (numberOf(one) ?? -1) - (numberOf(other) ?? -1)

/**
 * Returns the rank of a row by the attention that it needs: failures come first, then pages in doubt, then the least
 * certain text.
 */
const attentionOf = (row: DocumentRow): number => {
  if (isFailed(row)) return 0
  const { job } = row
  if (job?.status !== 'complete') return 4
  const quality = Math.min(0.999, job.quality?.score ?? 0.999)
  return (job.doubtedPages === undefined ? 2 : 1) + quality
}

const rowStatusOrder = ['failed', 'running', 'queued', 'complete']

const comparisons: Readonly<Record<SortKey, (one: DocumentRow, other: DocumentRow) => number>> = {
  document: byName,
  type: (one, other) => collator.compare(typeOfRow(one), typeOfRow(other)),
  status: byNumber((row) => (isFailed(row) ? 0 : rowStatusOrder.indexOf(row.job?.status ?? 'queued'))),
  pages: byNumber(({ job }) => job?.pageCount),
  look: byNumber(attentionOf),
  warnings: byNumber(({ job }) => job?.warningCount),
  took: byNumber(tookOf),
  cost: byNumber(({ job }) => job?.cost),
}

export const sortRows = (rows: readonly DocumentRow[], { by, isDescending }: Sorting): DocumentRow[] => {
  const compare = comparisons[by]
  return rows.toSorted((one, other) => (isDescending ? -1 : 1) * compare(one, other) || byName(one, other))
}

export type Sums = {
  readonly counts: Readonly<Record<'complete' | 'failed' | 'running' | 'queued' | 'unsent', number>>
  readonly pages: number
  readonly doubtedPages: number
  readonly warnings: number
  readonly cost: number
  /** Milliseconds from the creation of the first job to the last end; null before there is one. */
  readonly tookMs: number | null
}

export const sumsOf = (rows: readonly DocumentRow[]): Sums => {
  const jobs = rows.flatMap(({ job }) => (job === null ? [] : [job]))
  const sum = (numberOf: (job: JobSummary) => number | undefined) =>
    jobs.reduce((total, job) => total + (numberOf(job) ?? 0), 0)
  const count = (status: JobSummary['status']) => jobs.filter((job) => job.status === status).length
  const times = jobs.map(({ createdAt }) => new Date(createdAt).getTime())
  const ends = jobs.flatMap(({ completedAt }) => (completedAt === undefined ? [] : [new Date(completedAt).getTime()]))
  return {
    counts: {
      complete: count('complete'),
      failed: count('failed'),
      running: count('running'),
      queued: count('queued'),
      unsent: rows.length - jobs.length,
    },
    pages: sum(({ pageCount }) => pageCount),
    doubtedPages: sum(({ doubtedPages }) => doubtedPages?.count),
    warnings: sum(({ warningCount }) => warningCount),
    cost: sum(({ cost }) => cost),
    tookMs: ends.length === 0 ? null : Math.max(...ends) - Math.min(...times),
  }
}
