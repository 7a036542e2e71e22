import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isUnavailable } from '../../src/db/errors.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import type { Database } from '../../src/db/database.ts'
import { exerciseDatabase } from '../conformance/database.ts'
import { createServerDatabase, testServerUrl } from '../support/database.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

describe('a server that does not answer', () => {
  it('is recognised as unavailable', async () => {
    const error = await openPostgres('postgres://nobody@127.0.0.1:1/none').catch((reason) => reason)
    assert.ok(isUnavailable(error))
  })
})

const server = testServerUrl
if (server === undefined)
  describe('PostgreSQL', () => {
    it('passes the suite of databases', { skip: 'POLYPARSE_TEST_DATABASE_URL names no server' }, () => {})
  })
else {
  const drops: (() => Promise<void>)[] = []
  const open = async () => {
    const { url, drop } = await createServerDatabase(server)
    drops.push(drop)
    return openPostgres(url)
  }

  exerciseDatabase('PostgreSQL', open)

  describe('the connections of a process', () => {
    it('are limited, with one more for listening', async () => {
      const { url, drop } = await createServerDatabase(server)
      const database = await openPostgres(url, { connections: 3 })
      await database.listen('here', () => {})
      const count = `select count(*) as count from pg_stat_activity, pg_sleep(0.2)
                     where datname = current_database()`
      const counts = await Promise.all(Array.from({ length: 9 }, () => database.query<{ count: number }>(count)))
      assert.equal(Math.max(...counts.map(([row]) => row?.count ?? 0)), 4)
      await database.close()
      await drop()
    })
  })

  describe('connections to a server that only reads', () => {
    it('are given up, so that all transactions succeed at once when it writes again', async (t) => {
      const { url, drop } = await createServerDatabase(server)
      const [database, administrator] = await Promise.all([openPostgres(url, { connections: 4 }), openPostgres(server)])
      t.after(async () => {
        await Promise.all([database.close(), administrator.close()])
        await drop()
      })
      await database.query('create table written (at timestamptz default now())')
      const name = new URL(url).pathname.slice(1)
      const write = () =>
        database.transaction(async (transaction) => {
          await transaction.query('select 1')
          await transaction.query('insert into written default values')
        })
      const writeMany = () => Promise.allSettled(Array.from({ length: 8 }, write))

      await administrator.query(`alter database ${name} set default_transaction_read_only = on`)
      await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      const refused = await writeMany()
      assert.ok(refused.every((one) => one.status === 'rejected' && isUnavailable(one.reason)))

      await administrator.query(`alter database ${name} reset default_transaction_read_only`)
      const written = await writeMany()
      assert.deepEqual(new Set(written.map(({ status }) => status)), new Set(['fulfilled']))
    })
  })

  describe('half-open connections', () => {
    it('are given up, with the transactions on them, and new ones work', { timeout: 60_000 }, async (context) => {
      const { url, drop } = await createServerDatabase(server)
      const proxy = await openTcpProxy(new URL(url))
      const target = new URL(url)
      target.host = `127.0.0.1:${proxy.port}`
      const database = await openPostgres(target.href, { connections: 2, queryTimeoutMs: 500 })
      context.after(async () => {
        await database.close()
        await proxy.close()
        await drop()
      })
      const ask = () => database.query<{ one: number }>('select 1 as one')
      await Promise.all([ask(), ask(), database.query('select pg_sleep(0.1)')])

      proxy.freeze()
      const failures = await Promise.all([ask(), ask()].map((asked) => asked.catch((error: unknown) => error)))
      assert.deepEqual(failures.map(isUnavailable), [true, true])
      assert.deepEqual(await ask(), [{ one: 1 }])

      const begun = Promise.withResolvers<void>()
      const frozen = Promise.withResolvers<void>()
      const stuck = database.transaction(async (transaction) => {
        await transaction.query('select 1')
        begun.resolve()
        await frozen.promise
        await transaction.query('select 1')
      })
      await begun.promise
      proxy.freeze()
      frozen.resolve()
      assert.ok(isUnavailable(await stuck.catch((error: unknown) => error)))
      await database.transaction(async (transaction) => {
        assert.deepEqual(await transaction.query('select 1 as one'), [{ one: 1 }])
      })
    })
  })

  describe('connections that the server cuts', () => {
    let database: Database
    before(async () => {
      database = await open()
    })
    after(async () => {
      await database.close()
      for (const drop of drops) await drop()
    })

    const cutOthers = `select pg_terminate_backend(pid) from pg_stat_activity
                       where datname = current_database() and pid <> pg_backend_pid()`

    it('fail the transaction that was on one as unavailable, and the next one succeeds', async () => {
      const inside = Promise.withResolvers<void>()
      const cut = Promise.withResolvers<void>()
      const work = database.transaction(async (transaction) => {
        await transaction.query('select 1')
        inside.resolve()
        await cut.promise
        await transaction.query('select 1')
      })
      await inside.promise
      await database.query(cutOthers)
      cut.resolve()
      const error = await work.catch((reason) => reason)
      assert.ok(isUnavailable(error))
      assert.equal(await database.transaction(async (transaction) => (await transaction.query('select 1')).length), 1)
    })

    it('are reopened where they were listening', { timeout: 20_000 }, async () => {
      const received = Promise.withResolvers<void>()
      const stop = await database.listen('again', () => received.resolve())
      await database.query(cutOthers)
      const knock = setInterval(() => void database.query("select pg_notify('again', '')").catch(() => {}), 50)
      await received.promise
      clearInterval(knock)
      await stop()
    })
  })
}
