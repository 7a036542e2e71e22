import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createSession, readSession } from '../../src/accounts/sessions.ts'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import { followDatabaseClock } from '../../src/db/database-clock.ts'
import { requestDeletion } from '../../src/jobs/deletions.ts'
import { chores } from '../../src/worker/chores.ts'
import { startAnswerRecovery } from '../../src/worker/remote/recover-answers.ts'
import { testServerUrl } from '../support/database.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness } from '../support/worker.ts'
import { setClockWrong } from '../support/wrong-clock.ts'

const day = 24 * 3600
const retention = { resultSeconds: 7 * day, jobSeconds: 30 * day }
const skip = testServerUrl === undefined && 'the embedded database has the clock of its process'

for (const days of [40, -40])
  test(`a worker whose clock is wrong by ${days} days deletes nothing before its time`, { skip }, async (t) => {
    const harness = await openWorkerHarness([testProvider('good', async () => documentOf('Hello.'))])
    t.after(() => harness.close())
    const { database } = harness
    const blobs = await openDiskBlobs(harness.folder)
    // From now on all is as on a machine whose clock is right.
    harness.clock.advance((Date.now() - harness.clock().getTime()) / 1000)
    const { id } = await harness.upload()
    await harness.deliverAll()
    const waiting = await harness.upload()
    for (const path of [`sources/${randomUUIDv7()}/${randomUUID()}`, `probes/${randomUUID()}`])
      await blobs.write(path, Readable.from([Buffer.from('of an upload that may still become a job')]))
    await database.transaction((transaction) =>
      requestDeletion(transaction, ['sources/just-given-up'], harness.clock()),
    )
    const session = { accountId: harness.accountId, role: 'member', person: null, lifetimeMs: 7 * day * 1000 } as const
    const { secret } = await createSession(database, session, harness.clock())
    const before = (await harness.stored()).toSorted()
    assert.equal(before.length, 4)

    t.after(setClockWrong(days * day * 1000))
    const { clock, close } = await followDatabaseClock(database)
    t.after(close)
    const parts = { ...harness.parts, blobs, clock }
    for (const chore of chores) await chore.run(parts, retention)
    const stopRecovery = await startAnswerRecovery(parts)
    await stopRecovery()

    assert.deepEqual((await harness.stored()).toSorted(), before)
    assert.equal((await harness.read(id)).job.status, 'complete')
    assert.equal((await harness.read(waiting.id)).job.status, 'queued')
    assert.equal((await database.query('select 1 from deletions')).length, 1)
    assert.notEqual(await readSession(database, secret, clock()), null)
  })

test('an upload under way is not taken for abandoned because the clock of the storage is behind', async (t) => {
  const harness = await openWorkerHarness([testProvider('good', async () => documentOf('Hello.'))])
  t.after(() => harness.close())
  const behind = new Date(harness.clock().getTime() - 40 * day * 1000)
  const upload = `sources/${randomUUIDv7()}/${randomUUID()}`
  await harness.blobs.write(upload, Readable.from([Buffer.from('Hello.')]))
  await utimes(join(harness.folder, upload), behind, behind)
  const parts = { ...harness.parts, blobs: { ...harness.blobs, now: async () => behind } }
  for (const chore of chores) await chore.run(parts, retention)
  assert.deepEqual(await harness.stored(), [upload])
})
