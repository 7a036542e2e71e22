import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BlobStore } from '../../../src/blobs/blob-store.ts'
import type { Database } from '../../../src/db/database.ts'
import { listenForEndings } from '../../../src/jobs/endings.ts'
import { openQueue } from '../../../src/queue/open-queue.ts'
import { chores } from '../../../src/worker/chores.ts'
import { remoteProvider } from '../remote-vendor.ts'
import { workerParts } from '../worker-parts.ts'

/** Asks until the answer is true, and returns whether that was so in time. */
const comesTrue = async (ask: () => Promise<boolean>, withinMs: number): Promise<boolean> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    if (await ask()) return true
    if (performance.now() > deadline) return false
    await setTimeout(250)
  }
}

/** Whether no run is due or held any more. */
export const noneIsDue = (database: Database, withinMs: number): Promise<boolean> =>
  comesTrue(async () => {
    const rows = await database.query('select 1 from runs where due_at is not null or leased_at is not null limit 1')
    return rows.length === 0
  }, withinMs)

/** Makes the running workers send at once the announcements that are due later. */
export const announceAll = async (database: Database, withinMs: number): Promise<boolean> => {
  // Due by any clock: that of the worker that postponed it, and that of the worker that takes it.
  await database.query(
    `update webhook_deliveries set next_attempt_at = now() - interval '1 hour' where next_attempt_at is not null`,
  )
  return comesTrue(async () => {
    const left = await database.query('select 1 from webhook_deliveries where delivered_at is null limit 1')
    return left.length === 0
  }, withinMs)
}

const nextDay = () => new Date(Date.now() + 26 * 36e5)

/** Does every chore as on the next day: what is still there afterwards stays for good. */
export const dayAfter = async (database: Database, blobs: BlobStore, vendorUrl: string): Promise<void> => {
  const queue = await openQueue(database)
  const endings = await listenForEndings(database)
  const provider = remoteProvider(vendorUrl)
  await using spool = await mkdtempDisposable(join(tmpdir(), 'polyparse-answers-'))
  const parts = await workerParts({
    database,
    queue,
    blobs: { ...blobs, now: async () => nextDay() },
    endings,
    providers: [provider],
    spoolFolder: spool.path,
    clock: nextDay,
  })
  await database.query('update vendor_artifacts set next_attempt_at = now()')
  for (const chore of chores) await chore.run(parts, { resultSeconds: 7 * 86_400, jobSeconds: 30 * 86_400 })
  await endings.close()
  await queue.close(0)
}
