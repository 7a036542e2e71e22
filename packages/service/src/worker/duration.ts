import type { Run } from '../jobs/job.ts'

/** Milliseconds from the first request to the provider to the outcome; 0 if it was never asked. */
export const measuredDuration = ({ startedAt, endedAt }: Run): number =>
  startedAt === null || endedAt === null ? 0 : endedAt.getTime() - startedAt.getTime()
