import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { dueChannel } from '../../src/queue/leases.ts'
import { openQueue } from '../../src/queue/open-queue.ts'
import { LeaseLostError, type EnqueueOptions, type Queue, type DueRun } from '../../src/queue/queue.ts'
import { addAccount, addRun, endRuns } from '../support/runs.ts'

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}

const never = () => new Promise<void>(() => {})

/** What the queue must do on every database; several queues opened on one database stand for several processes. */
export const exerciseQueue = (name: string, openDatabase: () => Promise<Database>): void => {
  describe(name, { timeout: 110_000 }, () => {
    let database: Database
    let queue: Queue
    let queues: Queue[]
    let errors: unknown[]
    let account: string

    const open = async () => {
      const opened = await openQueue(database, { onError: (error) => errors.push(error) })
      queues.push(opened)
      return opened
    }
    const enqueue = async ({ of = account, ...options }: EnqueueOptions & { of?: string } = {}): Promise<string> => {
      const { runId } = await addRun(database, of)
      await database.transaction((transaction) => queue.enqueue(transaction, { runId }, options))
      return runId
    }
    /** A handler that ends the runs that it gets. */
    const ending =
      (taken: string[]) =>
      async ({ runId }: DueRun) => {
        taken.push(runId)
        await endRuns(database, [runId])
      }
    /** A handler that never ends, and what it was last called with. */
    const holding = () => {
      const first = Promise.withResolvers<AbortSignal>()
      const handle = async (_message: DueRun, signal: AbortSignal) => {
        first.resolve(signal)
        await never()
      }
      return { handle, started: first.promise }
    }
    const dueAt = async (runId: string): Promise<Date | null> => {
      const [row] = await database.query<{ due_at: Date | null }>('select due_at from runs where id = $1', [runId])
      return row?.due_at ?? null
    }

    beforeEach(async () => {
      queues = []
      errors = []
      database = await openDatabase()
      account = await addAccount(database)
      queue = await open()
    })
    afterEach(async () => {
      for (const each of queues) await each.close(0)
      await database.close()
    })

    it('gives every run to one worker when all goes well', async () => {
      const taken: string[] = []
      queue.work({ concurrency: 3 }, ending(taken))
      const sent: string[] = []
      for (let n = 0; n < 20; n += 1) sent.push(await enqueue())
      await until(() => taken.length >= sent.length)
      await queue.close(1000)
      assert.deepEqual(taken.toSorted(), sent.toSorted())
      for (const runId of sent) assert.equal(await dueAt(runId), null)
      assert.deepEqual(errors, [])
    })

    it('gives out runs that were due before any worker started', async () => {
      const runId = await enqueue()
      const taken: string[] = []
      queue.work({ concurrency: 1 }, ending(taken))
      await until(() => taken.length > 0)
      assert.deepEqual(taken, [runId])
    })

    it('works on as many runs at a time as configured, and no more', async () => {
      const go = Promise.withResolvers<void>()
      let atOnce = 0
      let most = 0
      const done: string[] = []
      queue.work({ concurrency: 2 }, async (message) => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await go.promise
        atOnce -= 1
        await ending(done)(message)
      })
      for (let n = 0; n < 5; n += 1) await enqueue()
      await until(() => atOnce === 2)
      go.resolve()
      await until(() => done.length === 5)
      assert.equal(most, 2)
    })

    it('gives out nothing of a transaction that rolls back', async () => {
      const { runId: dropped } = await addRun(database, account)
      const work = database.transaction(async (transaction) => {
        await queue.enqueue(transaction, { runId: dropped })
        throw new Error('changed my mind')
      })
      await assert.rejects(work)
      const kept = await enqueue()
      const taken: string[] = []
      queue.work({ concurrency: 1 }, ending(taken))
      await until(() => taken.length > 0)
      assert.deepEqual(taken, [kept])
      assert.equal(await dueAt(dropped), null)
    })

    it('gives a run out again after a pause when its handler rejects, however often', async () => {
      const reason = new Error('not today')
      let times = 0
      const taken: string[] = []
      const runId = await enqueue()
      queue.work({ concurrency: 1 }, async (message) => {
        times += 1
        if (times < 3) throw reason
        await ending(taken)(message)
      })
      await until(() => taken.length > 0)
      assert.deepEqual(taken, [runId])
      assert.equal(times, 3)
      assert.deepEqual(errors, [reason, reason])
    })

    it('leaves no run working that its handler gave up', async () => {
      const statuses = new Map<string, string[]>()
      const [rejected] = [await enqueue(), await enqueue()]
      queue.work({ concurrency: 2 }, async ({ runId }) => {
        const [run] = await database.query<{ status: string }>('select status from runs where id = $1', [runId])
        statuses.set(runId, [...(statuses.get(runId) ?? []), run?.status ?? ''])
        await database.query(`update runs set status = 'working', attempt = attempt + 1 where id = $1`, [runId])
        if (runId === rejected) throw new Error('not today')
      })
      await until(() => [...statuses.values()].filter(({ length }) => length === 2).length === 2)
      assert.deepEqual(
        [...statuses.values()].flat(),
        Array.from({ length: 4 }, () => 'waiting'),
      )
    })

    it('gives a run out again whose handler ended without ending it', async () => {
      let times = 0
      await enqueue()
      queue.work({ concurrency: 1 }, async () => {
        times += 1
      })
      await until(() => times === 2)
    })

    it('gives a delayed run out after those that are not', async () => {
      const late = await enqueue({ delaySeconds: 2 })
      const taken: string[] = []
      queue.work({ concurrency: 1 }, ending(taken))
      const early = await enqueue()
      await until(() => taken.length === 2)
      assert.deepEqual(taken, [early, late])
    })

    it('gives out runs of an account by the age of their jobs, and first of all those that had begun', async () => {
      const sent: string[] = []
      for (let n = 0; n < 4; n += 1) {
        sent.push((await addRun(database, account)).runId)
        // Ids of the same millisecond are in no order.
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      for (const index of [2, 0, 3, 1])
        await database.transaction((transaction) => queue.enqueue(transaction, { runId: sent[index] ?? '' }))
      await database.query(`update runs set attempt = 1 where id = $1`, [sent[3]])
      const taken: string[] = []
      queue.work({ concurrency: 1 }, ending(taken))
      await until(() => taken.length === 4)
      assert.deepEqual(
        taken,
        [3, 0, 1, 2].map((index) => sent[index]),
      )
    })

    it('does not keep a parse waiting for the compares of its account that came before', async () => {
      const compares: string[] = []
      for (let n = 0; n < 6; n += 1) compares.push(await enqueue())
      await database.query(`update runs set lane = 'compare'`)
      const parse = await enqueue()
      const taken: string[] = []
      queue.work({ concurrency: 1 }, ending(taken))
      await until(() => taken.length === 7)
      assert.ok(taken.indexOf(parse) <= 1, `after ${taken.indexOf(parse)} others`)
      assert.deepEqual(
        taken.filter((id) => id !== parse),
        compares,
      )
    })

    it('hands back the runs that are held, to be taken at once', async () => {
      const runId = await enqueue()
      const held = holding()
      queue.work({ concurrency: 1 }, held.handle)
      await held.started

      const next = await open()
      assert.equal(await next.handBack(), 1)
      assert.equal(await next.handBack(), 0)
      const taken: string[] = []
      next.work({ concurrency: 1 }, ending(taken))
      await until(() => taken.length > 0)
      assert.deepEqual(taken, [runId])
    })

    it('ignores the late end of a lease that was lost', async () => {
      const runId = await enqueue()
      const first = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      queue.work({ concurrency: 1 }, async () => {
        started.resolve()
        await first.promise
      })
      await started.promise
      const next = await open()
      await next.handBack()
      const held = holding()
      next.work({ concurrency: 1 }, held.handle)
      await held.started
      const [before] = await database.query('select lease, leased_at is not null as held from runs where id = $1', [
        runId,
      ])
      first.resolve()
      await queue.close(1000)
      const [after] = await database.query('select lease, leased_at is not null as held from runs where id = $1', [
        runId,
      ])
      assert.deepEqual(after, before)
    })

    it('tells a worker that its run was made due again, and leaves it so', async () => {
      const runId = await enqueue()
      const held = holding()
      queue.work({ concurrency: 1 }, held.handle)
      const signal = await held.started
      await database.transaction((transaction) => queue.enqueue(transaction, { runId }, { delaySeconds: 600 }))
      await until(() => signal.aborted)
      assert.ok(signal.reason instanceof LeaseLostError)
      assert.ok(Number(await dueAt(runId)) > Date.now() + 500_000)
    })

    it('lets handlers end when it closes, and gives them no new runs', async () => {
      const [first, second] = [await enqueue(), await enqueue()]
      const started = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const taken: string[] = []
      let aborted = false
      queue.work({ concurrency: 1 }, async (message, signal) => {
        started.resolve()
        await go.promise
        aborted = signal.aborted
        await ending(taken)(message)
      })
      await started.promise
      const closing = queue.close(30_000)
      go.resolve()
      await closing
      assert.deepEqual(taken, [first])
      assert.equal(aborted, false)
      assert.notEqual(await dueAt(second), null)
    })

    it('hands unfinished runs to others when it closes, after it has aborted their signals', async () => {
      const runId = await enqueue()
      const held = holding()
      queue.work({ concurrency: 1 }, held.handle)
      const signal = await held.started
      const next = await open()
      const taken: string[] = []
      next.work({ concurrency: 1 }, ending(taken))
      await queue.close(10)
      assert.equal(signal.aborted, true)
      await until(() => taken.length > 0)
      assert.deepEqual(taken, [runId])
    })

    it('gives what is to be fetched to slots for fetches only, and runs to theirs only', async () => {
      const [fetched, run] = [await enqueue({ slot: 'fetch' }), await enqueue()]
      const [runs, fetches]: [string[], string[]] = [[], []]
      queue.work({ concurrency: 1 }, ending(runs))
      queue.work({ concurrency: 2 }, ending(fetches), 'fetch')
      await until(() => runs.length === 1 && fetches.length === 1)
      assert.deepEqual([runs, fetches], [[run], [fetched]])
    })

    it('works on no more runs of one account at a time than it may, and on those of others beside them', async () => {
      const go = Promise.withResolvers<void>()
      const started: string[] = []
      let quick = ''
      queue.work({ concurrency: 16, perAccount: 4 }, async (message) => {
        started.push(message.runId)
        if (message.runId !== quick) await go.promise
        await endRuns(database, [message.runId])
      })
      for (let n = 0; n < 12; n += 1) await enqueue()
      await until(() => started.length >= 4)
      quick = await enqueue({ of: await addAccount(database) })
      await until(() => started.length >= 5)
      assert.equal(started.indexOf(quick), 4)
      go.resolve()
      await until(() => started.length === 13)
    })

    it('has spare slots for accounts that it works on no run of, and for no others', async () => {
      const go = Promise.withResolvers<void>()
      const started: string[] = []
      const handle = async ({ runId }: DueRun) => {
        started.push(runId)
        await go.promise
        await endRuns(database, [runId])
      }
      queue.work({ concurrency: 2, spare: 2 }, handle)
      for (let n = 0; n < 6; n += 1) await enqueue()
      await until(() => started.length === 2)
      const others: string[] = []
      for (let n = 0; n < 3; n += 1) {
        const other = await addAccount(database)
        others.push(await enqueue({ of: other }))
        await enqueue({ of: other })
      }
      await until(() => started.length === 4)
      // Twice as long as it takes to look again without being notified.
      await new Promise((resolve) => setTimeout(resolve, 2000))
      assert.deepEqual(started.slice(2), others.slice(0, 2))
      go.resolve()
      await until(() => started.length === 12)
    })

    it('gives a free slot to an account that has none before one that has', async () => {
      const go = new Map<string, () => void>()
      const started: string[] = []
      const handle = async ({ runId }: DueRun) => {
        started.push(runId)
        await new Promise<void>((resolve) => go.set(runId, resolve))
        await endRuns(database, [runId])
      }
      const own: string[] = []
      for (let n = 0; n < 4; n += 1) own.push(await enqueue())
      queue.work({ concurrency: 2 }, handle)
      await until(() => started.length === 2)
      const otherAccount = await addAccount(database)
      const heard = Promise.withResolvers<void>()
      // The queue listens for longer, so that it is notified first.
      const unlisten = await database.listen(dueChannel, (payload) => {
        if (payload.includes(otherAccount)) heard.resolve()
      })
      const other = await enqueue({ of: otherAccount })
      await heard.promise
      await unlisten()
      // A statement takes both, and returns them in no particular order.
      assert.deepEqual(new Set(started), new Set(own.slice(0, 2)))
      go.get(own[0] ?? '')?.()
      await until(() => started.length === 3)
      assert.equal(started[2], other)
    })

    it('gives a slot to others before an account whose runs have had it for long, unless these have begun', async () => {
      const other = await addAccount(database)
      const [first, second, fourth] = [await enqueue(), await enqueue(), await enqueue()]
      let third = ''
      const taken: string[] = []
      queue.work({ concurrency: 1 }, async ({ runId }) => {
        taken.push(runId)
        if (runId === first) {
          third = await enqueue({ of: other })
          await database.query(`update runs set attempt = 1 where id = $1`, [fourth])
        }
        await endRuns(database, [runId])
      })
      await until(() => taken.length === 4)
      assert.deepEqual(taken, [first, fourth, third, second])
    })

    it('takes no run while its process is not ready', async () => {
      let isReady = false
      const taken: string[] = []
      queue.work({ concurrency: 1, isReady: () => isReady }, ending(taken))
      const runId = await enqueue()
      await new Promise((resolve) => setTimeout(resolve, 1500))
      assert.deepEqual(taken, [])
      isReady = true
      await until(() => taken.length > 0)
      assert.deepEqual(taken, [runId])
    })

    it('keeps a run whose lease has lapsed while its process could not reach the database', async () => {
      const runId = await enqueue()
      const held = holding()
      let times = 0
      queue.work({ concurrency: 2 }, async (due, signal) => {
        times += 1
        await held.handle(due, signal)
      })
      const signal = await held.started
      await database.query(`update runs set due_at = now() - interval '1 minute' where id = $1`, [runId])
      await until(async () => Number(await dueAt(runId)) > Date.now())
      assert.equal(times, 1)
      assert.equal(signal.aborted, false)
    })

    it('does not work inside the transaction in which it was started', async () => {
      const { runId } = await addRun(database, account)
      const done = Promise.withResolvers<void>()
      await database.transaction(async (transaction) => {
        queue.work({ concurrency: 1 }, async () => {
          await endRuns(database, [runId])
          done.resolve()
        })
        await queue.enqueue(transaction, { runId })
      })
      await done.promise
      assert.deepEqual(errors, [])
    })

    it('can be closed twice, and before any work', async () => {
      await Promise.all([queue.close(1000), queue.close(1000)])
      await queue.close(0)
    })
  })
}
