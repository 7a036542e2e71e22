import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { importPreviousQueue } from '../../src/queue/previous-queue.ts'
import { openTestDatabase, openTestPglite, testServerUrl } from '../support/database.ts'
import { openPreviousQueue } from '../support/previous-queue.ts'
import { addAccount, addRun, endRuns } from '../support/runs.ts'

const never = (error: unknown): void => {
  throw error
}

const planted = async (database: Database) => {
  const queue = await openPreviousQueue(database)
  const account = await addAccount(database)
  const add = async () => (await addRun(database, account)).runId
  const [dead, alive] = [await add(), await add()]
  await queue.send(dead)
  assert.equal(await queue.fetch(), dead)
  await database.query(
    `update pgboss.job_common set heartbeat_on = now() - interval '11 seconds' where singleton_key = $1`,
    [dead],
  )
  await queue.send(alive)
  assert.equal(await queue.fetch(), alive)
  await database.query(`update pgboss.job_common set heartbeat_on = now() where singleton_key = $1`, [alive])
  const [waiting, late, fetched, over] = [await add(), await add(), await add(), await add()]
  await queue.send(waiting)
  await queue.send(late, { delaySeconds: 600 })
  await queue.send(fetched, { fetchFor: account })
  await queue.send(over)
  await database.query(
    `update jobs set status = 'failed', completed_at = now(), source_path = null
     where id = (select job_id from runs where id = $1)`,
    [over],
  )
  await endRuns(database, [over])
  return { queue, dead, alive, waiting, late, fetched, over }
}

type Due = { id: string; slot: string; seconds: number }

const dueRuns = async (database: Database): Promise<Map<string, Due>> => {
  const rows = await database.query<Due>(
    `select id, slot, extract(epoch from due_at - now())::float8 as seconds from runs where due_at is not null`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

describe('messages of the queue before this one', { timeout: 60_000 }, () => {
  it('become due runs at the first start on the embedded database, all of them, and the queue is dropped', async () => {
    const database = await openTestPglite()
    const { queue, dead, alive, waiting, late, fetched } = await planted(database)
    await queue.close()
    const stop = await importPreviousQueue(database, never)
    const due = await dueRuns(database)
    assert.deepEqual([...due.keys()].toSorted(), [dead, alive, waiting, late, fetched].toSorted())
    assert.equal(due.get(fetched)?.slot, 'fetch')
    assert.equal(due.get(waiting)?.slot, 'run')
    assert.ok((due.get(late)?.seconds ?? 0) > 500)
    assert.ok((due.get(dead)?.seconds ?? 1) <= 0)
    assert.deepEqual(await database.query(`select 1 from pg_namespace where nspname = 'pgboss'`), [])
    await stop()
    await (
      await importPreviousQueue(database, never)
    )()
    await database.close()
  })

  const skip = testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server'

  it('become due runs while a fleet is replaced, unless a living process works on them', { skip }, async () => {
    const database = await openTestDatabase()
    const { queue, dead, alive, waiting, late, fetched } = await planted(database)
    await database.query(`update chores set due_at = now() where name = 'stalled runs'`)
    const stop = await importPreviousQueue(database, never)
    const imported = async (count: number) => {
      while ((await dueRuns(database)).size < count) await setTimeout(50)
    }
    await imported(4)
    assert.deepEqual([...(await dueRuns(database)).keys()].toSorted(), [dead, waiting, late, fetched].toSorted())
    assert.equal(await queue.messages(), 1)
    const [chore] = await database.query<{ held: boolean }>(
      `select due_at = 'infinity' as held from chores where name = 'stalled runs'`,
    )
    assert.equal(chore?.held, true, 'processes of that version do not send them again')
    // The one that was working on it has died meanwhile, and another has created a job.
    await database.query(`update pgboss.job_common set heartbeat_on = now() - interval '11 seconds'`)
    const { runId: created } = await addRun(database, await addAccount(database))
    await queue.send(created)
    await imported(6)
    assert.ok((await dueRuns(database)).has(alive))
    assert.ok((await dueRuns(database)).has(created))
    await stop()
    await queue.close()
    await database.query('drop schema pgboss cascade')
    await database.close()
  })
})
