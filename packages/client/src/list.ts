import type { JobStatus, JobSummary, Operation } from './contract.ts'
import { isJobList } from './shapes.ts'
import type { Transport } from './transport.ts'

/** The filters of a list of jobs: it has those to which all of these apply. */
export type JobFilters = {
  readonly status?: JobStatus | readonly JobStatus[] | undefined
  readonly operation?: Operation | undefined
  readonly provider?: string | undefined
  /** The id of a batch. */
  readonly batch?: string | undefined
  /** Part of the filename or the URL, in upper or lower case. */
  readonly name?: string | undefined
  /** The id of a job: those that have read the same bytes, it among them. */
  readonly sameSourceAs?: string | undefined
  readonly createdAfter?: Date | string | undefined
  readonly createdBefore?: Date | string | undefined
  /** Labels that the job has. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** One request may ask for no more. */
const jobListPageSize = 100

/** The jobs of the account, newest first. A page is asked for when the one before has been read. */
export const pagesOfJobs = async function* (
  transport: Transport,
  filters: JobFilters,
  signal: AbortSignal,
): AsyncGenerator<JobSummary, void, undefined> {
  const query = queryOfJobFilters(filters)
  for (;;) {
    const { jobs, nextCursor } = await transport.ask({ path: `/api/v1/jobs?${String(query)}`, signal }, isJobList)
    yield* jobs
    if (nextCursor === undefined) return
    query.set('cursor', nextCursor)
  }
}

const queryOfJobFilters = ({
  status = [],
  operation,
  provider,
  batch,
  name,
  sameSourceAs,
  createdAfter,
  createdBefore,
  metadata = {},
}: JobFilters) => {
  const query = new URLSearchParams({ limit: String(jobListPageSize) })
  for (const each of typeof status === 'string' ? [status] : status) query.append('status', each)
  const others = {
    operation,
    provider,
    batch,
    name,
    same_source_as: sameSourceAs,
    created_after: createdAfter,
    created_before: createdBefore,
  }
  for (const [parameter, value] of Object.entries(others))
    if (value !== undefined) query.set(parameter, value instanceof Date ? value.toISOString() : value)
  for (const [key, value] of Object.entries(metadata)) query.set(`metadata.${key}`, value)
  return query
}
