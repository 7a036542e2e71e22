import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, test } from 'node:test'
import { wholeBody } from '../../src/blobs/body.ts'
import { type BlobStore, StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { resultBody } from '../../src/jobs/verified.ts'
import type { PageImageRequest, PageImages } from '@polyparse/providers/port'
import { ProviderFailure } from '@polyparse/providers/port'
import { readStoredResult } from '../../src/worker/store-result.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { closeRemoteRuns, never, openRemoteRun } from '../support/remote-run.ts'
import { openScriptedS3, type Script } from '../support/scripted-s3.ts'
import { openWorkerHarness } from '../support/worker.ts'

afterEach(closeRemoteRuns)

const closing: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closing) await close()
})

const gone = () => Promise.reject(new StorageUnavailableError('the bucket answers with 503'))

/** A worker whose storage takes no results while it is away. */
const open = async (parse = async () => documentOf('Hello.')) => {
  const state = { isAway: false }
  const wrap = (blobs: BlobStore): BlobStore => ({
    ...blobs,
    write: (path, content, signal) =>
      state.isAway && path.startsWith('results/') ? gone() : blobs.write(path, content, signal),
  })
  const harness = await openWorkerHarness([testProvider('good', parse)], wrap)
  closing.push(() => harness.close())
  return { ...harness, state }
}

const tries = 20

test('a job whose storage is away for long is not failed, and ends when the storage is back', async () => {
  const { upload, queue, parts, read, state, deliverAll } = await open()
  const { id } = await upload()
  state.isAway = true
  for (let n = 0; n < tries; n += 1) {
    const message = queue.messages.shift()
    assert.ok(message, `after ${n} tries`)
    assert.ok(message.delaySeconds <= 60)
    await workOn(parts, message, never)
    assert.equal((await read(id)).job.status, 'running')
  }
  state.isAway = false
  await deliverAll()
  assert.equal((await read(id)).job.status, 'complete')
})

test('a provider is retried as often after an outage of the storage as without one', async () => {
  let failures = 5
  const { upload, queue, parts, read, state, deliverAll } = await open(async () => {
    if (!state.isAway && failures-- > 0)
      throw new ProviderFailure('engine_crashed', 'The engine was stopped.', { transient: true })
    return documentOf('Hello.')
  })
  const { id } = await upload()
  state.isAway = true
  for (let n = 0; n < 7; n += 1) {
    const message = queue.messages.shift()
    assert.ok(message)
    await workOn(parts, message, never)
  }
  state.isAway = false
  await deliverAll()
  assert.equal((await read(id)).job.status, 'complete')
})

for (const uploads of [false, true])
  test(`a document that cannot be read from the storage waits for it, however short a vendor's deadline is (${uploads ? 'upload' : 'submit'})`, async () => {
    const { vendor, parts, queue, upload, read, deliverAll, database } = await openRemoteRun({ uploads })
    const job = await upload()
    let isAway = true
    const blobs: BlobStore = { ...parts.blobs, read: (...asked) => (isAway ? gone() : parts.blobs.read(...asked)) }
    // Its type has been detected before the storage went away.
    await database.query("update jobs set detected_media_type = 'text/plain', prepared_at = now()")
    for (let n = 0; n < 12; n += 1) {
      const message = queue.messages.shift()
      assert.ok(message, `after ${n} tries`)
      assert.ok(message.delaySeconds <= 60)
      await workOn({ ...parts, blobs }, message, never)
      // Longer than the vendor may take.
      await database.query("update runs set remote_deadline_at = remote_deadline_at - interval '1 hour'")
    }
    isAway = false
    await deliverAll()
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.equal(vendor.taken.length, 1)
  })

test('images of pages are drawn once the document can be read, and not missing because it broke off', async () => {
  let faults = 3
  const harness = await openWorkerHarness([testProvider('good', async () => documentOf('Hello.'))])
  closing.push(() => harness.close())
  const blobs: BlobStore = {
    ...harness.parts.blobs,
    read: async (path, range) => {
      if (!path.startsWith('sources/') || faults-- <= 0) return harness.parts.blobs.read(path, range)
      return wholeBody(Readable.from([Buffer.from('Hel')]), { length: 6 })
    },
  }
  const parts = {
    ...harness.parts,
    blobs,
    // Like the real one, it says of whatever goes wrong that the images are missing.
    drawPageImages: async ({ source }: PageImageRequest): Promise<PageImages> => {
      try {
        const data = await buffer(await source.open())
        return { images: [{ page: 1, width: 1, height: 1, mimeType: 'image/png', data }], missing: null }
      } catch {
        return { images: [], missing: 'The pages could not be drawn.' }
      }
    },
  }
  const { id } = await harness.upload({ pageImages: true })
  await harness.database.query("update jobs set detected_media_type = 'text/plain', prepared_at = now()")
  const { queue } = harness
  for (let message = queue.messages.shift(); message !== undefined; message = queue.messages.shift())
    await workOn(parts, message, never)
  assert.ok(faults < 0)
  const { job } = await harness.read(id)
  assert.ok(job.result, job.error ?? '')
  const body = await buffer(await readStoredResult(harness.blobs, job.result.path, resultBody(job.result)))
  assert.doesNotMatch(body.toString(), /page_images_missing/)
})

const text = 'Hello. '.repeat(10_000)

/** What a bucket does to the bytes of a document that it has. */
const faults: readonly (readonly [string, Script])[] = [
  [
    'are not those of its checksum',
    (_request, response) =>
      response
        .writeHead(200, { 'content-length': text.length, 'x-amz-checksum-crc32': 'AAAAAA==' })
        .end(text.replaceAll('l', 'L')),
  ],
  [
    'break off',
    (_request, response) => {
      response.writeHead(200, { 'content-length': text.length })
      response.write(text.slice(0, 1000), () => response.destroy())
    },
  ],
  [
    'do not come',
    (_request, response) => {
      response.writeHead(200, { 'content-length': text.length }).flushHeaders()
    },
  ],
]

const intact: Script = (_request, response) => response.writeHead(200, { 'content-length': text.length }).end(text)

/** How often a fault comes in a row: more often than a provider's own failure is retried. */
const faultsInARow = 7

for (const remote of [false, true])
  for (const [what, fault] of faults)
    test(`a job whose document's bytes ${what} is not failed, and ends once they come whole (${remote ? 'vendor' : 'local'})`, async () => {
      const script: Script = (request, response, count) =>
        (count > faultsInARow ? intact : fault)(request, response, count)
      await using s3 = await openScriptedS3(script, { answerMs: 200 })
      const local = testProvider('good', async ({ source }) =>
        documentOf((await buffer(await source.open())).toString()),
      )
      const opened = remote ? await openRemoteRun() : { ...(await openWorkerHarness([local])), vendor: null }
      if (opened.vendor === null) closing.push(() => opened.close())
      const { parts, queue, upload, read, database, vendor } = opened
      const { id } = await upload({}, text)
      await database.query("update jobs set detected_media_type = 'text/plain', prepared_at = now()")
      const blobs: BlobStore = {
        ...parts.blobs,
        read: (path, range) =>
          path.startsWith('sources/') ? s3.blobs.read(path, range) : parts.blobs.read(path, range),
      }
      for (let message = queue.messages.shift(); message !== undefined; message = queue.messages.shift()) {
        await database.query(
          "update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null",
        )
        await workOn({ ...parts, blobs }, message, never)
      }
      const { job } = await read(id)
      assert.equal(job.status, 'complete', job.error ?? '')
      if (vendor !== null) assert.equal(vendor.taken.length, 1)
    })
