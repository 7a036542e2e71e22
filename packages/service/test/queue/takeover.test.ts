import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openQueue } from '../../src/queue/open-queue.ts'
import type { Queue } from '../../src/queue/queue.ts'
import { createServerDatabase, testServerUrl } from '../support/database.ts'
import { addAccount, addRun } from '../support/runs.ts'

const skip = testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server'
const program = fileURLToPath(new URL('../support/queue-worker.ts', import.meta.url))

type Worker = { readonly child: ChildProcess; until(word: string): Promise<void>; said(): string }

describe('a worker process', { skip, timeout: 120_000 }, () => {
  let url: string
  let drop: () => Promise<void>
  let database: Database
  let queue: Queue
  let account: string
  const workers: Worker[] = []

  const start = async (): Promise<Worker> => {
    const child = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    const until = async (word: string) => {
      while (!said.includes(word)) await setTimeout(20)
    }
    const worker = { child, until, said: () => said }
    workers.push(worker)
    await worker.until('working')
    return worker
  }
  const enqueue = async (): Promise<string> => {
    const { runId } = await addRun(database, account)
    await database.transaction((transaction) => queue.enqueue(transaction, { runId }))
    return runId
  }
  /** A worker that has a run, and another that waits. */
  const twoWorkers = async () => {
    const first = await start()
    const runId = await enqueue()
    await first.until(`got ${runId}`)
    return { first, second: await start(), runId }
  }
  /** The promise of the takeover: a dead worker's run is taken over within this time. */
  const takeOverMs = 15_000
  const takesOver = async (worker: Worker, runId: string): Promise<void> => {
    const patience = new AbortController()
    const late = setTimeout(takeOverMs, 'late', { signal: patience.signal })
    assert.equal(await Promise.race([worker.until(`got ${runId}`), late]), undefined)
    patience.abort()
    await late.catch(() => {})
  }

  before(async () => {
    ;({ url, drop } = await createServerDatabase(testServerUrl ?? ''))
    database = await openPostgres(url)
    await migrate(database)
    account = await addAccount(database)
    queue = await openQueue(database)
  })
  after(async () => {
    for (const { child } of workers) child.kill('SIGKILL')
    await queue.close(0)
    await database.close()
    await drop()
  })

  it('that is killed has its run taken over within 15 s', async () => {
    const { first, second, runId } = await twoWorkers()
    first.child.kill('SIGKILL')
    await takesOver(second, runId)
    second.child.kill('SIGKILL')
  })

  it('that sleeps until its lease has lapsed has its run taken over, notices when it wakes, and takes nothing back', async () => {
    const { first, second, runId } = await twoWorkers()
    first.child.kill('SIGSTOP')
    await takesOver(second, runId)
    first.child.kill('SIGCONT')
    await first.until(`lost ${runId}`)
    // Its handler has rejected: the run stays with the other worker nevertheless.
    await setTimeout(3000)
    assert.equal(first.said().split(`got ${runId}`).length, 2)
    assert.equal(second.said().split(`got ${runId}`).length, 2)
    assert.ok(!second.said().includes('lost'))
  })
})
