import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openQueue } from '../../src/queue/pg-boss.ts'
import type { RunMessage } from '../../src/queue/queue.ts'
import { exerciseQueue } from '../conformance/queue.ts'
import { createServerDatabase, openTestDatabase, openTestPglite, testServerUrl } from '../support/database.ts'

exerciseQueue('the queue on the embedded database', openTestPglite, openQueue)

const skip = testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server'

if (testServerUrl !== undefined) exerciseQueue('the queue on PostgreSQL', openTestDatabase, openQueue)

describe('a worker that has disappeared', { timeout: 60_000 }, () => {
  it('loses its message to another when its heartbeat is overdue', async () => {
    const database = await openTestDatabase()
    const queue = await openQueue(database)
    const message = { runId: randomUUID() }
    await database.transaction((transaction) => queue.enqueue(transaction, message))
    await database.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '1 hour',
         heartbeat_on = now() - interval '1 minute'`,
    )
    const delivered = Promise.withResolvers<RunMessage>()
    await queue.work(1, async (received) => delivered.resolve(received))
    assert.deepEqual(await delivered.promise, message)
    await queue.close(1000)
    await database.close()
  })
})

describe('a message whose worker failed while the database was away', { timeout: 60_000 }, () => {
  it('is handed back once the database is available again, before its worker seems dead', async () => {
    const database = await openTestDatabase()
    let away = 0
    const queue = await openQueue({
      ...database,
      query: async <Row extends object>(text: string, parameters?: readonly unknown[]) => {
        // No search for dead workers takes place here.
        if (text.includes('heartbeat_on < now()')) return []
        away -= 1
        if (away >= 0) throw new DatabaseUnavailableError('gone for a moment')
        return database.query<Row>(text, parameters)
      },
    })
    const message = { runId: randomUUID() }
    const again = Promise.withResolvers<RunMessage>()
    let deliveries = 0
    await queue.work(1, async (received) => {
      deliveries += 1
      if (deliveries === 2) again.resolve(received)
      if (deliveries > 1) return
      away = 2
      throw new DatabaseUnavailableError('gone')
    })
    await database.transaction((transaction) => queue.enqueue(transaction, message))
    assert.deepEqual(await again.promise, message)
    await queue.close(1000)
    await database.close()
  })
})

describe('the queue on an empty server', () => {
  it('can be opened by many processes at once', { skip }, async () => {
    const { url, drop } = await createServerDatabase(testServerUrl ?? '')
    const databases = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url)))
    // As in a process: what a connection has looked at before decides whether it sees what others have created since.
    await Promise.all(databases.map((database) => migrate(database)))
    const errors: unknown[] = []
    const queues = await Promise.all(
      databases.map((database) => openQueue(database, { onError: (error) => errors.push(error) })),
    )
    for (const queue of queues) await queue.close(0)
    for (const database of databases) await database.close()
    await drop()
    assert.deepEqual(errors, [])
  })
})
