import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensureAccount } from '../../src/accounts/accounts.ts'
import { readWebhookSecret, rotateWebhookSecret, signingSecrets } from '../../src/accounts/webhook-secrets.ts'
import type { Database } from '../../src/db/database.ts'
import { testClock } from '../support/clock.ts'
import { openTestDatabase } from '../support/database.ts'

const clock = testClock()
let database: Database
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const newAccount = async (name: string) => (await ensureAccount(database, name, clock())).id
const read = async (name: string) => {
  const secret = await readWebhookSecret(database, name, clock())
  assert.ok(secret)
  return secret
}
const rotate = async (name: string) => {
  const secret = await rotateWebhookSecret(database, name, clock())
  assert.ok(secret)
  return secret
}

test('the secret of an account is created once, from 32 random bytes, for any number of concurrent callers', async () => {
  const id = await newAccount('first')
  const asked = await Promise.all([
    ...Array.from({ length: 4 }, () => read('first').then(({ secret }) => secret)),
    signingSecrets(database, id, clock()).then(([secret]) => secret),
  ])
  assert.equal(new Set(asked).size, 1)
  assert.match(String(asked[0]), /^whsec_[0-9A-Za-z+/]{43}=$/)
  assert.deepEqual(await signingSecrets(database, id, clock()), [asked[0]])
})

test('accounts have secrets of their own', async () => {
  await newAccount('one')
  await newAccount('other')
  assert.notEqual((await read('one')).secret, (await read('other')).secret)
})

test('for 24 hours after a rotation both secrets sign, the new one first', async () => {
  const id = await newAccount('rotated')
  const old = await read('rotated')
  assert.equal(old.previousUntil, null)
  const fresh = await rotate('rotated')
  assert.deepEqual(fresh.previousUntil, new Date(clock().getTime() + 24 * 3_600_000))
  assert.deepEqual(await signingSecrets(database, id, clock()), [fresh.secret, old.secret])
  assert.deepEqual(await read('rotated'), fresh)

  clock.advance(24 * 3600 - 1)
  assert.deepEqual(await signingSecrets(database, id, clock()), [fresh.secret, old.secret])
  clock.advance(1)
  assert.deepEqual(await signingSecrets(database, id, clock()), [fresh.secret])
  assert.equal((await read('rotated')).previousUntil, null)
})

test('concurrent rotations happen one after the other, and none invalidates a secret that receivers hold', async () => {
  const id = await newAccount('hasty')
  const old = await read('hasty')
  const fresh = await Promise.all([rotate('hasty'), rotate('hasty')])
  const signing = await signingSecrets(database, id, clock())
  assert.deepEqual(new Set(signing), new Set([old, ...fresh].map(({ secret }) => secret)))
  assert.equal(signing[0], (await read('hasty')).secret)
})

test('an unknown account has no secret, and asking for one does not create the account', async () => {
  assert.equal(await readWebhookSecret(database, 'nobody', clock()), null)
  assert.equal(await rotateWebhookSecret(database, 'nobody', clock()), null)
  assert.deepEqual(await database.query(`select 1 from accounts where name = 'nobody'`), [])
})
