import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { testProviderKeys } from '../support/provider-keys.ts'
import { closeRemoteRuns, never, openRemoteRun } from '../support/remote-run.ts'
import { workOn } from '../../src/worker/worker.ts'

afterEach(closeRemoteRuns)

const accountKey = 'key-of-the-account-0123'

/** A run at a vendor that also takes the key of the account, which has one. */
const open = async (options: Parameters<typeof openRemoteRun>[0] = {}, polls = 1) => {
  const opened = await openRemoteRun(options, polls)
  const { database, accountId, clock, parts, vendor, queue } = opened
  const providerKeys = testProviderKeys(database, { adapterOf: (id) => (id === 'remote' ? id : null) })
  const [account] = await database.query<{ name: string }>('select name from accounts where id = $1', [accountId])
  assert.ok(account)
  const ofAccount = { account: account.name, provider: 'remote' }
  await providerKeys.set({ ...ofAccount, key: accountKey }, clock())
  vendor.customers.set(accountKey, 'account')
  const keyed = { ...parts, providerKeys }
  const deliver = async () => {
    const message = queue.messages.shift()
    assert.ok(message)
    await database.query("update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null")
    await workOn(keyed, message, never)
  }
  const deliverAll = async () => {
    while (queue.messages.length > 0) await deliver()
  }
  return { ...opened, parts: keyed, providerKeys, ofAccount, deliver, deliverAll }
}

test('the key of an account is used at every step of its runs, and the key of the operator for all others', async () => {
  const { vendor, upload, deliverAll, asAccount, read } = await open({ uploads: true, finds: true })
  vendor.meet('submit', 'reset-after')
  const job = await upload()
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  for (const askers of Object.values(vendor.askers)) assert.deepEqual([...new Set(askers)], ['account'])
  assert.deepEqual(vendor.kept(), [])

  vendor.meet('submit', 'reset-after')
  await asAccount(upload)
  await deliverAll()
  for (const askers of Object.values(vendor.askers)) assert.equal(askers.at(-1), 'operator')
})

test('work is followed with the key that it was submitted with, although the account has got one since', async () => {
  const { vendor, upload, deliver, deliverAll, providerKeys, ofAccount, clock, read } = await open()
  await providerKeys.remove(ofAccount)
  const job = await upload()
  await deliver()
  await providerKeys.set({ ...ofAccount, key: accountKey }, clock())
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  for (const askers of [vendor.askers.submit, vendor.askers.poll, vendor.askers.fetch, vendor.askers.forget])
    assert.deepEqual([...new Set(askers)], ['operator'])
})

test('work fails, and is not asked for with the key of the operator, when the key of the account is removed', async () => {
  const { vendor, upload, deliver, deliverAll, providerKeys, ofAccount, run } = await open({}, 3)
  const job = await upload()
  await deliver()
  await providerKeys.remove(ofAccount)
  await deliverAll()
  const { error } = await run(job.id)
  assert.equal(error?.code, 'provider_unauthorized')
  assert.match(error?.message ?? '', /The account's own key for Vendor was removed/)
  assert.deepEqual(vendor.askers.poll.includes('operator'), false)
  assert.deepEqual(vendor.askers.forget, [])
})

test('a run is not sent with the key of the operator when the key of the account cannot be decrypted', async () => {
  const { vendor, upload, deliverAll, parts, database, run } = await open()
  const job = await upload()
  Object.assign(parts, { providerKeys: testProviderKeys(database) })
  await deliverAll()
  const { error } = await run(job.id)
  assert.equal(error?.code, 'provider_unauthorized')
  assert.match(error?.message ?? '', /cannot be decrypted/)
  assert.equal(vendor.asked.submit, 0)
})
