import type { Operation } from '@polyparse/contract'
import { createChannel } from '../lib/channel.ts'

/** A job has ended, here and once. Times in seconds. */
export type JobEnded = {
  readonly operation: Operation
  readonly outcome: 'complete' | 'failed' | 'cancelled'
  /** From its creation to its end. */
  readonly seconds: number
  /** From its creation to its first work; null when no provider was asked. */
  readonly waitedSeconds: number | null
}

export const jobEnded = createChannel<JobEnded>()
