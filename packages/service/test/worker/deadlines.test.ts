import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { closeRemoteRuns, openRemoteRun } from '../support/remote-run.ts'
import { hanging, testProvider } from '../support/providers.ts'
import { openWorkerHarness } from '../support/worker.ts'

afterEach(closeRemoteRuns)

test('a provider on this machine is stopped when the time that the job gives it is over', async (context) => {
  const { upload, deliverAll, read, close } = await openWorkerHarness([testProvider('local', hanging)])
  context.after(close)
  const job = await upload({ deadlineSeconds: 1 })
  await deliverAll()
  const { status, error, errorCode } = (await read(job.id)).job
  assert.deepEqual([status, errorCode], ['failed', 'timeout'])
  assert.match(error ?? '', /did not finish within 1 s/)
})

test('a vendor has the time that the job gives it, and no more than its own', async () => {
  const { upload, deliver, queue, database } = await openRemoteRun({}, 1000)
  const secondsLeft = async (jobId: string): Promise<number> => {
    const [row] = await database.query<{ seconds: number }>(
      'select extract(epoch from remote_deadline_at - now())::float8 as seconds from runs where job_id = $1',
      [jobId],
    )
    return row?.seconds ?? Number.NaN
  }
  for (const [asked, given] of [
    [20, 20],
    [3600, 60],
  ] as const) {
    const job = await upload({ deadlineSeconds: asked })
    await deliver()
    const left = await secondsLeft(job.id)
    assert.ok(left > given - 15 && left <= given, `${left} of ${given}`)
    queue.messages.length = 0
  }
})
