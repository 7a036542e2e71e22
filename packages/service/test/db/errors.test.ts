import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isUnavailable } from '../../src/db/errors.ts'
import { openTestDatabase } from '../support/database.ts'

/** What a statement meets that a migration, an impatient operator or another worker is in the way of. */
const passing = [
  ['a statement that waited too long for a lock', '57014'],
  ['a lock that is not available', '55P03'],
  ['a transaction that was left idle', '25P03'],
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
  ['too many connections', '53300'],
  ['a connection that broke', '08006'],
  ['a server that only reads', '25006'],
  ['a server that is shutting down', '57P01'],
  ['a database that was dropped', '57P04'],
  ['a session that was idle for too long', '57P05'],
  ['a password that is not accepted', '28P01'],
  ['a database that is not there', '3D000'],
  ['a database that accepts no connections', '55000'],
  ['a disk that cannot be read', '58030'],
] as const

for (const [name, code] of passing)
  it(`${name} is trouble of the database, which passes`, async () => {
    const database = await openTestDatabase()
    const failing = `do $$ begin raise exception 'trouble' using errcode = '${code}'; end $$`
    const error: unknown = await database
      .transaction((transaction) => transaction.query(failing))
      .catch((reason: unknown) => reason)
    assert.ok(isUnavailable(error))
    await database.close()
  })

it('a statement that is wrong is no trouble of the database', async () => {
  const database = await openTestDatabase()
  const error: unknown = await database.query('select 1 / 0').catch((reason: unknown) => reason)
  assert.ok(error instanceof Error && !isUnavailable(error))
  await database.close()
})
