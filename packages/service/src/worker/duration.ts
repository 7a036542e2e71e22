import type { Run } from '../jobs/job.ts'

/** Milliseconds from when the provider was first asked to the outcome; 0 where it was never asked. */
export const duration = ({ startedAt, endedAt }: Run): number =>
  startedAt === null || endedAt === null ? 0 : endedAt.getTime() - startedAt.getTime()
