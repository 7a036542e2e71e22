import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Diagnosis } from '@polyparse/contract/admin'
import { Check } from '@polyparse/document/typebox/value'
import { emptyBlobs } from '../support/empty-blobs.ts'
import { openWorkerHarness } from '../support/worker.ts'
import { createAdminApp } from './admin-app.ts'

const adminToken = 'the-admin-token-of-this-test'

/** A doctor whose store lists nothing before `listing` has settled. */
const openDoctor = async (t: TestContext, listing: Promise<void>) => {
  // It may fail before the doctor waits for it.
  listing.catch(() => {})
  const harness = await openWorkerHarness([])
  t.after(() => harness.close())
  const blobs = {
    ...emptyBlobs,
    list: async function* () {
      await listing
      yield* []
    },
  }
  const app = createAdminApp({ ...harness.parts, blobs, adminToken, silenceMs: 20 })
  t.after(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return () =>
    fetch(`${url}/api/admin/doctor`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ check: 'blobs-owned' }),
    })
}

test('a check that takes longer than clients wait for an answer begins its answer before', async (t) => {
  const listing = Promise.withResolvers<void>()
  const diagnose = await openDoctor(t, listing.promise)
  const response = await diagnose()
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  listing.resolve()
  const text = await response.text()
  assert.match(text, /^ +\{/)
  assert.ok(Check(Diagnosis, JSON.parse(text)))
})

test('a check that fails after its answer has begun breaks off the answer', async (t) => {
  const listing = Promise.withResolvers<void>()
  const diagnose = await openDoctor(t, listing.promise)
  const response = await diagnose()
  listing.reject(new Error('the store is gone'))
  await assert.rejects(response.text())
})
