import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { serialize } from 'node:v8'
import { ProviderFailure } from '@polyparse/providers/port'
import { eraseJob, cancelJob } from '../../src/jobs/cancel.ts'
import { findReadPage } from '../../src/jobs/read-pages.ts'
import { chores } from '../../src/worker/chores.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

type Told = Parameters<Parameters<typeof testProvider>[1]>[0]['onPageRead']

describe('pages that can be had before the end of a job', () => {
  let opened: WorkerHarness | null = null
  afterEach(async () => {
    await opened?.close()
    opened = null
  })

  /** A worker whose provider calls `parse` with what tells of pages. */
  const open = async (parse: (tell: Told, harness: WorkerHarness) => Promise<void>): Promise<WorkerHarness> => {
    const harness = await openWorkerHarness([
      testProvider(
        'provider-a',
        async ({ onPageRead }) => {
          await parse(onPageRead, harness)
          return documentOf('Read.')
        },
        { outputs: ['pages'] },
      ),
    ])
    opened = harness
    return harness
  }
  const asked = { outputs: ['pages'], provisionalPages: true } as const
  const page = (text: string) => ({ serialized: serialize(documentOf(text)) })
  const kept = ({ database }: WorkerHarness) =>
    database.query<{ page: number; attempt: number }>('select page, attempt from read_pages order by page')
  /** Waits until so many pages are kept. */
  const untilKept = async (harness: WorkerHarness, count: number): Promise<void> => {
    while ((await kept(harness)).length < count);
  }

  it('are kept while its run goes on, and gone when it has ended', async () => {
    let during: unknown = null
    const harness = await open(async (tell, { database }) => {
      tell?.(1, page('First.'))
      await untilKept(harness, 1)
      const [job] = await database.query<{ id: string }>('select id from jobs')
      during = await findReadPage(database, job?.id ?? '', 1)
    })
    const job = await harness.upload(asked)
    await harness.deliverAll()
    assert.ok(during instanceof Uint8Array)
    assert.deepEqual(Buffer.from(during), serialize(documentOf('First.')))
    assert.equal((await harness.read(job.id)).job.status, 'complete')
    assert.deepEqual(await kept(harness), [])
  })

  it('are not asked of the provider of a job that does not want them', async () => {
    let told: Told = () => {}
    const harness = await open(async (tell) => {
      told = tell
    })
    await harness.upload({ outputs: ['pages'] })
    await harness.deliverAll()
    assert.equal(told, undefined)
  })

  it('are replaced by those of the attempt that follows a failure', async () => {
    let attempts = 0
    const seen: unknown[] = []
    const harness = await open(async (tell) => {
      attempts += 1
      tell?.(1, page(`First, attempt ${attempts}.`))
      await untilKept(harness, 1)
      while ((await kept(harness))[0]?.attempt !== attempts);
      seen.push(await kept(harness))
      if (attempts === 1) throw new ProviderFailure('internal_error', 'Later.', { transient: true })
    })
    await harness.upload(asked)
    await harness.deliverAll()
    assert.deepEqual(seen, [[{ page: 1, attempt: 1 }], [{ page: 1, attempt: 2 }]])
  })

  it('are gone soon after the job is cancelled, and at once when it is erased', async () => {
    for (const isErased of [true, false]) {
      const harness = await open(async (tell, { parts, database }) => {
        tell?.(1, page('First.'))
        await untilKept(harness, 1)
        const [job] = await database.query<{ id: string; account_id: string }>('select id, account_id from jobs')
        assert.ok(job)
        if (isErased) await eraseJob(parts, job.account_id, job.id)
        else await cancelJob(parts, job.id)
      })
      await harness.upload(asked)
      await harness.deliverAll()
      if (!isErased) {
        const chore = chores.find(({ name }) => name === 'pages of ended jobs')
        await chore?.run(harness.parts, { resultSeconds: 1, jobSeconds: 1 })
      }
      assert.deepEqual(await kept(harness), [])
      await harness.close()
      opened = null
    }
  })

  it('are bounded: of what comes at once, more than 8 MiB comes with the result alone', async () => {
    const seen: unknown[] = []
    const harness = await open(async (tell) => {
      for (let number = 1; number <= 100; number += 1) tell?.(number, { serialized: new Uint8Array(900_000) })
      await untilKept(harness, 10)
      seen.push(...(await kept(harness)).map(({ page: number }) => number))
    })
    await harness.upload(asked)
    await harness.deliverAll()
    // The first is on its way to the database when the others come, of which nine have room.
    assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})
