import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import { growingPauses, withRetries } from '@polyparse/outbound'
import { createDebts } from './debts.ts'
import { mayBeMore, type Expectation } from './expectation.ts'
import { handBackLeases, renewLeases, takeDue, type Lease } from './leases.ts'
import { LeaseLostError, type DueRun, type Slot, type SlotOptions } from './queue.ts'

/** How long a worker may be silent until another takes its runs. */
export const leaseSeconds = 10

/** Often enough that two renewals may fail, or the process may be busy, before a lease lapses. */
const renewMs = 3000

/** How often a process looks for runs that it was not notified of: those with a delay, and those of dead workers. */
const pollMs = 1000

/** The pause before a run is due again whose handler has rejected. */
const pauseSeconds = 2

/** How long handlers may take to stop after their signal was aborted. */
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
  readonly lease: Lease
  readonly controller: AbortController
  /** Settles when the handler has ended, and the lease is about to. */
  readonly ended: Promise<void>
}

/** The slots of this process of one kind. */
export type Slots = {
  /** A run may be due, of this account if it is known. */
  wake(accountId?: string): void
  close(graceMs: number): Promise<void>
}

/**
 * One loop takes runs for all slots, one statement at a time, so that it always knows how many runs of each account it
 * has.
 */
export const startSlots = ({ database, slot, options, handle, onError }: SlotParts): Slots => {
  const { concurrency, spare = 0, perAccount = Number.POSITIVE_INFINITY, isReady = () => true } = options
  const held = new Set<Held>()
  /** Of runs that were worked on: they end with the next statement. */
  let ended: readonly Lease[] = []
  const debts = createDebts(concurrency)
  let isClosed = false
  /** The look that goes on, and whether another is to follow it. */
  let looking: { readonly done: Promise<void>; again: boolean } | null = null
  let expected: Expectation = 'any'

  const expect = (more: Expectation): void => {
    expected = mayBeMore(expected, more)
  }

  const accountsWith = (count: number): string[] =>
    [...Map.groupBy(held, ({ lease }) => lease.accountId)]
      .filter(([account, runs]) => account !== '' && runs.length >= count)
      .map(([account]) => account)

  const takeFrom = async (limit: number, without: readonly string[], later: readonly string[]): Promise<number> => {
    const holding = [...held].map(({ lease }) => lease.runId)
    const ending = ended
    ended = []
    const asked = { slot, limit, without, later, holding, ended: ending, leaseSeconds, pauseSeconds }
    try {
      const leases = await takeDue(database, asked)
      for (const lease of leases) hold(lease)
      return leases.length
    } catch (error) {
      ended = [...ending, ...ended]
      throw error
    }
  }

  /** Takes up to `limit` runs, first those of accounts that owe the least time; resolves to how many it took. */
  const takeSome = async (limit: number, without: readonly string[]): Promise<number> => {
    let taken = 0
    for (const later of debts.leftOut()) {
      taken += await takeFrom(limit - taken, without, later)
      if (taken === limit) break
    }
    return taken
  }

  const endLeases = async (): Promise<void> => {
    if (ended.length > 0) await takeSome(0, [])
  }

  /**
   * Takes up to `limit` runs of all accounts but some. Fewer than that were all there are, and `rest` may be due then,
   * together with what becomes due meanwhile.
   */
  const takeExpected = async (limit: number, without: readonly string[], rest: Expectation): Promise<number> => {
    const before = expected
    expected = rest
    const taken = await takeSome(limit, without)
    if (taken === limit) expect(before)
    return taken
  }

  /** Takes runs of accounts that have none here first, so that accounts share the slots and not the number of runs. */
  const takeOnce = async (): Promise<number> => {
    const free = concurrency - held.size
    if (expected === 'any' && held.size > 0 && free + spare > 0) {
      const taken = await takeExpected(Math.max(free, 1), accountsWith(1), 'own')
      if (taken > 0) return taken
    }
    if (expected === 'none' || free <= 0) return 0
    const full = accountsWith(perAccount)
    // Two of one account could be taken at once where it may have one more.
    const limit = perAccount < concurrency ? 1 : free
    return takeExpected(limit, full, full.length > 0 ? 'own' : 'none')
  }

  const take = async (): Promise<void> => {
    while (!isClosed && isReady() && (await takeOnce()) > 0);
  }

  const hold = (lease: Lease): void => {
    const controller = new AbortController()
    const one: Held = { lease, controller, ended: Promise.resolve().then(() => work(lease, controller.signal)) }
    held.add(one)
    void one.ended.finally(() => {
      held.delete(one)
      // Its other runs now go ahead of those of accounts that have some here.
      if (expected === 'own' && !accountsWith(1).includes(lease.accountId)) expect('any')
      lookSoon()
    })
  }

  const handleFor = async ({ runId, accountId }: Lease, signal: AbortSignal): Promise<void> => {
    const startedAt = performance.now()
    try {
      await handle({ runId }, signal)
    } finally {
      if (accountId !== '') debts.charge(accountId, (performance.now() - startedAt) / 1000)
    }
  }

  const work = async (lease: Lease, signal: AbortSignal): Promise<void> => {
    try {
      await handleFor(lease, signal)
      ended = [...ended, lease]
    } catch (error) {
      onError(error)
      const handBack = () => handBackLeases(database, [lease], isClosed ? 0 : pauseSeconds)
      const judge = (failure: unknown) => ({ retry: !isClosed && isUnavailable(failure) })
      // Until then the run stays here, so that its lease does not lapse as that of a dead worker.
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

  const wake = (accountId?: string): void => {
    expect(accountId !== undefined && accountsWith(1).includes(accountId) ? 'own' : 'any')
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
  const polling = setInterval(wake, pollMs)
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
