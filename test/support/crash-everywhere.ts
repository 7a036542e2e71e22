import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { CrashPlan, CrashReport } from './crashing-worker.ts'
import { createEmptyDatabase } from './database.ts'
import { openRemoteVendor, type RemoteVendor, type remoteProvider } from './remote-vendor.ts'

const program = fileURLToPath(new URL('crashing-worker.ts', import.meta.url))

/** The report of a worker process, or null when it has killed itself. */
const runWorker = async (plan: CrashPlan): Promise<CrashReport | null> => {
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (child.signalCode === 'SIGKILL') return null
  return JSON.parse(output)
}

/**
 * Kills a worker after every `stride`-th call that it makes on the way from a created job to an ended one, each time with
 * a new job, and has the next one go on where it died. Then every job has to be complete, and paid for once; but for one
 * whose submit was under way, which says so, or was submitted again where that is configured.
 */
export const crashEverywhere = async (
  options: Parameters<typeof remoteProvider>[1],
  { stride, first = 1 }: { stride: number; first?: number },
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-crash-'))
  const database = await createEmptyDatabase(join(folder, 'db'))
  const vendor = await openRemoteVendor({ polls: 1 })
  try {
    const plan = (dieAfter: number | null): CrashPlan => ({
      databaseUrl: database.url,
      folder,
      vendorUrl: vendor.url,
      options: { ...options, limits: { answerSeconds: 0.5, ...options?.limits } },
      dieAfter,
    })
    let deaths = 0
    for (let dieAfter = first; (await runWorker(plan(dieAfter))) === null; dieAfter += stride) deaths += 1
    // One more finds nothing left to end.
    const report = await runWorker(plan(null))
    assert.ok(report !== null)
    assert.ok(deaths >= Math.floor((report.calls - first) / stride) && deaths > 2, 'it died on all the way')
    assert.equal(report.jobs.length, deaths + 2)
    judge(report, vendor, options?.whenUnknown ?? 'fail')
  } finally {
    await vendor.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

const judge = (
  { jobs, tracesLeft }: CrashReport,
  { taken, kept }: Pick<RemoteVendor, 'taken' | 'kept'>,
  whenUnknown: 'retry' | 'fail',
): void => {
  const timesTaken = Map.groupBy(taken, (token) => token)
  let unknown = 0
  for (const { status, error, token, submissions } of jobs) {
    const times = timesTaken.get(token ?? '')?.length ?? 0
    if (whenUnknown === 'retry') {
      assert.equal(status, 'complete')
      assert.ok(times >= 1 && times <= submissions && submissions <= 2, `taken ${times} of ${submissions} times`)
      unknown += times - 1
    } else if (status === 'complete') {
      assert.deepEqual({ times, submissions }, { times: 1, submissions: 1 })
    } else {
      assert.match(error ?? 'no reason', /no answer has come.* It was not asked again\.$/)
      assert.ok(times <= 1 && submissions === 1)
      unknown += times
    }
  }
  // Only between the answer and the commit that records it does it die with what nobody else knows.
  assert.ok(unknown <= 8, `${unknown} outcomes were unknown`)
  // What was taken, or uploaded, and has no name here cannot be forgotten by name.
  const withoutName = kept().filter((id) => id.startsWith('work')).length
  assert.ok(withoutName <= unknown, kept().join(' '))
  assert.ok(kept().length - withoutName <= 8, kept().join(' '))
  assert.equal(tracesLeft, 0)
}
