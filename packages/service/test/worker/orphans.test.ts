import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { BlobStore } from '../../src/blobs/blob-store.ts'
import { firstJobIdOf } from '../../src/jobs/paths.ts'
import { sweepBrokenUploads, sweepOrphans } from '../../src/worker/orphans.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const hour = 3_600_000
const day = 24 * hour

/** The id of a job created at this time. */
const idAt = (milliseconds: number): string => `${firstJobIdOf(milliseconds)}-7${randomUUID().slice(15)}`

describe('the sweep for blobs without a job', () => {
  let harness: WorkerHarness
  /** What was listed since the last call. */
  let listed: string[] = []

  const observed = (blobs: BlobStore): BlobStore => ({
    ...blobs,
    async *list(prefix, options) {
      for await (const blob of blobs.list(prefix, options)) {
        listed.push(blob.path)
        yield blob
      }
    },
  })
  before(async () => {
    harness = await openWorkerHarness([testProvider('good', async () => documentOf('Hello.'))], observed)
    // The ids of jobs contain the time of the machine.
    harness.clock.advance((Date.now() - harness.clock().getTime()) / 1000)
  })
  after(() => harness.close())
  beforeEach(async () => {
    await harness.database.query('delete from chores')
    await harness.database.query('delete from jobs')
    for (const path of await harness.stored()) await harness.blobs.delete(path)
  })

  const now = () => harness.clock().getTime()
  const sweep = async () => {
    listed = []
    return sweepOrphans(harness.parts)
  }
  /** A blob of a job created this long ago, itself written `ageMs` ago. */
  const blob = async (kind: 'sources' | 'results', jobAgeMs: number, ageMs = jobAgeMs) => {
    const path = `${kind}/${idAt(now() - jobAgeMs)}/${randomUUID()}`
    await harness.blobs.write(path, content())
    const seconds = (now() - ageMs) / 1000
    await utimes(join(harness.folder, path), seconds, seconds)
    return path
  }

  it('removes what broken uploads left, however recent, when no upload can be under way', async () => {
    const left = await blob('sources', 1000)
    const result = await blob('results', 1000)
    assert.equal(await sweepBrokenUploads(harness.parts), 1)
    const stored = await harness.stored()
    assert.deepEqual([stored.includes(left), stored.includes(result)], [false, true])
  })

  it('lists only what was created since the last sweep', async () => {
    const old = await blob('results', 20 * hour)
    assert.equal(await sweep(), 1)
    assert.deepEqual(listed, [old])
    const owned = await harness.upload()
    await harness.deliverAll()
    assert.equal((await harness.read(owned.id)).job.status, 'complete')
    harness.clock.advance((10 * hour) / 1000)
    const late = await blob('sources', 4 * hour)
    assert.equal(await sweep(), 1)
    assert.deepEqual(listed, [late, (await harness.read(owned.id)).job.result?.path])
    assert.equal(await sweep(), 0)
    assert.deepEqual(listed, [])
  })

  it('leaves alone what an upload may still need, and comes back to it', async () => {
    const young = await blob('sources', 3 * hour, hour)
    assert.equal(await sweep(), 0)
    harness.clock.advance((2 * hour) / 1000)
    assert.equal(await sweep(), 1)
    assert.deepEqual(listed, [young])
  })

  it('does not go past an unfinished job, which may still leave something', async () => {
    const { id } = await harness.upload()
    await harness.database.query('update jobs set created_at = $2 where id = $1', [id, new Date(now() - 50 * hour)])
    await sweep()
    const left = await blob('results', 40 * hour)
    assert.equal(await sweep(), 1)
    assert.ok(listed.includes(left))
  })

  it('looks through everything once a week', async () => {
    await sweep()
    await blob('results', 100 * day)
    assert.equal(await sweep(), 0)
    assert.deepEqual(listed, [])
    harness.clock.advance((7 * day) / 1000)
    assert.equal(await sweep(), 1)
  })
})

async function* content() {
  yield Buffer.from('x')
}
