import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { cancelJob, eraseJob } from '../../src/jobs/cancel.ts'
import { pageAnswersOf } from '../../src/jobs/page-answers.ts'
import type { RemoteProvider } from '@polyparse/providers/port'
import { chores } from '../../src/worker/chores.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf } from '../support/providers.ts'
import { closeRemoteRuns, never, openRemoteRun } from '../support/remote-run.ts'

afterEach(closeRemoteRuns)

/** A run whose provider keeps an answer about a page in each of its two polls. */
const openPagedRun = async () => {
  const opened = await openRemoteRun()
  const { provider, parts, queue, database } = opened
  const paged: RemoteProvider = {
    ...provider,
    submit: async () => ({ kind: 'submitted', reference: {}, pollInSeconds: 0 }),
    poll: async ({ answers }) => {
      const { size } = await answers.pages()
      await answers.keep(size + 1, JSON.stringify(`Page ${size + 1}.`))
      return size === 1 ? { kind: 'ready' } : { kind: 'working', pollInSeconds: 0 }
    },
    fetch: async ({ answers }) => documentOf((await answers.all()).map((answer) => JSON.parse(answer)).join(' ')),
  }
  const step = async () => {
    const message = queue.messages.shift()
    assert.ok(message)
    await workOn({ ...parts, providers: new Map([[paged.id, paged]]) }, message, never)
  }
  const kept = () => database.query('select page from page_answers')
  const job = await opened.upload()
  await step()
  await step()
  assert.equal((await kept()).length, 1)
  return { ...opened, job, step, kept }
}

const clearAway = async ({ parts }: Awaited<ReturnType<typeof openPagedRun>>): Promise<void> => {
  const chore = chores.find(({ name }) => name === 'answers about pages')
  await chore?.run(parts, { resultSeconds: 1, jobSeconds: 1 })
}

describe('the answers about single pages', () => {
  it('make the result, and are gone once the run has ended', async () => {
    const { job, step, kept, read, body } = await openPagedRun()
    await step()
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.match(JSON.stringify(await body(job.id)), /Page 1\. Page 2\./)
    assert.deepEqual(await kept(), [])
  })

  it('are gone soon after their job is cancelled, also those that come too late', async () => {
    const opened = await openPagedRun()
    const { job, parts, kept, database } = opened
    const [run] = await database.query<{ id: string }>('select id from runs')
    assert.equal(await cancelJob(parts, job.id), true)
    await clearAway(opened)
    assert.deepEqual(await kept(), [])

    await pageAnswersOf(database, { runId: run?.id ?? '' }).keep(2, '"late"')
    assert.deepEqual(await kept(), [])
  })

  it('are gone at once when their job is erased', async () => {
    const { job, parts, kept, accountId } = await openPagedRun()
    assert.equal(await eraseJob(parts, accountId, job.id), true)
    assert.deepEqual(await kept(), [])
  })

  it('show that a run gets on: its worker did not die of the document', async () => {
    const { step, database } = await openPagedRun()
    await database.query('update runs set deaths = 4')
    await database.query(`update runs set remote_due_at = now() - interval '1 second'`)
    await step()
    const [run] = await database.query<{ deaths: number }>('select deaths from runs')
    assert.equal(run?.deaths, 0)
  })
})
