import type { JudgedReading } from '@polyparse/contract/judgements'
import { comparedDocument, meanAgreement, shownVerdict, type ShownVerdict } from '@polyparse/compare/view'
import type { CompareResult } from '@polyparse/contract'
import type { ApiClient } from '../api/client.ts'
import { fetchJob } from '../api/job-reader/read-job.ts'
import type { JobFilter } from '../api/jobs-query.ts'

/**
 * The figures of one document for the comparison of a folder. It has no texts, for those of a hundred documents would
 * fill the heap.
 */
export type ComparedFigures = {
  readonly job: string
  readonly name: string
  readonly verdict: ShownVerdict
  readonly disputes: number
  readonly readings: readonly (JudgedReading & { readonly agreement: number | null })[]
}

/** Documents of one folder's comparison: each is read as a whole. */
const maxDocuments = 100

/** The documents that were compared, newest first; `onRead` is called after each. */
export const readComparedDocuments = async (
  client: ApiClient,
  filter: JobFilter,
  { signal, onRead }: { readonly signal: AbortSignal; readonly onRead: (read: number, all: number) => void },
): Promise<ComparedFigures[]> => {
  const complete = { ...filter, operation: 'compare', status: 'complete' } as const
  const { jobs } = await client.listJobs({ filter: complete, cursor: null, limit: maxDocuments }, signal)
  const ids = jobs.flatMap(({ id, expiresAt }) =>
    expiresAt === undefined || new Date(expiresAt).getTime() > Date.now() ? [id] : [],
  )
  const documents: ComparedFigures[] = []
  for (const [index, id] of ids.entries()) {
    // The files of its images are let go as soon as its figures are known.
    const held = new AbortController()
    try {
      const job = await fetchJob(client.jobRequest(id), AbortSignal.any([signal, held.signal]), () => {})
      if (job.status === 'complete' && 'providers' in job.result) documents.push(figuresOfComparedJob(id, job.result))
    } finally {
      held.abort()
    }
    onRead(index + 1, ids.length)
  }
  return documents
}

const figuresOfComparedJob = (job: string, result: CompareResult): ComparedFigures => {
  const { disputes } = comparedDocument(result.input, result, 1)
  return {
    job,
    name: result.input,
    verdict: shownVerdict({ result }),
    disputes: disputes.length + (result.agreement?.omittedDisputeCount ?? 0),
    readings: result.providers.flatMap((entry) => {
      if (entry.status !== 'parsed') return []
      const { pageCount, usage } = entry.result
      return [
        {
          provider: entry.provider,
          pages: pageCount,
          durationMs: entry.durationMs,
          agreement: meanAgreement(result, entry.provider),
          ...(usage?.cost !== undefined && { cost: usage.cost }),
          ...(usage?.currency !== undefined && { currency: usage.currency }),
          ...(usage?.costIsEstimate !== undefined && { costIsEstimate: usage.costIsEstimate }),
        },
      ]
    }),
  }
}
