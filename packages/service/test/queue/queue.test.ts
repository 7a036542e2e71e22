import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import { openQueue } from '../../src/queue/open-queue.ts'
import { exerciseQueue } from '../conformance/queue.ts'
import { openTestDatabase, openTestPglite, testServerUrl } from '../support/database.ts'
import { addAccount, addRun, endRuns } from '../support/runs.ts'

exerciseQueue('the queue on the embedded database', openTestPglite)

if (testServerUrl !== undefined) exerciseQueue('the queue on PostgreSQL', openTestDatabase)

describe('a worker that has disappeared', { timeout: 60_000 }, () => {
  it('loses its run to another when its lease has lapsed', async () => {
    const database = await openTestDatabase()
    const queue = await openQueue(database)
    const { runId } = await addRun(database, await addAccount(database))
    await database.query(
      `update runs set leased_at = now() - interval '1 minute', due_at = now() - interval '50 s', lease = 7, attempt = 1`,
    )
    const taken = Promise.withResolvers<string>()
    queue.work({ concurrency: 1 }, async (message) => {
      taken.resolve(message.runId)
      await endRuns(database, [runId])
    })
    assert.equal(await taken.promise, runId)
    await queue.close(1000)
    await database.close()
  })
})

describe('a run whose worker failed while the database was away', { timeout: 60_000 }, () => {
  it('is handed back once the database is available again, before its lease lapses', async () => {
    const database = await openTestDatabase()
    let away = 0
    let refused = 0
    const queue = await openQueue({
      ...database,
      query: async <Row extends object>(text: string, parameters?: readonly unknown[]) => {
        away -= 1
        if (away < 0) return database.query<Row>(text, parameters)
        refused += 1
        throw new DatabaseUnavailableError('gone for a moment')
      },
    })
    const { runId } = await addRun(database, await addAccount(database))
    const leases: number[] = []
    const again = Promise.withResolvers<void>()
    queue.work({ concurrency: 1 }, async () => {
      const [row] = await database.query<{ lease: number }>('select lease from runs')
      leases.push(row?.lease ?? 0)
      if (leases.length === 2) {
        await endRuns(database, [runId])
        again.resolve()
      } else {
        away = 2
        throw new DatabaseUnavailableError('gone')
      }
    })
    await database.transaction((transaction) => queue.enqueue(transaction, { runId }))
    await again.promise
    assert.equal(refused, 2)
    const [first = 0, second] = leases
    // Handed back, and then taken: a lease that lapses is only taken.
    assert.equal(second, first + 2)
    await queue.close(1000)
    await database.close()
  })
})
