import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { ensureAccount } from '../../src/accounts/accounts.ts'
import { createWebhookSecrets, UnreadableSecretError, type WebhookSecrets } from '../../src/accounts/webhook-secrets.ts'
import type { Database } from '../../src/db/database.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { testClock } from '../support/clock.ts'
import { openTestDatabase } from '../support/database.ts'

const clock = testClock()
let database: Database
let secrets: WebhookSecrets
before(async () => {
  database = await openTestDatabase()
  secrets = createWebhookSecrets({ database, box: null })
})
after(() => database.close())

const newAccount = async (name: string) => (await ensureAccount(database, name, clock())).id
const read = async (name: string) => {
  const secret = await secrets.read(name, clock())
  assert.ok(secret)
  return secret
}
const rotate = async (name: string) => {
  const secret = await secrets.rotate(name, clock())
  assert.ok(secret)
  return secret
}

test('the secret of an account is created once, from 32 random bytes, for any number of concurrent callers', async () => {
  const id = await newAccount('first')
  const asked = await Promise.all([
    ...Array.from({ length: 4 }, () => read('first').then(({ secret }) => secret)),
    secrets.signing(id, clock()).then(([secret]) => secret),
  ])
  assert.equal(new Set(asked).size, 1)
  assert.match(String(asked[0]), /^whsec_[0-9A-Za-z+/]{43}=$/)
  assert.deepEqual(await secrets.signing(id, clock()), [asked[0]])
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
  assert.deepEqual(await secrets.signing(id, clock()), [fresh.secret, old.secret])
  assert.deepEqual(await read('rotated'), fresh)

  clock.advance(24 * 3600 - 1)
  assert.deepEqual(await secrets.signing(id, clock()), [fresh.secret, old.secret])
  clock.advance(1)
  assert.deepEqual(await secrets.signing(id, clock()), [fresh.secret])
  assert.equal((await read('rotated')).previousUntil, null)
})

test('concurrent rotations happen one after the other, and none invalidates a secret that receivers hold', async () => {
  const id = await newAccount('hasty')
  const old = await read('hasty')
  const fresh = await Promise.all([rotate('hasty'), rotate('hasty')])
  const signing = await secrets.signing(id, clock())
  assert.deepEqual(new Set(signing), new Set([old, ...fresh].map(({ secret }) => secret)))
  assert.equal(signing[0], (await read('hasty')).secret)
})

test('an unknown account has no secret, and asking for one does not create the account', async () => {
  assert.equal(await secrets.read('nobody', clock()), null)
  assert.equal(await secrets.rotate('nobody', clock()), null)
  assert.deepEqual(await database.query(`select 1 from accounts where name = 'nobody'`), [])
})

const stored = async (accountId: string) =>
  (
    await database.query<{ secret: string }>('select secret from webhook_secrets where account_id = $1', [accountId])
  ).map(({ secret }) => secret)

test('with keys to encrypt with, secrets are encrypted, and so are those from before once they are read', async () => {
  const id = await newAccount('sealed')
  const plain = await read('sealed')
  const [former, key] = [randomBytes(32), randomBytes(32)]
  const sealing = createWebhookSecrets({ database, box: createSecretBox([former]) })
  assert.deepEqual(await sealing.signing(id, clock()), [plain.secret])
  for (const each of await stored(id)) assert.match(each, /^sealed:[0-9A-Za-z+/=]+$/)
  assert.deepEqual(await sealing.read('sealed', clock()), plain)

  const rotated = createWebhookSecrets({ database, box: createSecretBox([key, former]) })
  const fresh = await rotated.rotateOf(id, clock())
  assert.ok(fresh)
  assert.deepEqual(await rotated.signing(id, clock()), [fresh.secret, plain.secret])
  assert.ok((await stored(id)).every((each) => each.startsWith('sealed:')))
})

test('a secret that no key opens signs nothing, and nothing else signs in its place', async () => {
  const id = await newAccount('lost')
  await createWebhookSecrets({ database, box: createSecretBox([randomBytes(32)]) }).signing(id, clock())
  for (const box of [null, createSecretBox([randomBytes(32)])])
    await assert.rejects(createWebhookSecrets({ database, box }).signing(id, clock()), UnreadableSecretError)
  assert.equal((await stored(id)).length, 1)
})
