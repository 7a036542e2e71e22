import { createChannel } from '../lib/channel.ts'

/** What workers tell of their work. Times in seconds. */

/** This process has taken a run, or is done with it for now. */
export const runHeld = createChannel<{ readonly provider: string; readonly held: boolean }>()

/** A run was found in the hands of a process that is gone, or was taken for gone. */
export const runTakenOver = createChannel<{ readonly provider: string }>()

/** A run goes on after a failure that may pass. */
export const runRetried = createChannel<{ readonly provider: string; readonly code: string }>()

/** A run has ended, told with the end of its job. */
export const runEnded = createChannel<{
  readonly provider: string
  readonly outcome: 'parsed' | 'failed' | 'unsupported'
  /** Of a failure; else ''. */
  readonly code: string
  /** From the first request to its provider; null when it was not asked. */
  readonly seconds: number | null
}>()

/** A vendor was asked for a step of its work. */
export const vendorAsked = createChannel<{
  readonly provider: string
  readonly step: VendorStep
  readonly succeeded: boolean
  readonly seconds: number
}>()

export type VendorStep = 'upload' | 'submit' | 'poll' | 'fetch' | 'forget'
