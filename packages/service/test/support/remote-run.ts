import assert from 'node:assert/strict'
import type { Database } from '../../src/db/database.ts'
import type { Run } from '../../src/jobs/job.ts'
import type { WorkerParts } from '../../src/worker/parts.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from './providers.ts'
import { openRemoteVendor, remoteProvider } from './remote-vendor.ts'
import { openWorkerHarness } from './worker.ts'

export const never = new AbortController().signal
let opened: { close(): Promise<void> }[] = []

/** Closes what a test has opened: `afterEach(closeRemoteRuns)`, in every file, because several share this module. */
export const closeRemoteRuns = async (): Promise<void> => {
  for (const each of opened.toReversed()) await each.close()
  opened = []
}

/** The worker with other transactions. */
export const withTransactions = (parts: WorkerParts, transaction: Database['transaction']): WorkerParts => ({
  ...parts,
  database: { ...parts.database, transaction },
})

/** A worker, a vendor, and what a test does to the one run between them; `closeRemoteRuns` closes them. */
export const openRemoteRun = async (options: Parameters<typeof remoteProvider>[1] = {}, polls = 1) => {
  const vendor = await openRemoteVendor({ polls })
  const provider = remoteProvider(vendor.url, options)
  const local = testProvider('local', async () => documentOf('Local.'))
  const harness = await openWorkerHarness([provider, local])
  opened.push(vendor, harness)
  const { database, queue } = harness
  /** Lets the delay of the next message pass, and delivers it. */
  const deliver = async (signal = never): Promise<void> => {
    const message = queue.messages.shift()
    assert.ok(message, 'a message is on its way')
    await database.query("update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null")
    await workOn(harness.parts, message, signal)
  }
  const deliverAll = async () => {
    while (queue.messages.length > 0) await deliver()
  }
  const run = async (jobId: string): Promise<Run> => {
    const { runs } = await harness.read(jobId)
    assert.ok(runs[0])
    return runs[0]
  }
  /** Makes the submit as old as if it had gone unanswered for longer than an answer may take. */
  const outwaitAnswer = () => database.query("update runs set submitting_at = now() - interval '1 hour'")
  const step = async () => (await database.query('select remote_step, submissions, remote_token, status from runs'))[0]
  const closeVendor = async () => {
    opened = opened.filter((each) => each !== vendor)
    await vendor.close()
  }
  return { ...harness, vendor, closeVendor, provider, deliver, deliverAll, run, outwaitAnswer, step }
}
