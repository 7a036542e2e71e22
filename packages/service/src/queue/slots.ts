import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import { growingPauses, withRetries } from '@polyparse/outbound'
import { handBackLeases, renewLeases, takeDue, type Lease, findDue, type Lane, type TakenRun } from './leases.ts'
import { createClocks } from './clocks.ts'
import { LeaseLostError, type DueRun, type Slot, type SlotOptions } from './queue.ts'

/** The time that a worker may be silent until another takes its runs. */
export const leaseSeconds = 10

/** Often enough that two renewals may fail, or the process may be busy, before a lease lapses. */
const renewMs = 3000

/**
 * The interval at which a process looks for runs of which it was not notified: those with a delay, and those of dead
 * workers.
 */
const pollMs = 1000

/** The pause before a run is due again whose handler has rejected. */
const pauseSeconds = 2

/** The time that handlers may take to stop after their signal was aborted. */
const handOverMs = 1500

type SlotParts = {
  readonly database: Database
  readonly slot: Slot
  readonly options: SlotOptions
  readonly handle: (due: DueRun, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** A run in a slot. */
type Held = {
  readonly lease: TakenRun
  readonly controller: AbortController
  /** Settles when the handler has ended, and the lease is about to. */
  readonly ended: Promise<void>
}

/** The slots of this process of one kind. */
export type Slots = {
  /** A run is due, or some may be. */
  wake(due?: Lane & { readonly hasBegun: boolean }): void
  close(graceMs: number): Promise<void>
}

/**
 * One loop takes runs for all slots, one statement at a time, so that it always knows how many runs of each account it
 * has.
 */
export const startSlots = ({ database, slot, options, handle, onError }: SlotParts): Slots => {
  const { concurrency, spare = 0, perAccount = Number.POSITIVE_INFINITY, isReady = () => true } = options
  const held = new Set<Held>()
  /** The leases of runs that were worked on: they end with the next statement. */
  let ended: readonly Lease[] = []
  const clocks = createClocks()
  const laneClocks = createClocks()
  /** The lanes, by account, in which runs may be due that have yet to begin. Only a look that finds too few drops one. */
  const waiting = new Map<string, Set<string>>()
  /** True if runs may be due that were begun before. */
  let mayHaveBegun = false
  /** True if others may be due than those that this process knows of. */
  let isAnyDue = true
  let isClosed = false
  /** The look that goes on, and whether another is to follow it. */
  let looking: { readonly done: Promise<void>; again: boolean } | null = null

  const addWaiting = ({ accountId, lane }: Lane): void => {
    waiting.set(accountId, (waiting.get(accountId) ?? new Set()).add(lane))
  }

  const dropWaiting = ({ accountId, lane }: Lane): void => {
    const lanes = waiting.get(accountId)
    lanes?.delete(lane)
    if (lanes?.size === 0) waiting.delete(accountId)
  }

  const takeFrom = async (limit: number, without: readonly string[], lane: Lane | null): Promise<TakenRun[]> => {
    const holding = [...held].map(({ lease }) => lease.runId)
    const ending = ended
    ended = []
    try {
      const asked = { slot, limit, without, lane, holding, ended: ending, leaseSeconds, pauseSeconds }
      const taken = await takeDue(database, asked)
      for (const run of taken) hold(run)
      return taken
    } catch (error) {
      ended = [...ending, ...ended]
      throw error
    }
  }

  const endLeases = async (): Promise<void> => {
    if (ended.length > 0) await takeFrom(0, [], null)
  }

  const find = async (): Promise<void> => {
    isAnyDue = false
    try {
      const { lanes, isAnyBegun } = await findDue(database, slot)
      for (const lane of lanes) addWaiting(lane)
      mayHaveBegun ||= isAnyBegun
    } catch (error) {
      isAnyDue = true
      throw error
    }
  }

  /** The lane that comes next: that of the account whose clock shows least, and of its lanes that which has used least. */
  const nextLane = (accountId: string | undefined): Lane | null => {
    const lanes = [...waiting].flatMap(([account, names]) => [...names].map((lane) => ({ accountId: account, lane })))
    const own = new Map(lanes.filter((lane) => lane.accountId === accountId).map((lane) => [laneKey(lane), lane]))
    if (own.size <= 1) return [...own.values()][0] ?? null
    const first = laneClocks.inOrder(lanes.map(laneKey)).find((key) => own.has(key))
    return own.get(first ?? '') ?? null
  }

  /** Takes the runs that come next; resolves to whether there may be more. */
  const takeOnce = async (): Promise<boolean> => {
    const free = concurrency - held.size
    if (free + spare <= 0) return false
    if (isAnyDue) await find()
    // A spare slot is for an account that has none.
    const most = free > 0 ? perAccount : 1
    const full = [...new Set([...held].map(({ lease }) => lease.accountId))].filter((id) => clocks.running(id) >= most)
    const accounts = clocks.inOrder(waiting.keys()).filter((id) => !full.includes(id))
    const lane = nextLane(accounts[0])
    if (lane === null && !mayHaveBegun) return false
    // It may be the turn of another account after one run.
    const limit = accounts.length > 1 || free <= 0 || perAccount < concurrency ? 1 : free
    const hadBegun = mayHaveBegun
    // A run that becomes due meanwhile is noted again.
    mayHaveBegun = false
    if (lane !== null) dropWaiting(lane)
    try {
      const taken = await takeFrom(limit, full, lane)
      if (taken.filter(({ hasBegun }) => hasBegun).length === limit) mayHaveBegun = true
      if (lane !== null && taken.length === limit) addWaiting(lane)
      return true
    } catch (error) {
      mayHaveBegun ||= hadBegun
      if (lane !== null) addWaiting(lane)
      throw error
    }
  }

  const take = async (): Promise<void> => {
    while (!isClosed && isReady() && (await takeOnce()));
  }

  const hold = (lease: TakenRun): void => {
    const stops = [clocks.start(lease.accountId), laneClocks.start(laneKey(lease))]
    const controller = new AbortController()
    const one: Held = { lease, controller, ended: Promise.resolve().then(() => work(lease, controller.signal)) }
    held.add(one)
    void one.ended.finally(() => {
      held.delete(one)
      for (const stop of stops) stop()
      // Those of its account may have been left out.
      mayHaveBegun = true
      lookSoon()
    })
  }

  const work = async (lease: Lease, signal: AbortSignal): Promise<void> => {
    try {
      await handle({ runId: lease.runId }, signal)
      ended = [...ended, lease]
    } catch (error) {
      onError(error)
      const handBack = () => handBackLeases(database, [lease], isClosed ? 0 : pauseSeconds)
      const judge = (failure: unknown) => ({ retry: !isClosed && isUnavailable(failure) })
      // The run stays here until then, so that its lease does not lapse as that of a dead worker.
      const retries = { pausesMs: growingPauses(), windowMs: Number.POSITIVE_INFINITY, judge }
      await withRetries(handBack, retries).catch(onError)
    }
  }

  const look = (): Promise<void> => take().then(endLeases).catch(onError)

  /** Looks now, or once more after the look that goes on. */
  const lookSoon = (): void => {
    if (isClosed) return
    if (looking !== null) {
      looking.again = true
      return
    }
    const done = look().then(() => {
      const again = looking?.again === true
      looking = null
      if (again) lookSoon()
    })
    looking = { done, again: false }
  }

  const wake = (due?: Lane & { readonly hasBegun: boolean }): void => {
    if (due === undefined) isAnyDue = true
    else if (due.hasBegun) mayHaveBegun = true
    else addWaiting(due)
    lookSoon()
  }

  const renew = async (): Promise<void> => {
    const renewed = [...held]
    if (renewed.length === 0) return
    const leases = renewed.map(({ lease }) => lease)
    const holding = await renewLeases(database, leases, leaseSeconds)
    for (const { lease, controller } of renewed)
      if (!holding.has(lease.runId)) controller.abort(new LeaseLostError('another worker has the run'))
  }
  let renewing: Promise<void> | null = null
  const heart = setInterval(() => {
    renewing ??= renew()
      .catch(onError)
      .finally(() => {
        renewing = null
      })
  }, renewMs)
  const polling = setInterval(() => wake(), pollMs)
  wake()

  return {
    wake,
    close: async (graceMs) => {
      isClosed = true
      clearInterval(polling)
      await looking?.done
      await endedWithin([...held], graceMs)
      for (const { controller } of held) controller.abort(new Error('the queue is closing'))
      // First the handlers stop, then their runs are handed back for other workers.
      await endedWithin([...held], handOverMs)
      clearInterval(heart)
      await renewing
      await endLeases().catch(onError)
      const leases = [...held].map(({ lease }) => lease)
      if (leases.length > 0) await handBackLeases(database, leases, 0).catch(onError)
    },
  }
}

const endedWithin = async (held: readonly Held[], milliseconds: number): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, milliseconds)
  await Promise.race([Promise.all(held.map(({ ended }) => ended)), late.promise])
  clearTimeout(timer)
}

const laneKey = ({ accountId, lane }: Lane): string => `${accountId} ${lane}`
