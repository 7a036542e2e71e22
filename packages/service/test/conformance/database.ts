import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { isUnavailable, isUniqueViolation } from '../../src/db/errors.ts'
import { deliversNotifications } from '../../src/db/notifications.ts'
import { OuterHandleInTransactionError, TransactionOverError } from '../../src/db/transaction-guard.ts'

/** What every database must do. `open` gives an empty one. */
export const exerciseDatabase = (name: string, open: () => Promise<Database>): void => {
  describe(name, () => {
    let database: Database
    before(async () => {
      database = await open()
      await database.query(
        `create table things (
           id bigint primary key, bytes bytea, at timestamptz, json jsonb, names text[], numbers integer[],
           note text constraint notes_are_unique unique
         )`,
      )
    })
    after(() => database.close())

    const notes = async () =>
      (await database.query<{ note: string }>('select note from things')).map(({ note }) => note)

    describe('values', () => {
      it('come out as they went in', async () => {
        const row = {
          id: Number.MAX_SAFE_INTEGER,
          bytes: Buffer.from([0, 1, 255]),
          at: new Date('2026-02-03T04:05:06.789Z'),
          json: { list: [1, 'two', null], nested: { deep: true } },
          names: ['plain', 'with "quotes", commas and \\', 'NULL', 'ünï'],
          numbers: [1, -2],
          note: null,
        }
        await database.query('insert into things values ($1, $2, $3, $4, $5, $6, $7)', Object.values(row))
        const [found] = await database.query<typeof row>('select * from things where id = $1', [row.id])
        assert.deepEqual({ ...found }, row)
        assert.ok(Buffer.isBuffer(found?.bytes))
      })

      it('are numbers when they are counts', async () => {
        assert.deepEqual(structuredClone(await database.query('select count(*) as count from things where false')), [
          { count: 0 },
        ])
      })

      it('are refused, not rounded, when a bigint is beyond the safe integers', async () => {
        await assert.rejects(database.query("select '9007199254740993'::bigint as big"), RangeError)
        assert.equal((await database.query('select 1')).length, 1)
      })

      it('match any element of an array', async () => {
        const rows = await database.query("select x from unnest(array['a', 'b', 'c']) as x where x = any($1)", [
          ['a', 'c'],
        ])
        assert.equal(rows.length, 2)
      })

      it('that are undefined are null', async () => {
        assert.deepEqual(structuredClone(await database.query('select $1::text as x', [undefined])), [{ x: null }])
      })
    })

    describe('a transaction', () => {
      it('commits when its work resolves', async () => {
        const result = await database.transaction(async (transaction) => {
          await transaction.query("insert into things (id, note) values (1, 'kept')")
          return 'done'
        })
        assert.equal(result, 'done')
        assert.ok((await notes()).includes('kept'))
      })

      it('rolls back when its work throws, and throws the same error', async () => {
        const reason = new Error('changed my mind')
        const work = database.transaction(async (transaction) => {
          await transaction.query("insert into things (id, note) values (2, 'dropped')")
          throw reason
        })
        await assert.rejects(work, reason)
        assert.ok(!(await notes()).includes('dropped'))
      })

      it('rejects if one of its statements failed, even if its work went on', async () => {
        const work = database.transaction(async (transaction) => {
          await transaction.query("insert into things (id, note) values (3, 'half')")
          await transaction.query('select 1 / 0').catch(() => {})
        })
        await assert.rejects(work)
        assert.ok(!(await notes()).includes('half'))
        assert.equal((await database.query('select 1')).length, 1)
      })

      it('runs scripts of several statements and returns all their rows', async () => {
        const rows = await database.transaction((transaction) =>
          transaction.script(
            'create table scripted (a integer); insert into scripted values (1), (2) returning a; select 3 as b',
          ),
        )
        assert.deepEqual(structuredClone(rows), [{ a: 1 }, { a: 2 }, { b: 3 }])
      })

      it('applies nothing of a script that fails in the middle', async () => {
        const work = database.transaction((transaction) =>
          transaction.script('create table half_made (); select 1 / 0'),
        )
        await assert.rejects(work)
        await assert.rejects(database.query('select * from half_made'))
      })

      it('refuses its own use of the outer handle at once', async () => {
        await database.transaction(async (transaction) => {
          await assert.rejects(database.query('select 1'), OuterHandleInTransactionError)
          await assert.rejects(
            database.transaction(async () => {}),
            OuterHandleInTransactionError,
          )
          await assert.rejects(
            database.listen('any', () => {}),
            OuterHandleInTransactionError,
          )
          await assert.rejects(database.close(), OuterHandleInTransactionError)
          await sleep(1)
          await assert.rejects(database.query('select 1'), OuterHandleInTransactionError)
          assert.equal((await transaction.query('select 1')).length, 1)
        })
      })

      it('does not keep others from the outer handle', async () => {
        const inside = Promise.withResolvers<void>()
        const go = Promise.withResolvers<void>()
        const work = database.transaction(async (transaction) => {
          inside.resolve()
          await go.promise
          await transaction.query('select 1')
        })
        await inside.promise
        const outer = database.query('select 2 as two')
        go.resolve()
        await work
        assert.equal((await outer).length, 1)
      })

      it('allows what it has started to use the outer handle once it has ended', async () => {
        const over = Promise.withResolvers<void>()
        const started = await database.transaction(async () => ({
          late: over.promise.then(() => database.query('select 1')),
        }))
        over.resolve()
        assert.equal((await started.late).length, 1)
      })

      it('has a handle that is unusable afterwards', async () => {
        const kept = await database.transaction(async (transaction) => ({ transaction }))
        await assert.rejects(kept.transaction.query('select 1'), TransactionOverError)
      })

      it('can run beside many others', async () => {
        await database.query('create table counter (n bigint)')
        await database.query('insert into counter values (0)')
        await Promise.all(
          Array.from({ length: 30 }, () =>
            database.transaction(async (transaction) => {
              await transaction.query('update counter set n = n + 1')
            }),
          ),
        )
        assert.deepEqual(structuredClone(await database.query('select n from counter')), [{ n: 30 }])
      })
    })

    describe('errors', () => {
      it('say that a row already exists, and by which constraint', async () => {
        await database.query("insert into things (id, note) values (10, 'only')")
        const error = await database
          .query("insert into things (id, note) values (11, 'only')")
          .catch((reason) => reason)
        assert.ok(isUniqueViolation(error))
        assert.ok(isUniqueViolation(new Error('wrapped', { cause: error }), 'notes_are_unique'))
        assert.ok(!isUniqueViolation(error, 'things_pkey'))
        assert.ok(!isUnavailable(error))
      })

      it('leave the database usable', async () => {
        await assert.rejects(database.query('select nothing from nowhere'))
        assert.equal((await database.query('select 1')).length, 1)
      })
    })

    describe('notifications', () => {
      it('are received with their payload when the transaction commits', async () => {
        const received = Promise.withResolvers<string>()
        const stop = await database.listen('spring', received.resolve)
        await database.transaction((transaction) => transaction.query("select pg_notify('spring', 'cuckoo')"))
        assert.equal(await received.promise, 'cuckoo')
        await stop()
      })

      it('are seen to come back', async () => {
        assert.equal(await deliversNotifications(database), true)
      })

      it('are seen not to come back through a pooler that drops them', async () => {
        const pooled: Pick<Database, 'listen' | 'query'> = {
          query: (text, parameters) => database.query(text, parameters),
          listen: async () => async () => {},
        }
        assert.equal(await deliversNotifications(pooled, 100), false)
      })

      it('of a transaction that rolls back are not received', async () => {
        const received: string[] = []
        const last = Promise.withResolvers<void>()
        const stop = await database.listen('autumn', (payload) => {
          received.push(payload)
          if (payload === 'last') last.resolve()
        })
        const work = database.transaction(async (transaction) => {
          await transaction.query("select pg_notify('autumn', 'never')")
          throw new Error('no')
        })
        await assert.rejects(work)
        await database.query("select pg_notify('autumn', 'last')")
        await last.promise
        assert.deepEqual(received, ['last'])
        await stop()
      })

      it('are received outside the transaction that sent them', async () => {
        const outcome = Promise.withResolvers<unknown>()
        const stop = await database.listen('winter', () => {
          database.query('select 1').then(outcome.resolve, outcome.reject)
        })
        await database.transaction((transaction) => transaction.query("select pg_notify('winter', '')"))
        await outcome.promise
        await stop()
      })

      it('are no longer received after stopping, but still by the other listeners', async () => {
        const stopped: string[] = []
        const other = Promise.withResolvers<string>()
        const stop = await database.listen('summer', (payload) => stopped.push(payload))
        const stopOther = await database.listen('summer', other.resolve)
        await stop()
        await database.query("select pg_notify('summer', 'rain')")
        assert.equal(await other.promise, 'rain')
        assert.deepEqual(stopped, [])
        await stopOther()
      })
    })

    describe('closing', () => {
      it('can be repeated, and later queries are refused as unavailable', async () => {
        const other = await open()
        await Promise.all([other.close(), other.close()])
        await other.close()
        const error = await other.query('select 1').catch((reason) => reason)
        assert.ok(isUnavailable(error))
      })
    })
  })
}
