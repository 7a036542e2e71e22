import type { StoredJob } from '../jobs/job.ts'
import { ProviderFailure, type Provider } from '@polyparse/providers/port'

/** The work of a provider of this service itself, stopped when the time that the job gives each provider is over. */
export const withinDeadline = async <Result>(
  { deadlineSeconds }: Pick<StoredJob, 'deadlineSeconds'>,
  { name }: Pick<Provider, 'name'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  if (deadlineSeconds === null) return work(signal)
  const late = AbortSignal.timeout(deadlineSeconds * 1000)
  try {
    return await work(AbortSignal.any([signal, late]))
  } catch (error) {
    if (signal.aborted || !late.aborted) throw error
    throw new ProviderFailure('timeout', `${name} did not finish within ${deadlineSeconds} s, as the job asks.`, {
      cause: error,
    })
  }
}
