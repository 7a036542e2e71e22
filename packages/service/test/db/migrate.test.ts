import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import {
  MigrationChangedError,
  SchemaTooNewError,
  migrate,
  readMigrations,
  type Migration,
} from '../../src/db/migrate.ts'
import { NotOnlineError } from '../../src/db/online-migration.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { createServerDatabase, openTestDatabase, testServerUrl } from '../support/database.ts'

const extra = (number: number, text: string): Migration => ({
  number,
  name: `${String(number).padStart(3, '0')}-extra.sql`,
  text,
  hash: `hash of ${text}`,
})

const online = (number: number, text: string): Migration => ({
  ...extra(number, text),
  name: `${String(number).padStart(3, '0')}-extra.online.sql`,
})

const serverOnly = { skip: testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server' }

/** A migrated database on a server, and two processes that use it. */
const openTwo = async (test: TestContext) => {
  const { url, drop } = await createServerDatabase(testServerUrl ?? '')
  const [user, upgrader] = [await openPostgres(url), await openPostgres(url)]
  test.after(async () => {
    await user.close()
    await upgrader.close()
    await drop()
  })
  await migrate(user)
  /** Runs the statement in a transaction that stays open until the returned function is called. */
  const hold = async (statement: string): Promise<() => Promise<void>> => {
    const release = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const using = user.transaction(async (transaction) => {
      await transaction.query(statement)
      held.resolve()
      await release.promise
    })
    await held.promise
    return () => {
      release.resolve()
      return using
    }
  }
  return { user, upgrader, hold }
}

const isValid = async (database: Database, index: string): Promise<boolean> =>
  (await database.query('select 1 from pg_index where indexrelid = to_regclass($1) and indisvalid', [index])).length > 0

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
    'blocks no other statement for long while a transaction is open on a table that it needs, and is not given up',
    serverOnly,
    async (t) => {
      const { user, upgrader, hold } = await openTwo(t)
      const release = await hold('select 1 from jobs')
      const waits: Error[] = []
      const all = [...(await readMigrations()), extra(901, 'alter table jobs add column added text')]
      const migrated = migrate(upgrader, all, (error) => void waits.push(error))
      // With the transaction still open, and the migration tried again and again.
      while (waits.length < 3) {
        await user.query('select 1 from jobs')
        await user.query('update jobs set error = null where false')
        await setTimeout(20)
      }
      assert.match(waits[0]?.message ?? '', /901-extra.sql waits for a table/)
      assert.ok(!(await applied(user)).includes(901))
      await release()
      await migrated
      assert.ok((await applied(user)).includes(901))
    },
  )

  it('may take longer than other statements', async () => {
    const impatient = `do $$ begin
      if current_setting('statement_timeout') <> '0' then raise exception 'it would be ended'; end if;
    end $$`
    const open = await openTestDatabase()
    await migrate(open, [...(await readMigrations()), extra(901, impatient)])
    await open.close()
  })
})

describe('an online migration', () => {
  const index = 'create index concurrently if not exists jobs_by_error on jobs (error);'

  it('makes an index, and makes it anew if that broke off before', async (t) => {
    const database = await openTestDatabase()
    t.after(() => database.close())
    // As a process leaves it that is killed while it makes the index.
    await database.query('create index jobs_by_error on jobs (error)')
    await database.query(`update pg_index set indisvalid = false where indexrelid = to_regclass('jobs_by_error')`)
    const text = `-- For the operator's list.\n${index}\n\ndrop index concurrently if exists none_like_it;\n`
    await migrate(database, [...(await readMigrations()), online(901, text)])
    assert.ok(await isValid(database, 'jobs_by_error'))
    assert.ok((await applied(database)).includes(901))
  })

  it('validates a constraint that a migration before it has added', async (t) => {
    const database = await openTestDatabase()
    t.after(() => database.close())
    const added = extra(901, `alter table jobs add constraint error_is_short check (length(error) < 9999) not valid`)
    const validated = online(902, 'alter table jobs validate constraint error_is_short;')
    await migrate(database, [...(await readMigrations()), added, validated])
    const [row] = await database.query<{ valid: boolean }>(
      `select convalidated as valid from pg_constraint where conname = 'error_is_short'`,
    )
    assert.equal(row?.valid, true)
  })

  it('blocks neither readers nor writers while it waits for a transaction', serverOnly, async (t) => {
    const { user, upgrader, hold } = await openTwo(t)
    const release = await hold('lock table jobs in row exclusive mode')
    const migrated = migrate(upgrader, [...(await readMigrations()), online(901, index)])
    const isWaiting = async () => {
      const waiting = await user.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    }
    while (!(await isWaiting())) await setTimeout(20)
    await user.query('select 1 from jobs')
    await user.query('update jobs set error = null where false')
    assert.ok(!(await applied(user)).includes(901))
    await release()
    await migrated
    assert.ok(await isValid(user, 'jobs_by_error'))
  })

  it('is made once by processes that start at the same time', serverOnly, async (t) => {
    const { user, upgrader } = await openTwo(t)
    const all = [...(await readMigrations()), online(901, index)]
    await Promise.all([migrate(user, all), migrate(upgrader, all)])
    assert.ok(await isValid(user, 'jobs_by_error'))
  })

  it('is refused with a statement that would lock a table for long', async (t) => {
    const database = await openTestDatabase()
    t.after(() => database.close())
    const own = await readMigrations()
    for (const text of [
      'create index a on jobs (error);',
      'alter table jobs add column a text;',
      `${index} delete from jobs;`,
    ])
      await assert.rejects(migrate(database, [...own, online(901, text)]), NotOnlineError)
    assert.ok(!(await applied(database)).includes(901))
  })
})
