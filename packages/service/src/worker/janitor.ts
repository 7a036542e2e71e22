import { setTimeout } from 'node:timers/promises'
import { claimChore, postponeChore } from '../jobs/chores.ts'
import { followClockSteps } from '../jobs/clock-steps.ts'
import type { Retention } from '../jobs/record-retention.ts'
import { chores, type Chore } from './chores.ts'
import type { WorkerParts } from './parts.ts'

/**
 * The time for which a chore is claimed, and the interval at which that is prolonged; after a process dies, others do
 * its chores.
 */
const lease = { seconds: 60, prolongMs: 15_000 }

/** Processes that did not do a chore the last time look for it less often, because one process is enough. */
const patienceOfOthers = 5

/** The interval at which every janitor looks whether the clock of the database has gone back: no chore is due then. */
const clockEveryMs = 5_000

/**
 * Does every chore, and more where there are any, in its own rhythm, together with the janitors of other processes; each chore is done by one of them
 * at a time. The returned function stops it and waits for chores under way, which end soon.
 */
export const startJanitor = (
  parts: WorkerParts,
  retention: Retention,
  more: readonly Chore[] = [],
): (() => Promise<void>) => {
  const stopping = new AbortController()
  const rounds = [
    keepFollowingClock(parts, stopping.signal),
    ...[...chores, ...more].map((chore) => keepDoing(parts, chore, retention, stopping.signal)),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(rounds)
  }
}

const keepFollowingClock = async ({ database, logger }: WorkerParts, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted) {
    try {
      const seconds = await followClockSteps(database)
      if (seconds !== null)
        logger.warn({ seconds }, 'the clock of the database has gone back, what is due was moved with it')
    } catch (error) {
      logger.error({ err: error }, 'the clock of the database could not be followed, will retry')
    }
    await pause(clockEveryMs, stopping)
  }
}

const keepDoing = async (
  parts: WorkerParts,
  chore: Chore,
  retention: Retention,
  stopping: AbortSignal,
): Promise<void> => {
  const logger = parts.logger.child({ chore: chore.name })
  let isMine = true
  while (!stopping.aborted) {
    await pause(chore.everyMs * (isMine ? 1 : patienceOfOthers), stopping)
    if (stopping.aborted) return
    try {
      isMine = await claimChore(parts.database, chore.name, lease.seconds)
      if (!isMine) continue
      const count = await doLeased(parts, chore, retention, stopping)
      if (count > 0) logger.info({ count }, 'chore done')
    } catch (error) {
      logger.error({ err: error }, 'a chore failed, will retry')
    }
  }
}

const doLeased = async (
  parts: WorkerParts,
  chore: Chore,
  retention: Retention,
  stopping: AbortSignal,
): Promise<number> => {
  const prolong = () => postponeChore(parts.database, chore.name, lease.seconds).catch(() => {})
  const timer = setInterval(() => void prolong(), lease.prolongMs)
  try {
    return await chore.run(parts, retention, stopping)
  } finally {
    clearInterval(timer)
    // A little less than its rhythm, so that the same process finds it due again.
    await postponeChore(parts.database, chore.name, (chore.everyMs / 1000) * 0.9)
  }
}

/** Longer or shorter by up to a twentieth at random, so that processes that started together drift apart. */
const pause = async (milliseconds: number, stopping: AbortSignal): Promise<void> => {
  await setTimeout(milliseconds * (0.95 + Math.random() / 10), undefined, { signal: stopping }).catch(() => {})
}
