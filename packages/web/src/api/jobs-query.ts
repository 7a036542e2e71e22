import type { JobStatus, Operation } from '@polyparse/contract'

/** The filter of a list of jobs; absent members do not matter. */
export type JobFilter = {
  readonly status?: JobStatus
  readonly operation?: Operation
  readonly provider?: string
  /** Part of the filename or the URL. */
  readonly name?: string
  /** A job that has read the same bytes. */
  readonly sameSourceAs?: string
  readonly createdAfter?: Date
  /** One that a program has created. */
  readonly batch?: string
  readonly labels?: Readonly<Record<string, string>>
}

export type JobsQuery = { readonly filter: JobFilter; readonly cursor: string | null; readonly limit: number }

/** The query of `GET /api/v1/jobs`. */
export const toQuery = ({ filter, cursor, limit }: JobsQuery): URLSearchParams => {
  const { createdAfter, sameSourceAs, labels = {}, ...same } = filter
  return new URLSearchParams({
    limit: String(limit),
    ...same,
    ...(sameSourceAs !== undefined && { same_source_as: sameSourceAs }),
    ...(createdAfter !== undefined && { created_after: createdAfter.toISOString() }),
    ...Object.fromEntries(Object.entries(labels).map(([label, value]) => [`metadata.${label}`, value])),
    ...(cursor !== null && { cursor }),
  })
}
