import { AsyncLocalStorage } from 'node:async_hooks'
import { PgBoss, type Job } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import { withRetries } from '../lib/retry.ts'
import { bossDatabase, bossTransaction } from './boss-database.ts'
import { startFetchSlots, type FetchSlots } from './fetch-slots.ts'
import {
  atOnce,
  giveAllBack,
  giveBack,
  indexMessages,
  makeSchema,
  queueOf,
  queues,
  takeOver,
  undelivered,
  type Delivered,
} from './messages.ts'
import type { Queue, RunMessage } from './queue.ts'
import { createWorkerSlots } from './worker-slots.ts'

/**
 * The longest that pg-boss allows; a stuck run is ended by its missing heartbeat, and by the limits of the run itself.
 */
const maxDeliverySeconds = 24 * 60 * 60

/** A worker that is silent for this long is taken for dead. The shortest that pg-boss allows. */
const silentSeconds = 10

/**
 * How often messages of dead workers are looked for: with the heartbeat, those of a killed worker are deliverable
 * within 12 s.
 */
const takeOverMs = 1000

/** How many sources of one account a process fetches at a time. */
const fetchesPerAccount = 4

/** The options of a worker of a slot for runs. */
const workOptions = {
  batchSize: 1,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  heartbeatRefreshSeconds: 3,
} as const

/** The pause before a message whose handler has rejected is delivered again. */
const pauseSeconds = 2

/**
 * How long to retry handing back a message while the database is unavailable; after that other workers find its worker
 * silent.
 */
const awayForAMoment = {
  pausesMs: [100, 200, 400, 800, 1000, 1000, 1000, 1000, 1000, 1000],
  windowMs: silentSeconds * 1000,
} as const

const settings = {
  notify: true,
  // The tables decide how often a run is tried; the queue keeps delivering.
  retryLimit: 1_000_000_000,
  retryDelay: pauseSeconds,
  retryBackoff: false,
  expireInSeconds: maxDeliverySeconds,
  heartbeatSeconds: silentSeconds,
  retentionSeconds: 365 * 24 * 60 * 60,
  deleteAfterSeconds: 30,
} as const

const startBoss = async (
  database: Database,
  wake: (queue: string) => void,
  onError: (error: unknown) => void,
): Promise<PgBoss> => {
  const boss = new PgBoss({
    db: bossDatabase(database, wake),
    backend: database.kind,
    schema: 'pgboss',
    useListenNotify: true,
    schedule: false,
    // Every time pg-boss counts all messages; messages of dead workers are found by us, more cheaply.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    maintenanceIntervalSeconds: 60,
    flowIntervalSeconds: 600,
    // The embedded database has no autovacuum to monitor; db/vacuum.ts vacuums it.
    monitorVacuum: database.kind === 'postgres',
  })
  boss.on('error', onError)
  boss.on('warning', onError)
  await makeSchema(database)
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue, settings)
    await boss.updateQueue(queue, settings)
    // Fills the cache of queues, so that enqueueing never has to query it, least of all inside a transaction.
    await boss.findJobs(queue, { id: '00000000-0000-0000-0000-000000000000' })
  }
  await indexMessages(database)
  return boss
}

/**
 * The queue, on pg-boss in the schema `pgboss` of the same database. `onError` gets the errors that have no
 * caller: a handler that rejected, a poll that failed.
 */
export const openQueue = async (
  database: Database,
  { onError = () => {} }: { onError?: (error: unknown) => void } = {},
): Promise<Queue> => {
  const slots = createWorkerSlots((id) => boss.notifyWorker(id))
  let fetching: FetchSlots | null = null
  const wake = (queue: string) => (queue === queueOf.fetch ? fetching?.wake() : slots.wake())
  const boss = await startBoss(database, wake, onError)
  // Workers outlive this call, so they must not inherit the transaction of their caller.
  const asOpened = AsyncLocalStorage.snapshot()
  const inDelivery = new Set<Delivery>()
  let closing: Promise<void> | null = null
  let stopTakingOver = () => {}

  const deliver = async (
    queue: string,
    { id, data, retryCount, signal: lost }: Pick<Job<RunMessage>, 'id' | 'data' | 'retryCount' | 'signal'>,
    handle: (message: RunMessage, signal: AbortSignal) => Promise<void>,
  ) => {
    const delivered = { id, retryCount }
    if (closing !== null) {
      await giveBack(database, queue, [delivered])
      return
    }
    const takenBack = new AbortController()
    const given = Promise.withResolvers<void>()
    // A failure must not reach pg-boss, which would store its reason in the database.
    const done = handle({ runId: data.runId }, AbortSignal.any([takenBack.signal, lost])).catch((error: unknown) => {
      onError(error)
      const back = () => giveBack(database, queue, [delivered], closing === null ? pauseSeconds : 0)
      const judge = (failure: unknown) => ({ retry: closing === null && isUnavailable(failure) })
      return withRetries(back, { ...awayForAMoment, judge })
    })
    const delivery: Delivery = {
      queue,
      delivered,
      ended: done.catch(() => {}),
      takeBack: () => takenBack.abort(new Error('the queue has taken the message back')),
      release: given.resolve,
    }
    inDelivery.add(delivery)
    try {
      await Promise.race([done, given.promise])
    } finally {
      inDelivery.delete(delivery)
    }
  }

  const close = async (graceMs: number) => {
    stopTakingOver()
    const stopped = Promise.all([boss.offWork(queueOf.run, { wait: true }), fetching?.stop()])
    await settledWithin(
      [...inDelivery].map(({ ended }) => ended),
      graceMs,
    )
    for (const { takeBack } of inDelivery) takeBack()
    // First the handlers stop, then their messages are handed back for other workers.
    await settledWithin(
      [...inDelivery].map(({ ended }) => ended),
      handOverMs,
    )
    const left = [...inDelivery]
    for (const [queue, deliveries] of Map.groupBy(left, (delivery) => delivery.queue)) {
      const messages = deliveries.map(({ delivered }) => delivered)
      await giveBack(database, queue, messages).catch(onError)
    }
    for (const { release } of left) release()
    await stopped
    await boss.stop({ graceful: false, close: false }).catch(onError)
  }

  return {
    enqueue: async (transaction, { runId }, { delaySeconds = 0, turn = null, fetchFor } = {}) => {
      const [queue, message] =
        fetchFor === undefined
          ? [queueOf.run, { data: { runId }, group: { id: runId } }]
          : [queueOf.fetch, { data: { runId, account: fetchFor }, group: { id: fetchFor } }]
      const priority = turn === null ? atOnce : -turn
      const options = { singletonKey: runId, startAfter: delaySeconds, priority }
      await boss.insert(queue, [{ ...message, ...options }], { db: bossTransaction(transaction) })
    },
    work: async (concurrency, handle, slot = 'run') => {
      if (slot === 'fetch') {
        fetching = asOpened(() =>
          startFetchSlots(boss, {
            queue: queueOf.fetch,
            concurrency,
            perAccount: fetchesPerAccount,
            deliver: (job) => deliver(queueOf.fetch, job, handle),
            onError,
          }),
        )
      }
      // One pg-boss worker per slot: if several slots shared one, it would wake only the first.
      for (let nth = 0; slot === 'run' && nth < concurrency; nth += 1) {
        const id: string = await asOpened(() =>
          boss.work<RunMessage>(queueOf.run, workOptions, async ([job]) => {
            if (job === undefined) return
            slots.acquire(id)
            try {
              await deliver(queueOf.run, job, handle)
            } finally {
              // Looks for the next message at once instead of waiting for the next poll.
              slots.release(id)
            }
          }),
        )
        slots.add(id)
      }
      stopTakingOver()
      stopTakingOver = asOpened(() => keepTakingOver(database, wake, onError))
    },
    handBack: () => giveAllBack(database),
    undelivered: (messages) => undelivered(database, messages),
    close: async (graceMs) => {
      closing ??= asOpened(() => close(graceMs))
      await closing
    },
  }
}

/** From now on makes the messages of dead workers deliverable again, until the returned function is called. */
const keepTakingOver = (
  database: Database,
  wake: (queue: string) => void,
  onError: (error: unknown) => void,
): (() => void) => {
  let looked = Date.now()
  let looking = false
  const look = async () => {
    const sinceMs = Date.now() - looked
    looked = Date.now()
    // After a sleep of this machine our own heartbeats are overdue as well: they are renewed first.
    if (looking || sinceMs > 3 * takeOverMs) return
    looking = true
    try {
      for (const queue of await takeOver(database, silentSeconds)) wake(queue)
    } catch (error) {
      onError(error)
    } finally {
      looking = false
    }
  }
  const timer = setInterval(() => void look(), takeOverMs)
  return () => clearInterval(timer)
}

type Delivery = {
  readonly queue: string
  readonly delivered: Delivered
  readonly ended: Promise<void>
  /** Aborts the signal of the handler. */
  readonly takeBack: () => void
  /** Makes pg-boss believe that the handler is done; only once the message belongs to another worker. */
  readonly release: () => void
}

/** How long handlers may take to stop after their signal was aborted. */
const handOverMs = 1500

const settledWithin = async (promises: readonly Promise<void>[], milliseconds: number): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, milliseconds)
  await Promise.race([Promise.all(promises), late.promise])
  clearTimeout(timer)
}
