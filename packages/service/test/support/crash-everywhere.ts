import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { crashingSource } from './crashing-source.ts'
import type { CrashPlan, CrashReport } from './crashing-worker.ts'
import { createEmptyDatabase } from './database.ts'
import { openRemoteVendor, type RemoteVendor, type remoteProvider } from './remote-vendor.ts'
import { everyVendor, type VendorName } from '../../../providers/test/support/every-vendor.ts'

const program = fileURLToPath(new URL('crashing-worker.ts', import.meta.url))

/** What is to be done with the document of the plan, which is made here. */
export type WorkerOrder = Omit<CrashPlan, 'source'>

/** The report of a worker process, or null when it has killed itself. */
export const runWorker = async (order: WorkerOrder): Promise<CrashReport | null> => {
  const { bytes, source } = await crashingSource(order)
  const path = join(order.folder, 'source')
  await writeFile(path, bytes)
  const plan: CrashPlan = { ...order, source: { ...source, path } }
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (child.signalCode === 'SIGKILL') return null
  return JSON.parse(output)
}

type Moments = { readonly stride: number; readonly first?: number }
type Options = Parameters<typeof remoteProvider>[1]
type Crashed = { readonly report: CrashReport; readonly submits: readonly string[] }

/**
 * Kills a worker after every `stride`-th call that it makes between the creation of a job and its end, each time with a
 * new job, and has the next worker go on where it died. In the end every job has to have ended.
 */
const crash = async (
  asked: Pick<WorkerOrder, 'vendor' | 'vendorUrl' | 'options' | 'escalates'>,
  { stride, first = 1 }: Moments,
): Promise<Crashed> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-crash-'))
  const database = await createEmptyDatabase(join(folder, 'db'))
  try {
    const submitsFile = join(folder, 'submits')
    const plan = (dieAfter: number | null): WorkerOrder => ({
      ...asked,
      databaseUrl: database.url,
      folder,
      submitsFile,
      options: { ...asked.options, limits: { answerSeconds: 0.5, ...asked.options?.limits } },
      dieAfter,
    })
    let deaths = 0
    let whole = await runWorker(plan(first))
    while (whole === null) {
      deaths += 1
      whole = await runWorker(plan(first + deaths * stride))
    }
    // One more worker finds nothing left to end.
    const report = await runWorker(plan(null))
    assert.ok(report !== null)
    // A worker that waits for a slow machine asks more often than another whether it may go on.
    const calls = Math.min(whole.calls, report.calls)
    assert.ok(deaths >= Math.floor((calls - first) / stride) && deaths > 0, 'it died on all the way')
    assert.equal(report.jobs.length, deaths + 2)
    assert.equal(report.artifactsLeft, 0)
    const submits = asked.vendor === null ? [] : (await readFile(submitsFile, 'utf8')).trim().split('\n')
    return { report, submits }
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * With a provider made for tests: every job must be complete and paid for once. The exception is a job whose submit was
 * under way: it says so, or was submitted again where that is configured.
 */
export const crashEverywhere = async (options: Options, moments: Moments): Promise<void> => {
  const vendor = await openRemoteVendor({ polls: 1 })
  try {
    const { report } = await crash({ vendor: null, vendorUrl: vendor.url, options }, moments)
    judge(report, vendor, options?.whenUnknown ?? 'fail')
  } finally {
    await vendor.close()
  }
}

/**
 * The same where the vendor is asked about a page of which another provider is not sure: every job must be complete, and
 * nothing paid for twice.
 */
export const crashEscalating = async (moments: Moments): Promise<void> => {
  const vendor = await openRemoteVendor({ polls: 1 })
  try {
    const { report } = await crash({ vendor: null, vendorUrl: vendor.url, options: {}, escalates: true }, moments)
    const timesTaken = Map.groupBy(vendor.taken, (token) => token)
    for (const { status, token, submissions } of report.jobs) {
      assert.deepEqual({ status, submissions }, { status: 'complete', submissions: 1 })
      assert.ok((timesTaken.get(token ?? '')?.length ?? 0) <= 1)
    }
    assert.ok(vendor.taken.length >= 2 && vendor.taken.length <= report.jobs.length)
  } finally {
    await vendor.close()
  }
}

/** The same with a vendor's adapter, which must never submit a job twice, and its fake, which counts. */
export const crashVendorEverywhere = async (name: VendorName, moments: Moments): Promise<void> => {
  const { open } = await everyVendor[name]()
  const fake = await open()
  try {
    const { report, submits } = await crash(
      { vendor: name, vendorUrl: fake.url, options: { limits: { answerSeconds: 2 } } },
      moments,
    )
    assert.equal(new Set(submits).size, submits.length, 'a job was submitted twice')
    const arrived = fake.count('submit')
    assert.ok(arrived <= submits.length, `${arrived} requests for ${submits.length} submits`)
    const unknown = report.jobs.filter(({ status }) => status !== 'complete')
    for (const { error, submissions } of unknown) {
      assert.match(error ?? 'no reason', /did not respond.* It was not asked again\.$/)
      assert.equal(submissions, 1)
    }
    const complete = report.jobs.length - unknown.length
    assert.ok(complete >= 2 && arrived >= complete, 'it was asked for what came back')
    // Only while a submit is under way can its outcome be lost with the process.
    assert.ok(submits.length - complete <= unknown.length)
  } finally {
    await fake.close()
  }
}

const judge = (
  { jobs }: CrashReport,
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
      assert.match(error ?? 'no reason', /did not respond.* It was not asked again\.$/)
      assert.ok(times <= 1 && submissions === 1)
      unknown += times
    }
  }
  // Only between the answer and the commit that records it can the outcome be lost with the process.
  assert.ok(unknown <= 8, `${unknown} outcomes were unknown`)
  // Work or an upload whose name was not recorded cannot be forgotten by name.
  const withoutName = kept().filter((id) => id.startsWith('work')).length
  assert.ok(withoutName <= unknown, kept().join(' '))
  assert.ok(kept().length - withoutName <= 8, kept().join(' '))
}
