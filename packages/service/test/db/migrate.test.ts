import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import {
  MigrationChangedError,
  SchemaTooNewError,
  migrate,
  readMigrations,
  type Migration,
} from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { createServerDatabase, openTestDatabase, testServerUrl } from '../support/database.ts'

const extra = (number: number, text: string): Migration => ({
  number,
  name: `${String(number).padStart(3, '0')}-extra.sql`,
  text,
  hash: `hash of ${text}`,
})

const applied = async (database: Database) =>
  (await database.query<{ number: number }>('select number from migrations order by number')).map(
    ({ number }) => number,
  )

describe('migrating', () => {
  let database: Database
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())

  it('applies what is missing, in order, and nothing twice', async () => {
    const own = await readMigrations()
    const first = extra(901, 'create table first (); create table second ()')
    const second = extra(902, 'alter table first add column a integer')
    await migrate(database, [...own, first, second])
    await migrate(database, [...own, first, second])
    assert.deepEqual(await applied(database), [...own.map(({ number }) => number), 901, 902])
    await database.query('select a from first')
  })

  it('leaves nothing of a migration that fails', async () => {
    const known = [...(await readMigrations()), extra(901, 'create table first (); create table second ()')]
    const failing = extra(903, 'create table third (); select 1 / 0')
    const all = [...known, extra(902, 'alter table first add column a integer'), failing]
    await assert.rejects(migrate(database, all))
    await assert.rejects(database.query('select * from third'))
    assert.ok(!(await applied(database)).includes(903))
  })

  it('refuses a database that a newer program has migrated', async () => {
    await assert.rejects(migrate(database), SchemaTooNewError)
  })

  it('refuses a database with different migrations', async () => {
    const known = [...(await readMigrations()), extra(901, 'something else'), extra(902, 'and else')]
    await assert.rejects(migrate(database, known), MigrationChangedError)
  })

  it(
    'can be started by many processes at once',
    { skip: testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server' },
    async () => {
      const { url, drop } = await createServerDatabase(testServerUrl ?? '')
      const processes = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url)))
      await Promise.all(processes.map((each) => migrate(each)))
      const [first] = processes
      assert.ok(first !== undefined)
      assert.deepEqual(
        await applied(first),
        (await readMigrations()).map(({ number }) => number),
      )
      for (const each of processes) await each.close()
      await drop()
    },
  )

  it(
    'gives way to those who use a table, and tries again',
    { skip: testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server' },
    async () => {
      const { url, drop } = await createServerDatabase(testServerUrl ?? '')
      const [user, upgrader] = [await openPostgres(url), await openPostgres(url)]
      await migrate(user)
      const release = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const using = user.transaction(async (transaction) => {
        await transaction.query('select 1 from accounts')
        locked.resolve()
        await release.promise
      })
      await locked.promise
      const impatient = extra(901, "set local lock_timeout = '50ms'; alter table accounts add column added text")
      const migrated = migrate(upgrader, [...(await readMigrations()), impatient])
      await setTimeout(300)
      assert.ok(!(await applied(user)).includes(901))
      release.resolve()
      await using
      await migrated
      assert.ok((await applied(upgrader)).includes(901))
      await user.close()
      await upgrader.close()
      await drop()
    },
  )
})
