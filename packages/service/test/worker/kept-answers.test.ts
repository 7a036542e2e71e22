import assert from 'node:assert/strict'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, afterEach, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type BlobStore, StorageFullError, StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import { cancelJob } from '../../src/jobs/cancel.ts'
import type { RemoteProvider } from '@polyparse/providers/port'
import { gather } from '@polyparse/providers/composition'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { plainText } from '../../../providers/test/support/plain-text.ts'
import { openAnswerSpool } from '../../src/worker/remote/answer-spool.ts'
import { pauseForAnswer } from '../../src/worker/remote/ask.ts'
import { recoverAnswers, startAnswerRecovery } from '../../src/worker/remote/recover-answers.ts'
import type { WorkerParts } from '../../src/worker/parts.ts'
import { workOn } from '../../src/worker/worker.ts'
import { closeRemoteRuns, never, openRemoteRun } from '../support/remote-run.ts'

afterEach(closeRemoteRuns)

type Opened = Awaited<ReturnType<typeof openRemoteRun>>

const hang = () => new Promise<never>(() => {})

/** A process that will be killed during an outage of the storage: its first try fails, and its second never ends. */
const duringOutage = ({ blobs, renderer }: WorkerParts): Partial<WorkerParts> => {
  let tries = 0
  return {
    blobs: { ...blobs, write: () => Promise.reject(new StorageUnavailableError('the bucket answers with 503')) },
    renderer: { ...renderer, open: (...asked) => (tries++ === 0 ? renderer.open(...asked) : hang()) },
  }
}

const keptIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.'))

const killed = new AbortController()
after(() => killed.abort())

/** Has a worker receive the answer of a vendor and die before it can record it. Another disk is another machine. */
const killBeforeRecording = async (opened: Opened, dying: Partial<WorkerParts>) => {
  const { upload, queue, parts, spoolFolder } = opened
  const job = await upload()
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  workOn({ ...parts, ...dying }, message, killed.signal).catch(() => {})
  while ((await keptIn(spoolFolder)).length === 0) await setTimeout(5)
  return { job, message }
}

/** A process that will be killed while the database is away: its first try to record an answer fails, its second hangs. */
const withoutDatabase = ({ database, vendor }: Opened): Partial<WorkerParts> => {
  let tries = 0
  return {
    database: {
      ...database,
      transaction: (work) => {
        if (vendor.asked.submit === 0) return database.transaction(work)
        return tries++ > 0 ? hang() : Promise.reject(new DatabaseUnavailableError('gone'))
      },
    },
  }
}

/** The process that starts where the other was killed. */
const restarted = async ({ parts, spoolFolder }: Opened): Promise<WorkerParts> => ({
  ...parts,
  answerSpool: await openAnswerSpool(spoolFolder),
})

const expected = async ({ database }: Opened): Promise<boolean> =>
  (await database.query('select 1 from runs where answer_expected_until > now()')).length > 0

describe("a vendor's answer that cannot be recorded at once", () => {
  it('is still whole when the storage is back, also if a thread has read it', async (t) => {
    const { provider, parts, queue, upload, read, body } = await openRemoteRun({ execution: 'sync' })
    const threads = createAnswerThreads({ maxMebibytes: 512 })
    t.after(() => threads.close())
    const element = { type: 'NarrativeText', element_id: 'e', text: 'Read by a thread.', metadata: { page_number: 1 } }
    const bodies = [await gather(Readable.from([Buffer.from(JSON.stringify([element]))]))]
    const answers = threads.of({ id: 'unstructured', name: 'Unstructured' })
    const threaded: RemoteProvider = {
      ...provider,
      submit: async () => ({ kind: 'done', document: await answers.read({ bodies, ...plainText }, never) }),
    }
    const job = await upload()
    let refusals = 2
    const blobs: BlobStore = {
      ...parts.blobs,
      write: async (...written) => {
        if (refusals-- > 0) throw new StorageUnavailableError('the bucket answers with 503')
        return parts.blobs.write(...written)
      },
    }
    const [message] = queue.messages.splice(0)
    assert.ok(message)
    await workOn({ ...parts, blobs, providers: new Map([[provider.id, threaded]]) }, message, never)
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.match(JSON.stringify(await body(job.id)), /Read by a thread/)
  })

  it('survives its process: the next one records it, and the vendor is asked once', async () => {
    const opened = await openRemoteRun({ execution: 'sync' })
    const { vendor, parts, read, body, spoolFolder } = opened
    const { job, message } = await killBeforeRecording(opened, duringOutage(parts))
    while (!(await expected(opened))) await setTimeout(5)

    // Another machine takes over, and waits for the answer.
    await workOn(parts, message, never)
    assert.partialDeepStrictEqual(await opened.step(), { remote_step: 'submitting', status: 'waiting' })
    assert.ok(Number(opened.queue.messages[0]?.delaySeconds) > 3000)

    await recoverAnswers(await restarted(opened), never)
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.match(JSON.stringify(await body(job.id)), /Hello/)
    assert.equal(vendor.taken.length, 1)
    assert.deepEqual(await keptIn(spoolFolder), [])
  })

  it('survives its process also if it is a reference, and the database was away', async () => {
    const opened = await openRemoteRun()
    const { vendor, read, deliverAll, spoolFolder } = opened
    const { job } = await killBeforeRecording(opened, withoutDatabase(opened))
    await recoverAnswers(await restarted(opened), never)
    assert.partialDeepStrictEqual(await opened.step(), { remote_step: 'submitted', status: 'waiting' })
    await deliverAll()
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.equal(vendor.taken.length, 1)
    assert.deepEqual(vendor.kept(), [])
    assert.deepEqual(await keptIn(spoolFolder), [])
  })

  for (const { how, trouble } of [
    { how: 'for now', trouble: { status: 429, headers: { 'retry-after': '1' } } },
    { how: 'for good', trouble: { status: 402 } },
  ]) {
    it(`survives its process also if it is a refusal ${how}, and the database was away`, async () => {
      const opened = await openRemoteRun()
      const { vendor, read, run, deliverAll, outwaitAnswer, spoolFolder } = opened
      vendor.meet('submit', trouble)
      const { job, message } = await killBeforeRecording(opened, withoutDatabase(opened))

      const parts = await restarted(opened)
      await recoverAnswers(parts, never)
      assert.deepEqual(await keptIn(spoolFolder), [])
      assert.partialDeepStrictEqual(await opened.step(), { submissions: how === 'for now' ? 0 : 1 })
      await outwaitAnswer()
      await workOn(parts, message, never)
      await deliverAll()
      assert.equal(vendor.asked.submit, how === 'for now' ? 2 : 1)
      const { status, error } = await run(job.id)
      assert.equal((await read(job.id)).job.status, how === 'for now' ? 'complete' : 'failed')
      assert.deepEqual([status, error?.code], how === 'for now' ? ['parsed', undefined] : ['failed', 'provider_quota'])
    })
  }

  it('is announced by the next process before that takes new work', async () => {
    const opened = await openRemoteRun({ execution: 'sync' })
    await killBeforeRecording(opened, duringOutage(opened.parts))
    while (!(await expected(opened))) await setTimeout(5)
    await opened.database.query('update runs set answer_expected_until = null')
    const parts = { ...(await restarted(opened)), storage: { isAvailable: () => false } }
    const stop = await startAnswerRecovery(parts)
    assert.ok(await expected(opened))
    await stop()
    assert.equal((await keptIn(opened.spoolFolder)).length, 1)
  })

  it('is readable by its owner only', async () => {
    const opened = await openRemoteRun({ execution: 'sync' })
    await killBeforeRecording(opened, duringOutage(opened.parts))
    const [name] = await keptIn(opened.spoolFolder)
    assert.equal((await stat(join(opened.spoolFolder, name ?? ''))).mode & 0o777, 0o600)
  })

  it('is removed when its job is cancelled, and never stored', async () => {
    const opened = await openRemoteRun({ execution: 'sync' })
    const { parts, stored, spoolFolder } = opened
    const { job } = await killBeforeRecording(opened, duringOutage(parts))
    while (!(await expected(opened))) await setTimeout(5)
    assert.equal(await cancelJob(parts, job.id), true)
    await recoverAnswers(await restarted(opened), never)
    assert.deepEqual(await keptIn(spoolFolder), [])
    assert.deepEqual(await stored(), [])
  })

  it('is removed by its own process when its job is cancelled during the outage', async () => {
    const { parts, queue, upload, stored, spoolFolder } = await openRemoteRun({ execution: 'sync' })
    const job = await upload()
    let isAway = true
    const blobs: BlobStore = {
      ...parts.blobs,
      write: async (...written) => {
        if (isAway) throw new StorageUnavailableError('the bucket answers with 503')
        return parts.blobs.write(...written)
      },
    }
    const [message] = queue.messages.splice(0)
    assert.ok(message)
    const work = workOn({ ...parts, blobs }, message, never)
    while ((await keptIn(spoolFolder)).length === 0) await setTimeout(5)
    assert.equal(await cancelJob(parts, job.id), true)
    await work
    isAway = false
    assert.deepEqual(await keptIn(spoolFolder), [])
    assert.deepEqual(await stored(), [])
  })

  it('stays in memory when its disk is full', async () => {
    const { parts, queue, upload, read, spoolFolder } = await openRemoteRun({ execution: 'sync' })
    const job = await upload()
    const answerSpool = { ...parts.answerSpool, keep: () => Promise.reject(new StorageFullError('no room')) }
    const [message] = queue.messages.splice(0)
    assert.ok(message)
    await workOn({ ...parts, answerSpool }, message, never)
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.deepEqual(await keptIn(spoolFolder), [])
  })

  it('is given up after a week if no version of the service can read it', async () => {
    const opened = await openRemoteRun()
    const file = join(opened.spoolFolder, 'of-another-version')
    const parts = { ...(await restarted(opened)), clock: () => new Date() }
    await writeFile(file, '{"format":2}\n')
    await recoverAnswers(parts, never)
    assert.equal((await keptIn(opened.spoolFolder)).length, 1)
    const old = Date.now() / 1000 - 8 * 86_400
    await utimes(file, old, old)
    await recoverAnswers(parts, never)
    assert.deepEqual(await keptIn(opened.spoolFolder), [])
  })
})

describe('how long a worker waits for the answer of another', () => {
  const limits = { overdueSeconds: 33, answerGraceSeconds: 60 }
  const waiting = { submittingForSeconds: 0, dueAfterSubmitSeconds: null, answerExpectedForSeconds: null }

  it('is as long as an answer may take', () => {
    assert.equal(pauseForAnswer({ ...waiting, submittingForSeconds: 13 }, limits), 20)
  })

  it('is a little longer after that, because the database may only just be back', () => {
    assert.equal(pauseForAnswer({ ...waiting, submittingForSeconds: 3600, dueAfterSubmitSeconds: 33 }, limits), 60)
    const late = { ...waiting, submittingForSeconds: 3600, dueAfterSubmitSeconds: 93 }
    assert.equal(pauseForAnswer(late, limits), 60)
  })

  it('is over when nobody has recorded it by then', () => {
    assert.equal(pauseForAnswer({ ...waiting, submittingForSeconds: 94, dueAfterSubmitSeconds: 93 }, limits), null)
  })

  it('is as long as the process that has the answer asks for', () => {
    const asked = { submittingForSeconds: 94, dueAfterSubmitSeconds: 93, answerExpectedForSeconds: 3000 }
    assert.equal(pauseForAnswer(asked, limits), 3000)
  })
})
