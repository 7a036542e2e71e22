import type { PgBoss } from 'pg-boss'
import type { Delivered } from './messages.ts'
import type { RunMessage } from './queue.ts'

/** What messages for slots for fetches have in them: the account is also their group. */
export type FetchMessage = RunMessage & { readonly account: string }

type FetchJob = Delivered & { readonly data: FetchMessage; readonly signal: AbortSignal }

type Options = {
  readonly queue: string
  readonly concurrency: number
  /** How many messages of one account are worked on at a time. */
  readonly perAccount: number
  /** Resolves when the message is done with, or no longer ours. */
  readonly deliver: (job: FetchJob) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** The slots of this process in which sources are fetched. */
export type FetchSlots = {
  /** There may be new messages. */
  wake(): void
  /** Takes no more messages; resolves when those in delivery are done with. */
  stop(): Promise<void>
}

const pollMs = 1000
/** More often than a worker may be silent. */
const heartbeatMs = 3000

/**
 * One loop takes messages for all slots, one after the other, so that it always knows how many of each account are in
 * delivery: messages of an account that has its share stay in the queue, and those behind them come first.
 */
export const startFetchSlots = (
  boss: Pick<PgBoss, 'fetch' | 'complete' | 'touch'>,
  { queue, concurrency, perAccount, deliver, onError }: Options,
): FetchSlots => {
  const active = new Map<FetchJob, { readonly lost: AbortController; readonly ended: Promise<void> }>()
  let isStopped = false
  let looking: Promise<void> | null = null
  let looksAgain = false

  const fullAccounts = (): string[] =>
    [...Map.groupBy(active.keys(), ({ data }) => data.account)]
      .filter(([, jobs]) => jobs.length >= perAccount)
      .map(([account]) => account)

  const work = async (job: FetchJob): Promise<void> => {
    try {
      await deliver(job)
      // Does nothing to a message that was handed back, or is in another delivery.
      await boss.complete(queue, { id: job.id, retryCount: job.retryCount })
    } catch (error) {
      onError(error)
    }
    active.delete(job)
    wake()
  }

  const take = async (): Promise<void> => {
    while (!isStopped && active.size < concurrency) {
      const [message] = await boss.fetch<FetchMessage>(queue, { ignoreGroups: fullAccounts() })
      if (message === undefined) return
      const lost = new AbortController()
      const { id, retryCount, data } = message
      const job = { id, retryCount, data, signal: lost.signal }
      active.set(job, { lost, ended: Promise.resolve().then(() => work(job)) })
    }
  }

  const look = async (): Promise<void> => {
    do {
      looksAgain = false
      await take().catch(onError)
    } while (looksAgain && !isStopped)
    looking = null
  }

  const wake = (): void => {
    if (looking === null && !isStopped) looking = look()
    else looksAgain = true
  }

  const beat = async (): Promise<void> => {
    for (const [{ id, retryCount }, { lost }] of active) {
      const touched = await boss.touch(queue, { id, retryCount })
      if ('affected' in touched && touched.affected === 0) lost.abort(new Error('another worker has the message'))
    }
  }
  let beating: Promise<void> | null = null
  const polling = setInterval(wake, pollMs)
  const heart = setInterval(() => {
    beating ??= beat()
      .catch(onError)
      .finally(() => {
        beating = null
      })
  }, heartbeatMs)
  wake()

  return {
    wake,
    stop: async () => {
      isStopped = true
      clearInterval(polling)
      await looking
      await Promise.all([...active.values()].map(({ ended }) => ended))
      clearInterval(heart)
    },
  }
}
