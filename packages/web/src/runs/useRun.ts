import type { CompareResult, ParseResult } from '@polyparse/contract'
import { useMemo } from 'react'
import { type ShownJobState, useJob } from '../job-data/useJob.ts'
import type { RunRef } from '../routing/run-ref.ts'

/** A run with what it has read. */
export type ReadRun = {
  readonly run: RunRef
  readonly result: ParseResult
  readonly pageImages: CompareResult['pageImages']
}

export type RunState =
  | { readonly state: 'loading' }
  | { readonly state: 'read'; readonly read: ReadRun }
  /** It will be shown once it has ended. */
  | { readonly state: 'unfinished' }
  | { readonly state: 'failed' }
  /** A state of comparisons: the provider has no result, or none is named. */
  | { readonly state: 'noReading' }
  | { readonly state: 'error'; readonly error: unknown }

/** The reading of a run; waits for one that has not ended. */
export const useRun = (run: RunRef): RunState => {
  const { job } = useJob(run.job)
  return useMemo(() => stateOfRun(run, job), [run, job])
}

const stateOfRun = (run: RunRef, { error, ended, status }: ShownJobState): RunState => {
  if (error !== null) return { state: 'error', error }
  if (ended?.status === 'failed') return { state: 'failed' }
  if (ended === null) return { state: status === null ? 'loading' : 'unfinished' }
  const { result } = ended
  const { pageImages } = result
  if ('pageCount' in result)
    return run.provider === null ? { state: 'read', read: { run, result, pageImages } } : { state: 'noReading' }
  const entry = result.providers.find(({ provider }) => provider === run.provider)
  return entry?.status === 'parsed'
    ? { state: 'read', read: { run, result: entry.result, pageImages } }
    : { state: 'noReading' }
}
