import type { Transaction } from '../db/database.ts'

/** Asks a worker to look at a run. The tables say what has to be done with it. */
export type RunMessage = { readonly runId: string }

/** Where messages are worked on: what fetches a source mostly waits, so it has slots of its own. */
export type Slot = 'run' | 'fetch'

export type EnqueueOptions = {
  readonly delaySeconds?: number
  /** Lower goes first. Absent: before all that have one, which is right for runs that have begun. */
  readonly turn?: number | null
  /**
   * The account whose source is to be fetched for the run first, in a slot for fetches. Each process works on
   * four of one account at a time.
   */
  readonly fetchFor?: string
}

/**
 * Delivers each message at least once, to one worker at a time. It never decides anything: a message that is delivered
 * twice or late finds its run already ended and changes nothing.
 */
export type Queue = {
  /** Becomes deliverable when the transaction commits, after the delay. */
  enqueue(transaction: Transaction, message: RunMessage, options?: EnqueueOptions): Promise<void>
  /**
   * Starts `concurrency` workers, by default in slots for runs. When `handle` rejects, the message is delivered again after a pause.
   * `signal` is aborted when the queue takes the message back, or finds that it was given to another worker.
   */
  work(
    concurrency: number,
    handle: (message: RunMessage, signal: AbortSignal) => Promise<void>,
    slot?: Slot,
  ): Promise<void>
  /**
   * Makes every message in delivery deliverable at once. Only for a process that is certainly the only worker: the
   * owner of the embedded database, before it starts to work.
   */
  handBack(): Promise<number>
  /** Returns those of the messages that are neither waiting nor in delivery. */
  undelivered(messages: readonly RunMessage[]): Promise<RunMessage[]>
  /** Stops fetching, waits up to `graceMs` for handlers, then hands the other messages back. */
  close(graceMs: number): Promise<void>
}
