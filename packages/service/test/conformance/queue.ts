import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import type { EnqueueOptions, Queue, RunMessage } from '../../src/queue/queue.ts'

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const never = () => new Promise<void>(() => {})

/**
 * What every queue must do. `openDatabase` gives an empty database, `openQueue` a queue on it; several queues opened on
 * one database stand for several processes.
 */
export const exerciseQueue = (
  name: string,
  openDatabase: () => Promise<Database>,
  openQueue: (database: Database, options: { onError: (error: unknown) => void }) => Promise<Queue>,
): void => {
  describe(name, { timeout: 60_000 }, () => {
    let database: Database
    let queue: Queue
    let queues: Queue[]
    let errors: unknown[]

    const open = async () => {
      const opened = await openQueue(database, { onError: (error) => errors.push(error) })
      queues.push(opened)
      return opened
    }
    const enqueue = async (options?: EnqueueOptions): Promise<RunMessage> => {
      const message = { runId: randomUUID() }
      await database.transaction((transaction) => queue.enqueue(transaction, message, options))
      return message
    }

    beforeEach(async () => {
      queues = []
      errors = []
      database = await openDatabase()
      queue = await open()
    })
    afterEach(async () => {
      for (const each of queues) await each.close(0)
      await database.close()
    })

    it('delivers every message once when all goes well', async () => {
      const delivered: string[] = []
      await queue.work(3, async ({ runId }) => {
        delivered.push(runId)
      })
      const sent: RunMessage[] = []
      for (let n = 0; n < 20; n += 1) sent.push(await enqueue())
      await until(() => delivered.length >= sent.length)
      await queue.close(1000)
      assert.deepEqual(delivered.toSorted(), sent.map(({ runId }) => runId).toSorted())
      assert.deepEqual(await queue.undelivered(sent), sent)
      assert.deepEqual(errors, [])
    })

    it('delivers messages that were sent before any worker started', async () => {
      const message = await enqueue()
      const delivered = Promise.withResolvers<RunMessage>()
      await queue.work(1, async (received) => delivered.resolve(received))
      assert.deepEqual(await delivered.promise, message)
    })

    it('works on as many messages at a time as configured, and no more', async () => {
      const go = Promise.withResolvers<void>()
      let atOnce = 0
      let most = 0
      let done = 0
      await queue.work(2, async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await go.promise
        atOnce -= 1
        done += 1
      })
      for (let n = 0; n < 5; n += 1) await enqueue()
      await until(() => atOnce === 2)
      go.resolve()
      await until(() => done === 5)
      assert.equal(most, 2)
    })

    it('drops the message of a transaction that rolls back', async () => {
      const dropped = { runId: randomUUID() }
      const work = database.transaction(async (transaction) => {
        await queue.enqueue(transaction, dropped)
        throw new Error('changed my mind')
      })
      await assert.rejects(work)
      const kept = await enqueue()
      const delivered: RunMessage[] = []
      await queue.work(1, async (message) => {
        delivered.push(message)
      })
      await until(() => delivered.length > 0)
      assert.deepEqual(delivered, [kept])
      assert.deepEqual(await queue.undelivered([dropped]), [dropped])
    })

    it('delivers again after a pause when the handler rejects, however often', async () => {
      const reason = new Error('not today')
      let deliveries = 0
      const message = await enqueue()
      const done = Promise.withResolvers<RunMessage>()
      await queue.work(1, async (received) => {
        deliveries += 1
        if (deliveries < 3) throw reason
        done.resolve(received)
      })
      assert.deepEqual(await done.promise, message)
      assert.equal(deliveries, 3)
      assert.deepEqual(errors, [reason, reason])
    })

    it('delivers a delayed message after those that are not', async () => {
      const late = await enqueue({ delaySeconds: 2 })
      const delivered: RunMessage[] = []
      await queue.work(1, async (message) => {
        delivered.push(message)
      })
      const early = await enqueue()
      assert.deepEqual(await queue.undelivered([late]), [])
      await until(() => delivered.length === 2)
      assert.deepEqual(delivered, [early, late])
    })

    it('delivers lower turns before higher ones, and messages without a turn before all of them', async () => {
      const sent: RunMessage[] = []
      for (const turn of [3, 1, 2]) sent.push(await enqueue({ turn }))
      sent.push(await enqueue())
      const delivered: RunMessage[] = []
      await queue.work(1, async (message) => {
        delivered.push(message)
      })
      await until(() => delivered.length === 4)
      assert.deepEqual(
        delivered,
        [3, 1, 2, 0].map((index) => sent[index]),
      )
    })

    it('reports which messages are neither waiting nor in delivery', async () => {
      const [waiting, delivering, unknown] = [
        await enqueue({ delaySeconds: 600 }),
        await enqueue(),
        { runId: randomUUID() },
      ]
      const started = Promise.withResolvers<void>()
      await queue.work(1, async () => {
        started.resolve()
        await never()
      })
      await started.promise
      assert.deepEqual(await queue.undelivered([waiting, unknown, delivering]), [unknown])
      assert.deepEqual(await queue.undelivered([]), [])
    })

    it('hands back messages in delivery, to be delivered at once', async () => {
      const message = await enqueue()
      const started = Promise.withResolvers<void>()
      await queue.work(1, async () => {
        started.resolve()
        await never()
      })
      await started.promise

      const next = await open()
      assert.equal(await next.handBack(), 1)
      assert.equal(await next.handBack(), 0)
      const delivered = Promise.withResolvers<RunMessage>()
      await next.work(1, async (received) => delivered.resolve(received))
      assert.deepEqual(await delivered.promise, message)
    })

    it('ignores the late end of a delivery that was taken over', async () => {
      const message = await enqueue()
      const first = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      await queue.work(1, async () => {
        started.resolve()
        await first.promise
      })
      await started.promise
      const next = await open()
      await next.handBack()
      const second = Promise.withResolvers<void>()
      await next.work(1, async () => {
        second.resolve()
        await never()
      })
      await second.promise
      first.resolve()
      await queue.close(1000)
      assert.deepEqual(await next.undelivered([message]), [])
    })

    it('lets handlers end when it closes, and gives them no new messages', async () => {
      const [first] = [await enqueue(), await enqueue()]
      const started = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const delivered: RunMessage[] = []
      let aborted = false
      await queue.work(1, async (message, signal) => {
        delivered.push(message)
        started.resolve()
        await go.promise
        aborted = signal.aborted
      })
      await started.promise
      const closing = queue.close(30_000)
      go.resolve()
      await closing
      assert.deepEqual(delivered, [first])
      assert.equal(aborted, false)
      const next = await open()
      assert.deepEqual(await next.undelivered([first]), [first])
    })

    it('takes back unfinished messages when it closes: it aborts the signal, and others get the message', async () => {
      const message = await enqueue()
      const started = Promise.withResolvers<AbortSignal>()
      await queue.work(1, async (_message, signal) => {
        started.resolve(signal)
        await never()
      })
      const signal = await started.promise
      const next = await open()
      const delivered = Promise.withResolvers<RunMessage>()
      await next.work(1, async (received) => delivered.resolve(received))
      await queue.close(10)
      assert.equal(signal.aborted, true)
      assert.deepEqual(await delivered.promise, message)
    })

    it('delivers what is to be fetched to slots for fetches only, and runs to theirs only', async () => {
      const [fetched, run] = [await enqueue({ fetchFor: 'a' }), await enqueue()]
      assert.deepEqual(await queue.undelivered([fetched, run]), [])
      const [runs, fetches]: RunMessage[][] = [[], []]
      await queue.work(1, async (message) => void runs?.push(message))
      await queue.work(2, async (message) => void fetches?.push(message), 'fetch')
      await until(() => runs?.length === 1 && fetches?.length === 1)
      assert.deepEqual([runs, fetches], [[run], [fetched]])
    })

    it('fetches four sources of one account at a time, and those of others beside them', async () => {
      const go = Promise.withResolvers<void>()
      const started: string[] = []
      let quick = ''
      const handle = async ({ runId }: RunMessage) => {
        started.push(runId)
        if (runId !== quick) await go.promise
      }
      await queue.work(16, handle, 'fetch')
      for (let n = 0; n < 12; n += 1) await enqueue({ fetchFor: 'slow' })
      await until(() => started.length >= 4)
      quick = (await enqueue({ fetchFor: 'quick' })).runId
      await until(() => started.length >= 5)
      assert.equal(started.indexOf(quick), 4)
      go.resolve()
      await until(() => started.length === 13)
    })

    it('hands back and takes back what is being fetched as well', async () => {
      const message = await enqueue({ fetchFor: 'a' })
      const started = Promise.withResolvers<AbortSignal>()
      await queue.work(
        1,
        async (_message, signal) => {
          started.resolve(signal)
          await never()
        },
        'fetch',
      )
      const signal = await started.promise
      const next = await open()
      assert.equal(await next.handBack(), 1)
      const delivered = Promise.withResolvers<RunMessage>()
      await next.work(1, async (received) => delivered.resolve(received), 'fetch')
      assert.deepEqual(await delivered.promise, message)
      // The next heartbeat finds that the message is no longer its own.
      await until(() => signal.aborted)
    })

    it('does not work inside the transaction in which it was started', async () => {
      const delivered = Promise.withResolvers<void>()
      await database.transaction(async (transaction) => {
        await queue.work(1, async () => {
          await database.query('select 1')
          delivered.resolve()
        })
        await queue.enqueue(transaction, { runId: randomUUID() })
      })
      await delivered.promise
      assert.deepEqual(errors, [])
    })

    it('can be closed twice, and before any work', async () => {
      await Promise.all([queue.close(1000), queue.close(1000)])
      await queue.close(0)
    })
  })
}
