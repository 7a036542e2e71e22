import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, test } from 'node:test'
import type { BlobStore } from '../../src/blobs/blob-store.ts'
import type { StoredJob } from '../../src/jobs/job.ts'
import { maxOutagesOfMismatch } from '../../src/worker/open-source.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { closeRemoteRuns, never, openRemoteRun } from '../support/remote-run.ts'
import { openScriptedS3, type Script } from '../support/scripted-s3.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

afterEach(closeRemoteRuns)

const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const text = 'Hello. '.repeat(100_000)
const others = text.replaceAll('l', 'L')

const openLocal = async () => {
  const read: string[] = []
  const provider = testProvider('local', async ({ source }) => {
    read.push((await buffer(await source.open())).toString())
    return documentOf('Hello.')
  })
  const harness = await openWorkerHarness([provider])
  harnesses.push(harness)
  return { ...harness, received: read }
}

const openVendor = async (uploads: boolean) => {
  const opened = await openRemoteRun({ uploads })
  return { ...opened, received: opened.vendor.taken }
}

type Opened = Pick<WorkerHarness, 'parts' | 'queue' | 'upload' | 'read' | 'database' | 'folder'> & {
  readonly received: readonly string[]
}

/** Uploads a document, whose type is detected, and works on its job to the end; `blobs` are those of the worker. */
const work = async (
  { parts, queue, upload, read, database }: Opened,
  { blobs = parts.blobs, before }: { blobs?: BlobStore; before?: (job: StoredJob) => Promise<unknown> },
) => {
  const { id, source } = await upload({}, text)
  await database.query("update jobs set detected_media_type = 'text/plain', prepared_at = now()")
  await before?.((await read(id)).job)
  let tries = 0
  for (let message = queue.messages.shift(); message !== undefined; message = queue.messages.shift()) {
    tries += 1
    assert.ok(tries <= 30, 'the job does not end')
    await database.query("update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null")
    await workOn({ ...parts, blobs }, message, never)
  }
  return { job: (await read(id)).job, source, tries }
}

const assertDamaged = ({ status, error, errorCode }: StoredJob): void => {
  assert.deepEqual([status, errorCode], ['failed', 'source_lost'])
  assert.match(error ?? '', /^The document was damaged in the storage of the service\. Send it again in a new job/)
}

const wrong: Script = (_request, response) =>
  response.writeHead(200, { 'content-length': text.length, 'x-amz-checksum-crc32': 'AAAAAA==' }).end(others)
const intact: Script = (_request, response) => response.writeHead(200, { 'content-length': text.length }).end(text)

const inBucket = (parts: { readonly blobs: BlobStore }, bucket: BlobStore): BlobStore => ({
  ...parts.blobs,
  read: (path, range) => (path.startsWith('sources/') ? bucket.read(path, range) : parts.blobs.read(path, range)),
})

const kinds = [
  ['a local provider', openLocal],
  ['a vendor', () => openVendor(false)],
  ['a vendor that takes uploads', () => openVendor(true)],
] as const

for (const [who, open] of kinds) {
  test(`a document whose stored bytes are others is never read for the right one, and ends its job (${who})`, async () => {
    const opened = await open()
    const { job, tries } = await work(opened, {
      before: ({ source }) => writeFile(join(opened.folder, source.path ?? ''), others),
    })
    assertDamaged(job)
    assert.equal(tries, maxOutagesOfMismatch + 1)
    assert.deepEqual(opened.received, [])
  })

  test(`a document that a bucket never sends as its checksum says ends its job (${who})`, async () => {
    await using s3 = await openScriptedS3(wrong)
    const opened = await open()
    const { job, tries } = await work(opened, { blobs: inBucket(opened.parts, s3.blobs) })
    assertDamaged(job)
    assert.equal(tries, maxOutagesOfMismatch + 1)
    assert.deepEqual(opened.received, [])
  })
}

test('a document that was cut off in the storage ends its job', async () => {
  const opened = await openLocal()
  const { job } = await work(opened, {
    before: ({ source }) => writeFile(join(opened.folder, source.path ?? ''), text.slice(0, 1000)),
  })
  assertDamaged(job)
})

test('a document that comes damaged after a long outage is waited for as soon as it comes right again', async () => {
  // It is wrong when it is read, and right when it is read again to be certain.
  const script: Script = (request, response, count) => (count === 1 ? wrong : intact)(request, response, count)
  await using s3 = await openScriptedS3(script)
  const opened = await openLocal()
  const { job, tries } = await work(opened, {
    blobs: inBucket(opened.parts, s3.blobs),
    before: () => opened.database.query('update runs set outages = 1000'),
  })
  assert.equal(job.status, 'complete', job.error ?? '')
  assert.deepEqual([tries, opened.received.length], [2, 1])
})

test('a document whose bytes break off each time is waited for, however long that takes', async () => {
  const breaksOff: Script = (_request, response) => {
    response.writeHead(200, { 'content-length': text.length, 'x-amz-checksum-crc32': 'AAAAAA==' })
    response.write(text.slice(0, 1000), () => response.destroy())
  }
  const script: Script = (request, response, count) => (count <= 15 ? breaksOff : intact)(request, response, count)
  await using s3 = await openScriptedS3(script)
  const opened = await openLocal()
  const { job } = await work(opened, { blobs: inBucket(opened.parts, s3.blobs) })
  assert.equal(job.status, 'complete', job.error ?? '')
})
