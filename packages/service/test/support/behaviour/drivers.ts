import type { Scenario } from './description.ts'

/** A call that a client is to make. */
export type Order = {
  readonly url: string
  readonly apiKey: string
  readonly call: Scenario['call']
  /** The job that the call is about. */
  readonly jobId: string | null
  /** The document, by its name and content, or its address. */
  readonly document: { readonly filename: string; readonly content: string } | { readonly url: string }
  readonly idempotencyKey: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** How a call has ended, in words that all clients share. */
export type CallOutcome = {
  /** The code of the error, `cancelled` for a call that was; null for one that succeeded. */
  readonly error: string | null
  readonly message: string
  readonly retryAfter: number | null
  readonly idempotencyKey: string | null
}

export type CallUnderWay = {
  readonly outcome: Promise<CallOutcome>
  /** Resolves when the client knows that its call is cancelled. */
  readonly cancel: () => Promise<void>
}

/** A client that makes calls, one at a time. */
export type Driver = {
  readonly call: (order: Order) => CallUnderWay
  readonly close: () => Promise<void>
}
