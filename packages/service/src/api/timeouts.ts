import { limits } from '@polyparse/contract'

/** The times that a client may take, in milliseconds. */
export type Timeouts = {
  /** The time for the headers of a request. */
  readonly headersMs: number
  /** The interval at which connections are checked; a timeout may be this much late. */
  readonly checkEveryMs: number
  readonly uploadIdleMs: number
  readonly uploadTotalMs: number
}

export const standardTimeouts: Timeouts = {
  headersMs: 20_000,
  checkEveryMs: 5000,
  uploadIdleMs: limits.uploadIdleMs,
  uploadTotalMs: limits.uploadTotalMs,
}
