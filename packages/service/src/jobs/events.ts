import type { Operation } from '@polyparse/contract'
import { createChannel } from '../lib/channel.ts'

/** A job has ended. Emitted once, in the process that ended it. Times in seconds. */
export type JobEnded = {
  readonly operation: Operation
  readonly outcome: 'complete' | 'failed' | 'cancelled'
  /** The time from its creation, or its last retry, to its end. */
  readonly seconds: number
  /** The time from then to the start of its first run; null when no provider was asked. */
  readonly waitedSeconds: number | null
}

export const jobEnded = createChannel<JobEnded>()
