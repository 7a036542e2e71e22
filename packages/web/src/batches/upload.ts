import type { JobParameters } from '@polyparse/contract'
import type { ChosenSource } from '../request/source.ts'

/** A document of a batch that is not a job yet. */
export type BatchUpload = {
  /** The id of the upload, which is its idempotency key, too. */
  readonly id: string
  readonly batch: string
  readonly name: string
  readonly source: ChosenSource
  readonly parameters: JobParameters
  readonly state: 'waiting' | 'sending' | 'failed'
  /** The share that is sent, from 0 to 1. */
  readonly share: number
  /** Why it was refused. */
  readonly error: unknown
}
