import type { JobSummary, RunProgress } from '@polyparse/contract'

/** A shorter time says nothing about the rest. */
const minObservedMs = 2000

/** Returns how long the rest takes if it goes on as it has; null where that cannot be said yet. */
export const timeLeft = ({
  done,
  total,
  sinceMs,
}: {
  readonly done: number
  readonly total: number
  /** The time in which so much was done. */
  readonly sinceMs: number
}): number | null => (done <= 0 || total <= done || sinceMs < minObservedMs ? null : (sinceMs / done) * (total - done))

export type ObservedProgress = { readonly done: number; readonly total: number; readonly leftMs: number | null }

/** The pages that all providers of a running job have read; null where none of them says so. */
export const progressOf = (
  { progress = [], startedAt }: Pick<JobSummary, 'progress' | 'startedAt'>,
  now: number,
): ObservedProgress | null => {
  const [done, total] = pagesOfRunProgress(progress)
  if (total === 0) return null
  const sinceMs = startedAt === undefined ? 0 : now - new Date(startedAt).getTime()
  return { done, total, leftMs: timeLeft({ done, total, sinceMs }) }
}

const pagesOfRunProgress = (runs: readonly RunProgress[]): readonly [done: number, total: number] => {
  const counted = runs.filter(({ pagesTotal }) => pagesTotal !== undefined)
  const sum = (numberOf: (run: RunProgress) => number) => counted.reduce((total, run) => total + numberOf(run), 0)
  return [sum(({ pagesDone }) => pagesDone), sum(({ pagesTotal = 0 }) => pagesTotal)]
}
