import { createChannel } from '../lib/channel.ts'

/** The events of workers. Times are in seconds. */

/** This process has claimed a run, or is done with it for now. */
export const runHeld = createChannel<{ readonly provider: string; readonly held: boolean }>()

/** A run was taken over from a process that is gone, or seemed gone. */
export const runTakenOver = createChannel<{ readonly provider: string }>()

/** A run will be retried after a transient failure. */
export const runRetried = createChannel<{ readonly provider: string; readonly code: string }>()

/** A run has ended. Emitted with the end of its job. */
export const runEnded = createChannel<{
  readonly provider: string
  readonly outcome: 'parsed' | 'failed' | 'unsupported'
  /** The code of a failure; else ''. */
  readonly code: string
  /** The time from the first request to its provider; null when it was not asked. */
  readonly seconds: number | null
}>()

/** A vendor was asked for a step of its work. */
export const vendorAsked = createChannel<{
  readonly provider: string
  readonly step: VendorStep
  readonly succeeded: boolean
  readonly seconds: number
}>()

export type VendorStep = 'upload' | 'submit' | 'find' | 'poll' | 'fetch' | 'forget' | 'answer'
