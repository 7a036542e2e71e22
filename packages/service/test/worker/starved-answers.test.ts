import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterEach, describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createKeyedLimit } from '../../src/lib/keyed-limit.ts'
import { gather } from '@polyparse/providers/composition'
import type { RemoteProvider } from '@polyparse/providers/port'
import { createAnswerThreads } from '@polyparse/providers/composition'
import type { WorkerParts } from '../../src/worker/parts.ts'
import { openAnswerSpool } from '../../src/worker/remote/answer-spool.ts'
import { recoverAnswers } from '../../src/worker/remote/recover-answers.ts'
import { createRenderer, type Renderer } from '../../src/worker/rendering/renderer.ts'
import { workOn } from '../../src/worker/worker.ts'
import { closeRemoteRuns, never, openRemoteRun } from '../support/remote-run.ts'
import { openSleepyReader } from '../support/sleepy-plugin.ts'
import { plainText } from '../../../providers/test/support/plain-text.ts'

afterEach(closeRemoteRuns)

const answer = JSON.stringify({ pages: [{ markdown: 'Read at last.' }] })

/** A vendor that answers at once, and a reader that has no CPU time to read it when the time for the answer is over. */
const openStarved = async (t: TestContext) => {
  const sleepy = await openSleepyReader()
  t.after(() => sleepy.remove())
  const threads = createAnswerThreads({ maxMebibytes: 512 })
  t.after(() => threads.close())
  const opened = await openRemoteRun({ execution: 'sync' })
  const answers = threads.of(sleepy.vendor, sleepy.reader)
  const asked = { times: 0 }
  const starved: RemoteProvider = {
    ...opened.provider,
    limits: { ...opened.provider.limits, answerSeconds: 1 },
    submit: async (_, signal) => {
      asked.times += 1
      const bodies = [await gather(Readable.from([Buffer.from(answer)]))]
      return { kind: 'done', document: await answers.read({ bodies, ...plainText }, signal) }
    },
  }
  const parts: WorkerParts = { ...opened.parts, answers: threads, providers: new Map([[starved.id, starved]]) }
  const job = await opened.upload()
  const [message] = opened.queue.messages.splice(0)
  assert.ok(message)
  const kept = async (): Promise<string[]> =>
    (await readdir(opened.spoolFolder)).filter((name) => !name.startsWith('.'))
  return { ...opened, parts, sleepy, asked, job, message, kept }
}

describe('an answer that a vendor was paid for, on a machine too busy to read it', () => {
  it('is kept and read once there is time, and the vendor is asked once', async (t) => {
    const { parts, message, sleepy, asked, job, kept, read, body } = await openStarved(t)
    const work = workOn(parts, message, never)
    while ((await kept()).length === 0) await setTimeout(20)
    await sleepy.goOn()
    await work
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.match(JSON.stringify(await body(job.id)), /Read at last/)
    assert.equal(asked.times, 1)
    assert.deepEqual(await kept(), [])
  })

  it('is read by the next process when this one dies meanwhile', async (t) => {
    const { parts, message, sleepy, asked, job, kept, read, body, spoolFolder, database } = await openStarved(t)
    const killed = new AbortController()
    const dying = { read: () => new Promise<never>(() => {}) }
    workOn({ ...parts, answers: dying }, message, killed.signal).catch(() => {})
    t.after(() => killed.abort())
    const isExpected = async (): Promise<boolean> =>
      (await database.query('select 1 from runs where answer_expected_until > now()')).length > 0
    while ((await kept()).length === 0 || !(await isExpected())) await setTimeout(20)
    await sleepy.goOn()
    const next = { answerSpool: await openAnswerSpool(spoolFolder), answerReadings: createKeyedLimit(1) }
    await recoverAnswers({ ...parts, ...next }, never)
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.match(JSON.stringify(await body(job.id)), /Read at last/)
    assert.equal(asked.times, 1)
    assert.deepEqual(await kept(), [])
  })
})

describe('outputs that this machine was too busy to make', () => {
  /** Its first document is ended by the clock before its thread has started. */
  const oneTooLate = (t: TestContext, renderer: Renderer): Renderer => {
    const hasty = createRenderer({ maxMebibytes: 512, maxSeconds: 30, clockSeconds: 0.001 })
    t.after(() => hasty.close())
    let opened = 0
    return { ...renderer, open: (...asked) => (opened++ === 0 ? hasty : renderer).open(...asked) }
  }

  for (const provider of ['vendor', 'local'] as const) {
    it(`are made on another try, with the reading of a provider of the kind ${provider}`, async (t) => {
      const { upload, queue, parts, vendor, read, deliverAll } = await openRemoteRun({ execution: 'sync' })
      const job = await upload(provider === 'vendor' ? {} : { providers: ['local'] })
      const [message] = queue.messages.splice(0)
      assert.ok(message)
      await workOn({ ...parts, renderer: oneTooLate(t, parts.renderer) }, message, never)
      await deliverAll()
      assert.equal((await read(job.id)).job.status, 'complete')
      assert.equal(vendor.asked.submit, provider === 'vendor' ? 1 : 0)
    })
  }
})
