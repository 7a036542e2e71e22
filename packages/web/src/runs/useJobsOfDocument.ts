import { useMemo } from 'react'
import { type JobListState, useJobList } from '../job-data/useJobList.ts'

/** One request may ask for no more jobs. */
export const maxJobs = 100

/** The jobs that have read the same bytes as this one, newest first, with it among them. */
export const useJobsOfDocument = (job: string): JobListState => {
  const query = useMemo(() => ({ filter: { sameSourceAs: job }, cursor: null, limit: maxJobs }), [job])
  return useJobList(query)
}
