import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { CheckFinding, DoctorParts } from '../../src/doctor/check.ts'
import { checks, deepChecks, diagnose } from '../../src/doctor/doctor.ts'
import { newResultPath, newSourcePath } from '../../src/jobs/paths.ts'
import { openTestBlobs } from '../support/blobs.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const day = 24 * 3600

describe('the doctor and damaged blobs', () => {
  let folder: string
  let harness: WorkerHarness
  let parts: DoctorParts

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-doctor-'))
    const blobs = await openTestBlobs(folder)
    const provider = (id: string) => testProvider(id, async () => documentOf('Hello.'))
    harness = await openWorkerHarness([provider('good'), provider('other')], () => blobs)
    const { database, clock } = harness
    const retention = { resultSeconds: 7 * day, jobSeconds: 30 * day }
    parts = { database, blobs, clock, retention, recheckAfterMs: 0 }
    clock.advance((Date.now() - clock().getTime()) / 1000)
  })
  after(async () => {
    await harness.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await harness.database.query('delete from jobs')
    await harness.database.query('delete from deletions')
    for (const path of await harness.stored()) await harness.blobs.delete(path)
    harness.queue.messages.length = 0
  })

  /** What is wrong and was not repaired, as codes with what they are about. */
  const examine = async ({ repair = false, deep = false, with: given = parts } = {}): Promise<[string, string][]> => {
    const wrong: CheckFinding[] = []
    for (const check of deep ? deepChecks : checks) {
      let next: string | null = null
      do {
        const portion: Awaited<ReturnType<typeof diagnose>> = await diagnose(given, check, { repair, after: next })
        wrong.push(...portion.found.filter((finding) => !portion.repaired.includes(finding)))
        next = portion.next
      } while (next !== null)
    }
    return wrong.map(({ code, id }) => [code, id])
  }
  const bytesOf = async (path: string) => buffer(await harness.blobs.read(path))
  const replace = async (path: string, bytes: Uint8Array) => {
    await harness.blobs.delete(path)
    await harness.blobs.write(path, Readable.from([bytes]))
  }
  const flipped = (bytes: Buffer): Buffer => {
    const copy = Buffer.from(bytes)
    copy.writeUInt8(copy.readUInt8(copy.length - 10) ^ 1, copy.length - 10)
    return copy
  }
  const complete = async () => {
    const { id } = await harness.upload()
    await harness.deliverAll()
    const path = (await harness.read(id)).job.result?.path
    assert.ok(path !== undefined)
    return { id, path }
  }
  /** A compare of which one run has ended, and the other has a message. */
  const halfway = async () => {
    const { id } = await harness.upload({ operation: 'compare', providers: ['good', 'other'] })
    await harness.deliverNext()
    const [run] = (await harness.read(id)).runs
    assert.ok(run?.status === 'parsed' && run.result !== null && run.readingPath !== null)
    return { id, result: run.result.path, reading: run.readingPath }
  }

  const results: readonly [string, CheckFinding['code'], (bytes: Buffer) => Buffer | null][] = [
    ['missing', 'result_missing', () => null],
    ['cut off', 'result_wrong_size', (bytes) => bytes.subarray(0, -1)],
    ['too long', 'result_wrong_size', (bytes) => Buffer.concat([bytes, bytes])],
    ['changed', 'result_changed', flipped],
  ]
  for (const [what, code, damage] of results) {
    it(`finds a result of a complete job that is ${what}, records it, and that it is intact again when the bytes are back`, async () => {
      const deep = code === 'result_changed'
      const { id, path } = await complete()
      await complete()
      const bytes = await bytesOf(path)
      const damaged = damage(bytes)
      if (damaged === null) await harness.blobs.delete(path)
      else await replace(path, damaged)
      assert.deepEqual(await examine({ deep: !deep }), [])
      assert.deepEqual(await examine({ deep }), [[code, path]])
      assert.deepEqual(await examine({ deep, repair: true }), [])
      const { job } = await harness.read(id)
      assert.deepEqual([job.status, job.resultDamaged, job.result?.path], ['complete', true, path])
      assert.deepEqual([...(await examine()), ...(await examine({ deep: true }))], [])

      await replace(path, bytes)
      assert.deepEqual(await examine(), [['result_intact', path]])
      assert.deepEqual(await examine({ repair: true }), [])
      assert.equal((await harness.read(id)).job.resultDamaged, false)
    })
  }

  const sources: readonly [CheckFinding['code'], Buffer | null][] = [
    ['source_missing', null],
    ['source_wrong_size', Buffer.from('Hell')],
    ['source_changed', Buffer.from('hello.')],
  ]
  for (const [code, bytes] of sources) {
    it(`finds ${code} of an unfinished job, and ends the job`, async () => {
      const deep = code === 'source_changed'
      const { id, source } = await harness.upload()
      const path = source.path ?? ''
      if (bytes === null) await harness.blobs.delete(path)
      else await replace(path, bytes)
      assert.deepEqual(await examine({ deep }), [[code, path]])
      assert.deepEqual(await examine({ deep, repair: true }), [])
      const { job } = await harness.read(id)
      assert.deepEqual([job.status, job.errorCode], ['failed', 'source_lost'])
    })
  }

  for (const code of ['result_missing', 'result_changed'] as const) {
    it(`finds ${code} of a run whose job is unfinished: the run fails, and the job goes on with the others`, async () => {
      const deep = code === 'result_changed'
      const { id, result } = await halfway()
      if (deep) await replace(result, flipped(await bytesOf(result)))
      else await harness.blobs.delete(result)
      assert.deepEqual(await examine({ deep }), [[code, result]])
      assert.deepEqual(await examine({ deep, repair: true }), [])
      await harness.deliverAll()
      assert.partialDeepStrictEqual(await harness.body(id), {
        result: { providers: [{ status: 'failed' }, { status: 'parsed' }] },
      })
    })
  }

  for (const code of ['reading_missing', 'reading_changed'] as const) {
    it(`finds ${code} of a run whose job is unfinished, and leaves it out of the comparison`, async () => {
      const deep = code === 'reading_changed'
      const { id, reading } = await halfway()
      if (deep) await replace(reading, (await bytesOf(reading)).subarray(0, -6))
      else await harness.blobs.delete(reading)
      assert.deepEqual(await examine({ deep }), [[code, reading]])
      assert.deepEqual(await examine({ deep, repair: true }), [])
      assert.ok(!(await harness.stored()).includes(reading))
      await harness.deliverAll()
      assert.partialDeepStrictEqual(await harness.body(id), {
        result: { providers: [{ status: 'parsed' }, { status: 'parsed' }] },
      })
    })
  }

  it('finds what belongs to no job, and what was never written to its end, once they are two hours old', async () => {
    const { id } = await complete()
    const [source, result] = [newSourcePath(id), newResultPath(id)]
    for (const path of [source, result]) await replace(path, Buffer.from('left'))
    const writing = new AbortController()
    const begun = Promise.withResolvers<void>()
    const write = harness.blobs.write(
      newResultPath(id),
      (async function* () {
        yield Buffer.alloc(12_000_000)
        begun.resolve()
        await new Promise(() => {})
      })(),
      writing.signal,
    )
    write.catch(() => {})
    await begun.promise
    assert.deepEqual(await examine(), [])

    const inThreeHours = () => new Date(parts.clock().getTime() + 3 * 3600 * 1000)
    const blobs = { ...parts.blobs, now: async () => inThreeHours() }
    const later = { ...parts, blobs, clock: inThreeHours }
    const found = await examine({ with: later })
    assert.deepEqual(
      found.map(([code]) => code),
      ['result_without_job', 'source_without_job', 'write_unfinished'],
    )
    assert.deepEqual(
      found.slice(0, 2).map(([, path]) => path),
      [result, source],
    )
    assert.deepEqual(await examine({ with: later, repair: true }), [])
    writing.abort()
    await assert.rejects(write)
    assert.equal((await harness.stored()).length, 1)
  })

  it('reads everything in portions, each after the one before', async () => {
    for (let count = 0; count < 100; count += 1) await harness.upload()
    const last = await harness.upload()
    await replace(last.source.path ?? '', Buffer.from('hello.'))
    const [check] = deepChecks
    assert.ok(check !== undefined)
    const hurried = { ...parts, portionMs: 0 }
    const first = await diagnose(hurried, check, { repair: false })
    assert.deepEqual(first.found, [])
    assert.ok(first.next !== null && first.next < last.id)
    const second = await diagnose(hurried, check, { repair: false, after: first.next })
    assert.deepEqual([second.found, second.next], [[{ code: 'source_changed', id: last.source.path }], null])
  })
})
