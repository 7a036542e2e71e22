import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { cancelled, endJob } from '../../src/jobs/end.ts'
import { makeDue, renewLeases, takeDue } from '../../src/queue/leases.ts'
import { openTestDatabase, testServerUrl } from '../support/database.ts'
import { addAccount, addRun } from '../support/runs.ts'

const skip = testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server'

for (const blocked of ['first', 'second'] as const)
  test(
    `a job whose leases are being renewed is cancelled without a deadlock (its ${blocked} run is locked)`,
    { skip },
    async (t) => {
      const database = await openTestDatabase()
      t.after(() => database.close())
      const accountId = await addAccount(database)
      const { jobId, runId: first } = await addRun(database, accountId)
      const second = randomUUIDv7()
      await database.query(
        `insert into runs (id, job_id, position, provider, status, account_id, lane)
         values ($1, $2, 1, 'other', 'waiting', $3, 'parse')`,
        [second, jobId, accountId],
      )
      for (const id of [first, second]) await makeDue(database, id, { slot: 'run', delaySeconds: 0 })
      const ended = { ended: [], pauseSeconds: 2 }
      const lane = { accountId, lane: 'parse' }
      const asked = { slot: 'run', limit: 2, without: [], lane, holding: [], leaseSeconds: 10, ...ended } as const
      const leases = await takeDue(database, asked)

      const waiting = async (count: number) => {
        const locks = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        while ((await database.query(locks)).length < count) await setTimeout(10)
      }
      // Both statements come to wait, with what they have locked before.
      const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const lock = database.transaction(async (transaction) => {
        await transaction.query('select 1 from runs where id = $1 for update', [blocked === 'first' ? first : second])
        locked.resolve()
        await release.promise
      })
      await locked.promise
      const end = endJob(database, jobId, cancelled, new Date())
      await waiting(1)
      const renewal = renewLeases(database, leases, 10)
      await waiting(2)
      release.resolve()
      await Promise.all([lock, end, renewal])
      assert.deepEqual(await database.query('select 1 from runs where leased_at is not null'), [])
    },
  )
