import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { ensureAccount } from '../../src/accounts/accounts.ts'
import type { ProviderKeys } from '../../src/accounts/provider-keys.ts'
import type { Database } from '../../src/db/database.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { testClock } from '../support/clock.ts'
import { openTestDatabase } from '../support/database.ts'
import { testProviderKeys } from '../support/provider-keys.ts'

const clock = testClock()
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const key = 'llx-abcdefghijklmnop'
let database: Database
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const accountOf = async (name: string) => (await ensureAccount(database, name, clock())).id
const asked = (accountId: string, adapter = 'vendor') => ({ accountId, provider: 'vendor', adapter })

const unusable = async (keys: ProviderKeys, request: Parameters<ProviderKeys['read']>[0]): Promise<string> => {
  const stored = await keys.read(request)
  assert.ok(stored !== null && 'unusable' in stored)
  return stored.unusable
}

describe("an account's own key for a vendor", () => {
  it('is stored encrypted, told by its last characters alone, replaced and removed', async () => {
    const keys = testProviderKeys(database)
    const [acme, other] = [await accountOf('Acme'), await accountOf('Other')]
    const told = { account: 'Acme', provider: 'vendor', ending: 'mnop', createdAt: clock() }
    assert.deepEqual(await keys.set({ account: 'Acme', provider: 'vendor', key }, clock()), told)
    const [row] = await database.query<{ sealed: Uint8Array }>('select sealed from provider_keys')
    assert.ok(row)
    assert.equal(Buffer.from(row.sealed).includes(key.slice(0, 6)), false)
    assert.deepEqual(await keys.read(asked(acme)), { key })
    assert.equal(await keys.read(asked(other)), null)

    await keys.set({ account: 'Acme', provider: 'vendor', key: 'short' }, clock())
    assert.deepEqual(await keys.read(asked(acme)), { key: 'short' })
    assert.deepEqual(await keys.list({ account: 'Other' }), [])
    assert.deepEqual(await keys.list({}), [{ ...told, ending: '' }])
    assert.deepEqual(await keys.remove({ account: 'Acme', provider: 'vendor' }), { ...told, ending: '' })
    assert.equal(await keys.remove({ account: 'Acme', provider: 'vendor' }), null)
    assert.equal(await keys.read(asked(acme)), null)
  })

  it('opens for no other account, provider or vendor, and not after a change', async () => {
    const keys = testProviderKeys(database)
    const [mine, theirs] = [await accountOf('Mine'), await accountOf('Theirs')]
    await keys.set({ account: 'Mine', provider: 'vendor', key }, clock())
    await database.query(
      'insert into provider_keys select $2, provider, adapter, sealed, ending, created_at from provider_keys where account_id = $1',
      [mine, theirs],
    )
    assert.match(await unusable(keys, asked(theirs)), /cannot be decrypted/)
    assert.match(await unusable(keys, asked(mine, 'vendor-two')), /given for vendor, and vendor is bound to/)
    await database.query('update provider_keys set sealed = sealed || $2 where account_id = $1', [mine, Buffer.of(0)])
    assert.match(await unusable(keys, asked(mine)), /cannot be decrypted/)
  })

  it('opens as long as the key that has encrypted it is among those of the operator', async () => {
    const accountId = await accountOf('Rotating')
    const before = testProviderKeys(database, { box: createSecretBox([oldKey]) })
    await before.set({ account: 'Rotating', provider: 'vendor', key }, clock())
    const between = testProviderKeys(database, { box: createSecretBox([newKey, oldKey]) })
    assert.deepEqual(await between.read(asked(accountId)), { key })
    const withoutOld = testProviderKeys(database, { box: createSecretBox([newKey]) })
    assert.match(await unusable(withoutOld, asked(accountId)), /cannot be decrypted/)
    await between.set({ account: 'Rotating', provider: 'vendor', key }, clock())
    assert.deepEqual(await withoutOld.read(asked(accountId)), { key })
    assert.match(await unusable(testProviderKeys(database, { box: null }), asked(accountId)), /cannot be decrypted/)
  })

  it('is refused for an unknown account, a provider without keys, without encryption, and with spaces', async () => {
    await accountOf('Known')
    const keys = testProviderKeys(database)
    const request = { account: 'Known', provider: 'vendor', key }
    assert.equal(await keys.set({ ...request, account: 'Unknown' }, clock()), null)
    await assert.rejects(keys.set({ ...request, provider: 'auto' }, clock()), { field: 'provider' })
    await assert.rejects(keys.set({ ...request, key: 'a b' }, clock()), { field: 'key' })
    await assert.rejects(testProviderKeys(database, { box: null }).set(request, clock()), {
      field: 'key',
      message: /POLYPARSE_ENCRYPTION_KEYS/,
    })
  })
})
