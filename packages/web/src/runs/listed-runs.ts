import type { JobSummary } from '@polyparse/contract'
import type { RunRef } from '../routing/run-ref.ts'

export type ListedRun = {
  readonly run: RunRef
  readonly provider: string
  readonly job: JobSummary
  /** Its result is no longer kept. */
  readonly isExpired: boolean
}

/** The runs of finished jobs: of a `parse` one, of a `compare` one for each provider. */
export const runsOf = (jobs: readonly JobSummary[], now: number): ListedRun[] =>
  jobs
    .filter(({ status }) => status === 'complete')
    .flatMap((job): ListedRun[] => {
      const isExpired = job.expiresAt !== undefined && Date.parse(job.expiresAt) <= now
      const { id, provider, providers } = job
      return providers === undefined
        ? [{ run: { job: id, provider: null }, provider: provider ?? '', job, isExpired }]
        : providers.map((each) => ({ run: { job: id, provider: each }, provider: each, job, isExpired }))
    })
