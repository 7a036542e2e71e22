import type { Database, Transaction } from '../db/database.ts'

const channel = 'polyparse_job_ended'

/** Tells every process, once the transaction commits, that the job has ended. */
export const announceEnd = async (transaction: Transaction, jobId: string): Promise<void> => {
  await transaction.query('select pg_notify($1, $2)', [channel, jobId])
}

/**
 * Hears of jobs that end, in whichever process. A hint, not a promise: an announcement can be lost with the database's
 * connection, so whoever is woken, or has waited long enough, reads the job.
 */
export type JobEndings = {
  /**
   * Resolves when the job ends, the time is over or the signal is aborted. Call it before reading the job: an end
   * between the read and the wait would be missed.
   */
  wait(jobId: string, milliseconds: number, signal: AbortSignal): Promise<void>
  /** A signal that is aborted when the job ends; `release` when it is no longer needed. */
  watch(jobId: string): { readonly signal: AbortSignal; release(): void }
  /** Calls at the end of any job, until the returned function is called. */
  hearAll(hear: () => void): () => void
  close(): Promise<void>
}

export const listenForEndings = async (database: Database): Promise<JobEndings> => {
  const hearers = new Map<string, Set<() => void>>()
  const hearersOfAll = new Set<() => void>()

  const subscribe = (jobId: string, hear: () => void): (() => void) => {
    const all = hearers.get(jobId) ?? new Set()
    hearers.set(jobId, all.add(hear))
    return () => {
      all.delete(hear)
      if (all.size === 0) hearers.delete(jobId)
    }
  }

  const unlisten = await database.listen(channel, (jobId) => {
    for (const hear of [...(hearers.get(jobId) ?? []), ...hearersOfAll]) hear()
  })

  return {
    wait: (jobId, milliseconds, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const unsubscribe = subscribe(jobId, resolve)
      const timer = setTimeout(resolve, milliseconds)
      const leave = () => resolve()
      signal.addEventListener('abort', leave)
      if (signal.aborted) resolve()
      return promise.finally(() => {
        clearTimeout(timer)
        // A signal may live through many a wait.
        signal.removeEventListener('abort', leave)
        unsubscribe()
      })
    },
    watch: (jobId) => {
      const controller = new AbortController()
      const release = subscribe(jobId, () => controller.abort())
      return { signal: controller.signal, release }
    },
    hearAll: (hear) => {
      hearersOfAll.add(hear)
      return () => hearersOfAll.delete(hear)
    },
    close: unlisten,
  }
}
