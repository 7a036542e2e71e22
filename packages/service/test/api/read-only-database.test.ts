import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openApiHarness } from '../support/api.ts'
import { testServerUrl } from '../support/database.ts'

/**
 * The ways of a database into a state in which it only reads, and back. On a server they concern the sessions that begin
 * after them, and all that were open are cut, as by a failover.
 */
const openSwitch = async (database: Database) => {
  if (testServerUrl === undefined) {
    return {
      onlyRead: () => database.query('set default_transaction_read_only = on'),
      write: () => database.query('set default_transaction_read_only = off'),
      close: async () => {},
    }
  }
  const [found] = await database.query<{ name: string }>('select current_database() as name')
  assert.ok(found)
  const administrator = await openPostgres(testServerUrl, { connections: 1 })
  return {
    onlyRead: async () => {
      await administrator.query(`alter database ${found.name} set default_transaction_read_only = on`)
      await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        found.name,
      ])
    },
    write: () => administrator.query(`alter database ${found.name} reset default_transaction_read_only`),
    close: () => administrator.close(),
  }
}

it('a database that only reads is an outage: jobs are not created, the API is not ready, and all is well at once when it writes again', async (t) => {
  const api = await openApiHarness()
  const database = await openSwitch(api.database)
  t.after(async () => {
    await database.write()
    await database.close()
    await api.close()
  })
  const readiness = async () => {
    const { statusCode, body } = await api.app.inject('/readyz')
    return { statusCode, body }
  }
  /** It is asked no more often than every two seconds. */
  const untilReadinessIs = async (status: number) => {
    for (;;) {
      const found = await readiness()
      if (found.statusCode === status) return found.body
      await setTimeout(50)
    }
  }
  const creates = () => Promise.all(Array.from({ length: 12 }, () => api.upload()))
  const statuses = (answers: Awaited<ReturnType<typeof creates>>) => [...new Set(answers.map((one) => one.statusCode))]

  assert.equal((await readiness()).statusCode, 200)
  assert.deepEqual(statuses(await creates()), [202])
  await database.onlyRead()
  const refused = await creates()
  assert.deepEqual(statuses(refused), [503], refused[0]?.body)
  assert.ok(refused.every(({ headers }) => headers['retry-after'] !== undefined))
  assert.match(await untilReadinessIs(503), /can only be read/)

  await database.write()
  await untilReadinessIs(200)
  assert.deepEqual(statuses(await creates()), [202])
  assert.equal(await api.countJobs(), 24)
})
