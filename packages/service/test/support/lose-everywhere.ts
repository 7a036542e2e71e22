import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import type { Provider } from '@polyparse/providers/port'
import { forgetArtifacts } from '../../src/worker/remote/forget.ts'
import { workOn } from '../../src/worker/worker.ts'
import { readingPages, unsureProvider } from './escalation.ts'
import { openRemoteVendor, remoteProvider } from './remote-vendor.ts'
import { dueRuns, openWorkerHarness } from './worker.ts'

export type Loss = 'before' | 'after'

/** The database, which is unavailable for one call: before it is carried out, or before its answer arrives. */
const losing = (database: Database, nth: number, loss: Loss): Database & { lost(): boolean } => {
  let calls = 0
  const counted = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    calls += 1
    const isLost = calls === nth
    if (isLost && loss === 'before') throw new DatabaseUnavailableError('gone before the call')
    const result = await call()
    if (isLost) throw new DatabaseUnavailableError('gone after the call')
    return result
  }
  return {
    ...database,
    query: (text, parameters) => counted(() => database.query(text, parameters)),
    transaction: (work) =>
      counted(() =>
        database.transaction((transaction) =>
          work({ ...transaction, query: (text, parameters) => counted(() => transaction.query(text, parameters)) }),
        ),
      ),
    lost: () => calls >= nth,
  }
}

const never = new AbortController().signal

/**
 * Makes the database unavailable at every `stride`-th call on the way of a job, each time with a new job. All jobs must
 * be complete.
 */
export const loseEverywhere = async (
  t: TestContext,
  providers: readonly Provider[],
  { loss, stride, text = 'Hello.' }: { loss: Loss; stride: number; text?: string },
): Promise<string[]> => {
  const harness = await openWorkerHarness(providers, undefined, new Map(providers.map(({ id }) => [id, 1])))
  t.after(() => harness.close())
  const { queue, database } = harness
  // The second provider is asked about what the first is not sure of.
  const parts = { ...harness.parts, escalateTo: providers[1]?.id ?? null }
  const jobs: string[] = []
  for (let nth = 1, reached = true; reached; nth += stride) {
    const { id } = await harness.upload({ outputs: ['text'] }, text)
    jobs.push(id)
    const away = losing(database, nth, loss)
    // Workers would take again what is due.
    while ((await harness.read(id)).job.completedAt === null) {
      await database.query(
        "update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null",
      )
      const message = queue.messages.shift()
      if (message === undefined) queue.messages.push(...(await dueRuns(database)))
      else await workOn({ ...parts, database: away }, message, never).catch(() => queue.messages.push(message))
    }
    await harness.deliverAll()
    reached = away.lost()
  }
  await database.query('update vendor_artifacts set next_attempt_at = now()')
  await forgetArtifacts(parts)
  assert.ok(jobs.length > 3, 'it went away on all the way')
  for (const id of jobs) assert.equal((await harness.read(id)).job.error, null)
  return jobs
}

/** The same with a vendor, which must have been asked once for each job and have forgotten all of them. */
export const loseAtVendor = async (t: TestContext, { loss, stride }: { loss: Loss; stride: number }): Promise<void> => {
  const vendor = await openRemoteVendor({ polls: 1 })
  t.after(() => vendor.close())
  const jobs = await loseEverywhere(t, [remoteProvider(vendor.url, { uploads: true })], { loss, stride })
  assert.equal(vendor.taken.length, jobs.length)
  const kept = vendor.kept().filter((id) => id.startsWith('work'))
  assert.deepEqual(kept, [])
}

/** The same with a vendor that is asked about a page of which another provider is not sure. */
export const loseEscalating = async (
  t: TestContext,
  { loss, stride }: { loss: Loss; stride: number },
): Promise<void> => {
  const vendor = await openRemoteVendor({ polls: 1 })
  t.after(() => vendor.close())
  const { provider } = readingPages(remoteProvider(vendor.url))
  const jobs = await loseEverywhere(t, [unsureProvider(), provider], { loss, stride, text: '%PDF-1.7 Hello.' })
  assert.equal(vendor.taken.length, jobs.length)
  assert.deepEqual(vendor.kept(), [])
}
