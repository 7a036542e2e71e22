import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { afterEach, test } from 'node:test'
import { documentOf, testProvider } from '../support/providers.ts'
import { closeRemoteRuns, openRemoteRun } from '../support/remote-run.ts'
import { openWorkerHarness } from '../support/worker.ts'

afterEach(closeRemoteRuns)

const reader = (id: string) =>
  testProvider(id, async ({ source }) => documentOf((await buffer(await source.open())).toString()))

/** An uploaded job, of which the storage has nothing any more; its type is detected already, or not. */
const lose = async (
  { upload, blobs, database, deliverAll, read }: Awaited<ReturnType<typeof openWorkerHarness>>,
  { detected, request = {} }: { readonly detected: boolean; readonly request?: Parameters<typeof upload>[0] },
) => {
  const { id, source } = await upload(request)
  assert.ok(source.path)
  if (detected) await database.query("update jobs set detected_media_type = 'text/plain', prepared_at = now()")
  await blobs.delete(source.path)
  await deliverAll()
  return read(id)
}

for (const detected of [false, true])
  test(`a job whose document is gone ${detected ? 'after' : 'before'} its type was detected says so, and what to do`, async (t) => {
    const harness = await openWorkerHarness([reader('good')])
    t.after(() => harness.close())
    const { job } = await lose(harness, { detected })
    assert.deepEqual([job.status, job.errorCode], ['failed', 'source_lost'])
    assert.match(job.error ?? '', /no longer has the document.*Send it again/)
  })

test('a comparison whose document is gone is not tried again with each of its providers', async (t) => {
  const harness = await openWorkerHarness([reader('one'), reader('other')])
  t.after(() => harness.close())
  const request = { operation: 'compare', providers: ['one', 'other'] } as const
  const { job } = await lose(harness, { detected: false, request })
  assert.deepEqual([job.status, job.errorCode], ['failed', 'source_lost'])
})

for (const uploads of [false, true])
  test(`a vendor is not asked about a document that is gone (${uploads ? 'upload' : 'submit'})`, async () => {
    const { vendor, run, ...harness } = await openRemoteRun({ uploads })
    const { job } = await lose(harness, { detected: true })
    assert.deepEqual([job.status, job.errorCode], ['failed', 'source_lost'])
    assert.deepEqual((await run(job.id)).failures, 0)
    assert.deepEqual(vendor.taken, [])
  })
