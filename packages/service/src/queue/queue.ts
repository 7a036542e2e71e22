import type { Transaction } from '../db/database.ts'

/** A run that a worker should look at. The tables say what has to be done with it. */
export type DueRun = { readonly runId: string }

/** The kind of slot in which a run is worked on: a fetch of a source mostly waits, so it has slots of its own. */
export type Slot = 'run' | 'fetch'

export type EnqueueOptions = {
  readonly delaySeconds?: number
  /** The slot; `run` by default. */
  readonly slot?: Slot
}

/**
 * The number of runs that a worker works on beyond its slots, each of an account that has none: nothing takes a slot
 * away from a document that needs minutes, so accounts with small ones would wait for it.
 */
export const spareSlots = 2

export type SlotOptions = {
  /** The number of runs that this process works on at a time. */
  readonly concurrency: number
  /**
   * The number of further runs that it works on, each of an account that has no other run here: so that accounts with
   * long documents do not keep others waiting. By default none.
   */
  readonly spare?: number
  /** The number of runs of one account that it works on at a time. By default as many as there are slots. */
  readonly perAccount?: number
  /** While it returns false, no run is taken. */
  readonly isReady?: () => boolean
}

/**
 * The queue of due runs: the columns `due_at`, `slot`, `leased_at` and `lease` of the runs' own table. A worker takes a
 * run under a lease, which it renews until it is done; a run whose lease lapses, because its worker died, is due again.
 * So a run may be taken more than once at a time: the lease decides nothing else, and every step of a run is fenced by
 * its attempt.
 *
 * Runs that were begun before go first. The others go by the clocks of their accounts, and of an account by the age of
 * their jobs.
 */
export type Queue = {
  /**
   * Makes a run due when the transaction commits, after the delay, whatever it was before; a worker that has it loses
   * it.
   */
  enqueue(transaction: Transaction, run: DueRun, options?: EnqueueOptions): Promise<void>
  /**
   * Starts to work on due runs. When `handle` rejects, the run is due again after a pause; when it resolves without
   * having ended the run or made it due, as well. `signal` is aborted when the queue closes, or, with a
   * {@link LeaseLostError}, when another worker has the run.
   */
  work(options: SlotOptions, handle: (due: DueRun, signal: AbortSignal) => Promise<void>, slot?: Slot): void
  /**
   * Makes every run that a worker has due at once. Only for a process that is certainly the only worker: the owner of
   * the embedded database, before it starts to work.
   */
  handBack(): Promise<number>
  /** Takes no more runs, waits up to `graceMs` for handlers, then hands the other runs back. */
  close(graceMs: number): Promise<void>
}

/** Another worker has the run: this one was silent for too long, or the run was made due again. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
