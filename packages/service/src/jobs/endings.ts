import type { Database } from '../db/database.ts'

/** On it every process is told the id of a job that has ended, once the transaction has committed. */
export const endedChannel = 'polyparse_job_ended'

/** What follows the id, after a space, where the end of the job is to be sent to a webhook. */
export const withWebhook = 'webhook'

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
  /**
   * Calls at the end of any job that is to be sent to a webhook, until the returned function is called. Not of the
   * others: in a large fleet every process would look for webhooks at every end.
   */
  hearWebhooks(hear: () => void): () => void
  close(): Promise<void>
}

export const listenForEndings = async (database: Database): Promise<JobEndings> => {
  const hearers = new Map<string, Set<() => void>>()
  const hearersOfWebhooks = new Set<() => void>()

  const subscribe = (jobId: string, hear: () => void): (() => void) => {
    const all = hearers.get(jobId) ?? new Set()
    hearers.set(jobId, all.add(hear))
    return () => {
      all.delete(hear)
      if (all.size === 0) hearers.delete(jobId)
    }
  }

  const unlisten = await database.listen(endedChannel, (payload) => {
    const [jobId = '', mark] = payload.split(' ')
    for (const hear of hearers.get(jobId) ?? []) hear()
    if (mark === withWebhook) for (const hear of hearersOfWebhooks) hear()
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
    hearWebhooks: (hear) => {
      hearersOfWebhooks.add(hear)
      return () => hearersOfWebhooks.delete(hear)
    },
    close: unlisten,
  }
}
