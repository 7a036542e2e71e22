import assert from 'node:assert/strict'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, describe, it } from 'node:test'
import type { PageImages } from '@polyparse/providers/port'
import { eraseJob } from '../../src/jobs/cancel.ts'
import { beginPageImages, findPageImages, pageImagesStored } from '../../src/jobs/page-images.ts'
import { createStoredBytes } from '../../src/jobs/stored-bytes.ts'
import { resultBody } from '../../src/jobs/verified.ts'
import { gunzip } from '../../src/lib/gunzip.ts'
import { createPageImagesChore } from '../../src/worker/chores.ts'
import { sweepOrphans } from '../../src/worker/orphans.ts'
import { workOn } from '../../src/worker/worker.ts'
import { readStoredResult } from '../../src/worker/store-result.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const image = { page: 1, width: 2, height: 3, mimeType: 'image/png' }
const day = 24 * 3600

describe('the images of pages that are kept beside a result', () => {
  let opened: WorkerHarness | null = null
  afterEach(async () => {
    await opened?.close()
    opened = null
  })

  const open = async (): Promise<WorkerHarness> => {
    opened = await openWorkerHarness([testProvider('provider-a', async () => documentOf('Read.'))])
    return opened
  }
  const drawPageImages = async (): Promise<PageImages> => ({
    images: [{ ...image, data: Buffer.from('as it looks') }],
    missing: null,
  })
  const work = async ({ parts, queue }: WorkerHarness): Promise<void> => {
    for (let message = queue.messages.shift(); message !== undefined; message = queue.messages.shift())
      await workOn({ ...parts, drawPageImages }, message, new AbortController().signal)
  }
  const finish = async (harness: WorkerHarness): Promise<string> => {
    const { id } = await harness.upload({ pageImages: true })
    await work(harness)
    return id
  }

  it('are a blob of their own, which the result lists and the account has stored', async () => {
    const harness = await open()
    const id = await finish(harness)
    const { job } = await harness.read(id)
    assert.ok(job.result)
    const body = await text(await readStoredResult(harness.blobs, job.result.path, resultBody(job.result)))
    assert.deepEqual(JSON.parse(body).result.pageImages, [{ ...image, url: `/api/v1/jobs/${id}/pages/1/image` }])
    const path = await findPageImages(harness.database, id)
    assert.ok(path)
    const blob = await buffer(gunzip(await harness.blobs.read(path)))
    assert.deepEqual(JSON.parse(blob.toString()), {
      pages: [{ id: '1', mimeType: 'image/png', data: Buffer.from('as it looks').toString('base64') }],
    })
    const { size } = await buffer(await harness.blobs.read(path)).then(({ length }) => ({ size: length }))
    assert.equal(await createStoredBytes(harness.database)(job.accountId), job.result.size + size)
  })

  it('go when their time is over, and the result stays', async () => {
    const harness = await open()
    const old = await finish(harness)
    harness.clock.advance(day)
    const young = await finish(harness)
    const chore = createPageImagesChore(day)
    assert.equal(await chore.run(harness.parts, { resultSeconds: 7 * day, jobSeconds: 30 * day }), 1)
    assert.equal(await findPageImages(harness.database, old), null)
    assert.ok(await findPageImages(harness.database, young))
    const { job } = await harness.read(old)
    const { job: other } = await harness.read(young)
    const left = [job.result?.path, other.result?.path, await findPageImages(harness.database, young)]
    assert.deepEqual((await harness.stored()).toSorted(), left.map(String).toSorted())
  })

  it('are not swept with what belongs to no job', async () => {
    const harness = await open()
    const id = await finish(harness)
    await sweepOrphans(harness.parts)
    const path = await findPageImages(harness.database, id)
    assert.ok(path !== null && (await harness.stored()).includes(path))
  })

  it('are deleted with their job', async () => {
    const harness = await open()
    const id = await finish(harness)
    const path = await findPageImages(harness.database, id)
    assert.ok(path !== null && (await harness.stored()).includes(path))
    await eraseJob(harness.parts, harness.accountId, id)
    assert.deepEqual(await harness.stored(), [])
  })

  it('are deleted when another attempt has drawn them, and never stored for a job that has ended', async () => {
    const harness = await open()
    const { id } = await harness.upload({ pageImages: true })
    const first = await beginPageImages(harness.database, id)
    const second = await beginPageImages(harness.database, id)
    assert.ok(first !== null && second !== null)
    const requested = await harness.database.query<{ path: string }>('select path from deletions')
    assert.deepEqual(requested, [{ path: first }])
    assert.equal(await pageImagesStored(harness.database, first, 1), false)
    assert.equal(await findPageImages(harness.database, id), null)
    assert.equal(await pageImagesStored(harness.database, second, 1), true)
    assert.equal(await findPageImages(harness.database, id), second)
    await work(harness)
    assert.equal(await beginPageImages(harness.database, id), null)
  })
})
