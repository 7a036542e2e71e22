import type { Database } from '../db/database.ts'

/**
 * The notification channel of ended jobs: the id, whether something is to be sent about it, the number of retries.
 * Every process receives them once the transaction has committed.
 */
export const endedChannel = 'polyparse_job_ended'

export const withWebhook = 'webhook'

/**
 * Signals the end of jobs, in any process. It is a hint, not a promise: a notification can be lost with the connection
 * to the database, so callers read the job when they are woken or have waited long enough.
 */
export type JobEndings = {
  /**
   * Resolves when the job ends, the time is over or the signal is aborted. Call it before reading the job, or an end in
   * between is missed.
   */
  wait(jobId: string, milliseconds: number, signal: AbortSignal): Promise<void>
  /**
   * A signal that is aborted when the job ends, but not by an end before its last retry, which may be heard of late;
   * `release` when it is no longer needed.
   */
  watch(job: { readonly id: string; readonly retries: number }): { readonly signal: AbortSignal; release(): void }
  /**
   * Calls the listener when a job with a webhook ends, or one whose result is to be delivered, until the returned function is called. Other jobs are left out:
   * in a large fleet every process would look for webhooks at every end.
   */
  onWebhookDue(listener: () => void): () => void
  close(): Promise<void>
}

export const listenForEndings = async (database: Database): Promise<JobEndings> => {
  const listeners = new Map<string, Set<(retries: number) => void>>()
  const webhookListeners = new Set<() => void>()

  const subscribe = (jobId: string, listener: (retries: number) => void): (() => void) => {
    const all = listeners.get(jobId) ?? new Set()
    listeners.set(jobId, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0) listeners.delete(jobId)
    }
  }

  const unlisten = await database.listen(endedChannel, (payload) => {
    const [jobId = '', mark, retries] = payload.split(' ')
    for (const listener of listeners.get(jobId) ?? []) listener(Number(retries))
    if (mark === withWebhook) for (const listener of webhookListeners) listener()
  })

  return {
    wait: (jobId, milliseconds, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const unsubscribe = subscribe(jobId, () => resolve())
      const timer = setTimeout(resolve, milliseconds)
      const leave = () => resolve()
      signal.addEventListener('abort', leave)
      if (signal.aborted) resolve()
      return promise.finally(() => {
        clearTimeout(timer)
        // One signal may be used for many waits.
        signal.removeEventListener('abort', leave)
        unsubscribe()
      })
    },
    watch: ({ id, retries }) => {
      const controller = new AbortController()
      const release = subscribe(id, (ended) => {
        if (ended >= retries) controller.abort()
      })
      return { signal: controller.signal, release }
    },
    onWebhookDue: (listener) => {
      webhookListeners.add(listener)
      return () => webhookListeners.delete(listener)
    },
    close: unlisten,
  }
}
