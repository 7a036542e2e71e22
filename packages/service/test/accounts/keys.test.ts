import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { ensureAccount, listAccounts } from '../../src/accounts/accounts.ts'
import { authenticate } from '../../src/accounts/authenticate.ts'
import { KeyRequestError } from '../../src/accounts/names.ts'
import { keySecrets } from '../../src/accounts/secrets.ts'
import { createKey, disableKey, enableKey, listKeys } from '../../src/accounts/keys.ts'
import { unrestricted, type KeyRestrictions } from '../../src/accounts/restrictions.ts'
import { rotateKey } from '../../src/accounts/rotate-key.ts'
import type { Database } from '../../src/db/database.ts'
import { testClock } from '../support/clock.ts'
import { openTestDatabase } from '../support/database.ts'

let database: Database
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const start = testClock()()
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)

const newKey = (more: { account?: string; name?: string; expiresAt?: Date | null } = {}) =>
  createKey(database, { account: randomUUID(), name: 'a key', expiresAt: null, ...more }, start)

const isValid = async (key: string, now: Date) => (await authenticate(database, key, now)) !== null

test('a key belongs to its account, which is created if it is new', async () => {
  const first = await newKey({ account: 'Ægir & Söhne', name: 'first' })
  const second = await newKey({ account: 'Ægir & Söhne', name: 'second' })
  const accounts = (await listAccounts(database)).filter(({ name }) => name === 'Ægir & Söhne')
  assert.equal(accounts.length, 1)
  const caller = { ...unrestricted, accountId: accounts[0]?.id, keyId: second.id }
  assert.deepEqual(await authenticate(database, second.key, start), caller)
  assert.deepEqual(
    (await listKeys(database, { account: 'Ægir & Söhne' })).map(({ id, name }) => ({ id, name })),
    [
      { id: first.id, name: 'first' },
      { id: second.id, name: 'second' },
    ],
  )
})

test('concurrent callers that create the same account all get the same one', async () => {
  const name = randomUUID()
  const accounts = await Promise.all(Array.from({ length: 8 }, () => ensureAccount(database, name, start)))
  assert.equal(new Set(accounts.map(({ id }) => id)).size, 1)
})

test('a name in another Unicode spelling is the same account', async () => {
  const composed = await ensureAccount(database, 'M\u00fcller', start)
  assert.deepEqual(await ensureAccount(database, 'Mu\u0308ller', start), composed)
  await newKey({ account: 'M\u00fcller' })
  assert.equal((await listKeys(database, { account: 'Mu\u0308ller' })).length, 1)
})

test('names have 1 to 100 characters, without control characters or surrounding spaces', async () => {
  for (const name of ['', ' ', ' a', 'a ', 'a\nb', 'a\u0000b', 'a\u001b[2Jb', 'a\u202eb', 'x'.repeat(101)]) {
    await assert.rejects(newKey({ account: name }), KeyRequestError)
    await assert.rejects(newKey({ name }), KeyRequestError)
  }
  for (const name of ['a', 'x'.repeat(100), '日本語', 'a b', "O'Neil <a@b.example>", '🦊'])
    assert.equal((await newKey({ account: name, name })).account, name)
})

test('only the SHA-256 of a key is stored, with the prefix that is shown to people', async () => {
  const { key, prefix } = await newKey()
  const tables = await database.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('information_schema', 'pg_catalog') and table_type = 'BASE TABLE'`,
  )
  assert.ok(tables.some(({ name }) => name.endsWith('.keys')))
  let everything = ''
  for (const { name } of tables) {
    const rows = await database.query<{ text: string }>(`select each::text as text from ${name} as each`)
    everything += rows.map(({ text }) => text).join('\n')
  }
  assert.ok(everything.includes(createHash('sha256').update(key).digest('hex')))
  assert.ok(everything.includes(prefix))
  for (const part of [key, key.slice(8), key.slice(prefix.length), Buffer.from(key).toString('hex')])
    assert.equal(everything.includes(part), false)
})

test('listed keys do not hold the key', async () => {
  const { key, ...rest } = await newKey({ account: 'listed' })
  const keys = await listKeys(database, { account: 'listed' })
  assert.deepEqual(keys, [rest])
  assert.equal(JSON.stringify(keys).includes(key), false)
})

test('a key that was never issued is refused', async () => {
  assert.equal(await authenticate(database, keySecrets.create(), start), null)
})

test('a malformed key is refused without asking the database', async () => {
  const untouchable = {
    query: () => {
      throw new Error('the database was asked')
    },
  }
  for (const text of ['', 'x', 'pp_live_', `${keySecrets.create()}x`])
    assert.equal(await authenticate(untouchable, text, start), null)
})

test('a disabled key is refused from the next request on, and an enabled one is accepted again', async () => {
  const { id, key } = await newKey()
  assert.deepEqual((await disableKey(database, id, later(1)))?.disabledAt, later(1))
  assert.equal(await isValid(key, later(1)), false)
  assert.deepEqual((await disableKey(database, id, later(2)))?.disabledAt, later(1))
  assert.equal((await enableKey(database, id))?.disabledAt, null)
  assert.equal(await isValid(key, later(3)), true)
})

test('a key is valid up to its expiry, but no longer at that moment', async () => {
  const { key } = await newKey({ expiresAt: later(60) })
  assert.equal(await isValid(key, later(59.999)), true)
  assert.equal(await isValid(key, later(60)), false)
})

test('a key may be created with an expiry in the past, and never works', async () => {
  const { key, expiresAt } = await newKey({ expiresAt: later(-60) })
  assert.deepEqual(expiresAt, later(-60))
  assert.equal(await isValid(key, start), false)
})

test('enabling does not revive an expired key', async () => {
  const { id, key } = await newKey({ expiresAt: later(60) })
  await disableKey(database, id, start)
  await enableKey(database, id)
  assert.equal(await isValid(key, later(61)), false)
})

test('after a rotation the old key is valid for the grace time, beside the new one', async () => {
  const old = await newKey({ name: 'production' })
  const issued = await rotateKey(database, old.id, { graceSeconds: 3600 }, later(10))
  assert.ok(issued)
  assert.equal(issued.account, old.account)
  assert.equal(issued.name, 'production')
  assert.equal(issued.expiresAt, null)
  assert.notEqual(issued.id, old.id)
  assert.notEqual(issued.key, old.key)
  assert.equal(await isValid(old.key, later(3609)), true)
  assert.equal(await isValid(old.key, later(3610)), false)
  assert.equal(await isValid(issued.key, later(3611)), true)
  const listed = await listKeys(database, { account: old.account })
  assert.deepEqual(listed.find(({ id }) => id === old.id)?.expiresAt, later(3610))
})

test('a rotation without grace time ends the old key at once', async () => {
  const old = await newKey()
  await rotateKey(database, old.id, { graceSeconds: 0 }, start)
  assert.equal(await isValid(old.key, start), false)
})

test('a rotation never extends an expiry, and the new key has the same unless another is asked for', async () => {
  const old = await newKey({ expiresAt: later(60) })
  const same = await rotateKey(database, old.id, { graceSeconds: 3600 }, start)
  assert.equal(await isValid(old.key, later(61)), false)
  assert.deepEqual(same?.expiresAt, later(60))
  const longer = await rotateKey(database, old.id, { graceSeconds: 3600, expiresAt: later(7200) }, start)
  assert.deepEqual(longer?.expiresAt, later(7200))
  assert.equal(await isValid(old.key, later(61)), false)
})

test('a rotation keeps the scopes and limits of the key', async () => {
  const restrictions: KeyRestrictions = { scopes: ['jobs:read'], requestsPerMinute: 5, pagesPerDay: 7 }
  const old = await createKey(database, { account: 'r', name: 'r', expiresAt: null, ...restrictions }, start)
  assert.partialDeepStrictEqual(await rotateKey(database, old.id, { graceSeconds: 0 }, start), restrictions)
})

test('a second rotation of a key does not extend the grace time of the first, which the new key does not inherit', async () => {
  const old = await newKey()
  await rotateKey(database, old.id, { graceSeconds: 60 }, start)
  const second = await rotateKey(database, old.id, { graceSeconds: 3600 }, later(30))
  assert.equal(second?.expiresAt, null)
  assert.equal(await isValid(old.key, later(61)), false)
})

test('only a valid key can be rotated', async () => {
  const disabled = await newKey()
  await disableKey(database, disabled.id, start)
  const expired = await newKey({ expiresAt: later(-1) })
  for (const { id, account } of [disabled, expired]) {
    await assert.rejects(rotateKey(database, id, { graceSeconds: 60 }, start), KeyRequestError)
    assert.equal((await listKeys(database, { account })).length, 1)
  }
})

test('an unknown or malformed id changes nothing', async () => {
  for (const id of [randomUUID(), 'x', "' or true --"]) {
    assert.equal(await disableKey(database, id, start), null)
    assert.equal(await enableKey(database, id), null)
    assert.equal(await rotateKey(database, id, { graceSeconds: 1 }, start), null)
  }
})

/** Counts the statements that change something; all are awaited by `settled`. */
const observing = (inner: Database, broken = false) => {
  const updates: Promise<unknown>[] = []
  const query = async <Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]> => {
    if (!text.startsWith('update')) return inner.query<Row>(text, parameters)
    const update = broken ? Promise.reject(new Error('the connection broke')) : inner.query<Row>(text, parameters)
    updates.push(update)
    return update
  }
  return { query, updates, settled: () => Promise.allSettled(updates) }
}

test('the time of the last use is recorded, at most once a minute', async () => {
  const { id, key, account } = await newKey()
  const observed = observing(database)
  const lastUsed = async () => {
    await observed.settled()
    return (await listKeys(database, { account })).find((each) => each.id === id)?.lastUsedAt
  }
  await authenticate(observed, key, later(0))
  assert.deepEqual(await lastUsed(), later(0))
  await authenticate(observed, key, later(59))
  assert.deepEqual(await lastUsed(), later(0))
  await authenticate(observed, key, later(60))
  assert.deepEqual(await lastUsed(), later(60))
  assert.equal(observed.updates.length, 2)
})

test('the use of a refused key is not recorded', async () => {
  const { key } = await newKey({ expiresAt: later(-1) })
  const observed = observing(database)
  await authenticate(observed, key, start)
  assert.equal(observed.updates.length, 0)
})

test('a key is accepted even if its use cannot be recorded', async () => {
  const { id, key } = await newKey()
  const observed = observing(database, true)
  assert.equal((await authenticate(observed, key, start))?.keyId, id)
  await observed.settled()
})
