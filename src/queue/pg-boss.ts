import { AsyncLocalStorage } from 'node:async_hooks'
import { PgBoss, type Job } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { bossDatabase, bossTransaction } from './boss-database.ts'
import { giveBack, undelivered } from './messages.ts'
import type { Queue, RunMessage } from './queue.ts'

const runs = 'runs'

/** The longest that pg-boss allows; what ends a run that is stuck is its heartbeat, and the limits of the run itself. */
const longestDeliverySeconds = 24 * 60 * 60

const settings = {
  notify: true,
  // The tables decide how often a run is tried; the queue goes on delivering.
  retryLimit: 1_000_000_000,
  retryDelay: 2,
  retryBackoff: false,
  expireInSeconds: longestDeliverySeconds,
  // The shortest allowed: a message whose worker has died is delivered again within 14 s.
  heartbeatSeconds: 10,
  retentionSeconds: 365 * 24 * 60 * 60,
  deleteAfterSeconds: 30,
} as const

/** A failed delivery as pg-boss is told it, who keeps it in the database: without a word of the reason. */
class HandlerRejectedError extends Error {
  override readonly name = 'HandlerRejectedError'
}

const startBoss = async (database: Database, onError: (error: unknown) => void): Promise<PgBoss> => {
  const boss = new PgBoss({
    db: bossDatabase(database),
    backend: database.kind,
    schema: 'pgboss',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 60,
    flowIntervalSeconds: 600,
    // The embedded database has no autovacuum to watch: it is vacuumed by its owner.
    monitorVacuum: database.kind === 'postgres',
  })
  boss.on('error', onError)
  boss.on('warning', onError)
  await boss.start()
  await boss.createQueue(runs, settings)
  await boss.updateQueue(runs, settings)
  // Fills the cache of queues, so that no enqueueing has to look there, least of all inside a transaction.
  await boss.findJobs(runs, { id: '00000000-0000-0000-0000-000000000000' })
  return boss
}

/**
 * The queue, on pg-boss in the schema `pgboss` of the same database. `onError` hears of whatever goes wrong without a
 * caller to hear it: a handler that rejected, a poll that failed.
 */
export const openQueue = async (
  database: Database,
  { onError = () => {} }: { onError?: (error: unknown) => void } = {},
): Promise<Queue> => {
  const boss = await startBoss(database, onError)
  // Workers live on: they must not inherit the transaction of whoever happened to start them.
  const asOpened = AsyncLocalStorage.snapshot()
  const inDelivery = new Map<string, Delivery>()
  let closing: Promise<void> | null = null

  const deliver = async (
    { id, data, signal: lost }: Job<RunMessage>,
    handle: (message: RunMessage, signal: AbortSignal) => Promise<void>,
  ) => {
    if (closing !== null) {
      await giveBack(database, runs, [id])
      return
    }
    const takenBack = new AbortController()
    const given = Promise.withResolvers<void>()
    const done = handle({ runId: data.runId }, AbortSignal.any([takenBack.signal, lost])).catch((error: unknown) => {
      onError(error)
      throw new HandlerRejectedError('the handler rejected')
    })
    inDelivery.set(id, {
      ended: done.then(
        () => {},
        () => {},
      ),
      takeBack: () => takenBack.abort(new Error('the queue has taken the message back')),
      release: given.resolve,
    })
    try {
      await Promise.race([done, given.promise])
    } finally {
      inDelivery.delete(id)
    }
  }

  const close = async (graceMs: number) => {
    const stopped = boss.offWork(runs, { wait: true })
    await settledWithin(
      [...inDelivery.values()].map(({ ended }) => ended),
      graceMs,
    )
    for (const { takeBack } of inDelivery.values()) takeBack()
    // First the handlers put their work down, then their messages go to whoever takes it up.
    await settledWithin(
      [...inDelivery.values()].map(({ ended }) => ended),
      handOverMs,
    )
    const left = new Map(inDelivery)
    if (left.size > 0) await giveBack(database, runs, [...left.keys()]).catch(onError)
    for (const { release } of left.values()) release()
    await stopped
    await boss.stop({ graceful: false, close: false }).catch(onError)
  }

  return {
    enqueue: async (transaction, { runId }, { delaySeconds = 0 } = {}) => {
      await boss.insert(runs, [{ data: { runId }, startAfter: delaySeconds }], { db: bossTransaction(transaction) })
    },
    work: async (concurrency, handle) => {
      const options = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 }
      // One worker a slot: of several that share one, a notification wakes only the first.
      for (let slot = 0; slot < concurrency; slot += 1) {
        const id: string = await asOpened(() =>
          boss.work<RunMessage>(runs, options, async ([job]) => {
            if (job === undefined) return
            try {
              await deliver(job, handle)
            } finally {
              // Looks for the next message at once, rather than at the next poll.
              boss.notifyWorker(id)
            }
          }),
        )
      }
    },
    handBack: () => giveBack(database, runs, null),
    undelivered: (messages) => undelivered(database, runs, messages),
    close: async (graceMs) => {
      closing ??= asOpened(() => close(graceMs))
      await closing
    },
  }
}

type Delivery = {
  readonly ended: Promise<void>
  /** Tells the handler to stop. */
  readonly takeBack: () => void
  /** Lets pg-boss believe that the handler is done; only once the message is somebody else's. */
  readonly release: () => void
}

/** How long handlers may take to put down what they were told to stop. */
const handOverMs = 1500

const settledWithin = async (promises: readonly Promise<void>[], milliseconds: number): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, milliseconds)
  await Promise.race([Promise.all(promises), late.promise])
  clearTimeout(timer)
}
