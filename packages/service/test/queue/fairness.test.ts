import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openQueue } from '../../src/queue/open-queue.ts'
import { workOn } from '../../src/worker/worker.ts'
import { emptyBlobs } from '../support/empty-blobs.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness } from '../support/worker.ts'

const workers = 4

describe('one job of an account, while 10 000 of another wait', { timeout: 120_000 }, () => {
  it('starts after hardly more of them than there are workers', async () => {
    const begun: string[] = []
    const reading = testProvider('reading', async ({ source }) => {
      begun.push(source.filename ?? '')
      await setTimeout(50)
      return documentOf('Hello.')
    })
    const harness = await openWorkerHarness([reading], () => emptyBlobs)
    const { database, parts } = harness
    const queue = await openQueue(database)
    // As creation leaves them, but in one statement for each table.
    await database.query(
      `insert into jobs (
         id, account_id, idempotency_key, fingerprint, operation, outputs, include_raw, provider_options,
         source_filename, source_media_type, source_path, source_size, source_sha256, status, created_at
       )
       select gen_random_uuid(), $1, 'many-' || turn, '', 'parse', '{text}', false, '{}',
         'many.txt', 'text/plain', 'sources/many', 6, '', 'queued', now() from generate_series(1, 10000) as turn`,
      [harness.accountId],
    )
    await database.query(
      `insert into runs (id, job_id, position, provider, status, account_id, lane, due_at)
       select gen_random_uuid(), id, 0, 'reading', 'waiting', account_id, 'parse', now()
       from jobs`,
    )
    queue.work({ concurrency: workers }, (message, signal) => workOn({ ...parts, queue }, message, signal))
    while (begun.length < 20) await setTimeout(5)

    await harness.asAccount(() => harness.upload())
    const before = begun.length
    while (!begun.includes('a.txt')) await setTimeout(5)
    // The one whose turn it was, and those fetched or begun in the meantime.
    assert.ok(begun.indexOf('a.txt') - before <= 2 * workers + 1, `after ${begun.indexOf('a.txt') - before} others`)
    await queue.close(5000)
    await harness.close()
  })
})
