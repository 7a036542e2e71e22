import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ResolvedRequest } from '../src/jobs/job.ts'
import type { Database } from '../src/db/database.ts'
import { createJob } from '../src/jobs/create.ts'
import { systemClock } from '../src/lib/clock.ts'
import type { Queue } from '../src/queue/queue.ts'
import { jobRequest } from '../test/support/job-request.ts'

const program = fileURLToPath(new URL('queue-worker.ts', import.meta.url))

/** Starts this many worker processes on the database; resolves when they work. */
export const startWorkers = async (
  url: string,
  count: number,
  { slots = 4, workMs = 0 } = {},
): Promise<ChildProcess[]> => {
  const workers = Array.from({ length: count }, () =>
    fork(program, [url, String(slots), String(workMs)], { execArgv: ['--expose-gc'] }),
  )
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  return workers
}

export const stopWorkers = async (workers: readonly ChildProcess[]): Promise<void> => {
  const ended = workers.map((worker) => once(worker, 'exit'))
  for (const worker of workers) worker.kill('SIGKILL')
  await Promise.all(ended)
}

export type Usage = { readonly cpu: NodeJS.CpuUsage; readonly rss: number; readonly heapUsed: number }

export const usageOf = async (worker: ChildProcess): Promise<Usage> => {
  const answered = once(worker, 'message')
  worker.send('usage')
  const [usage]: Usage[] = await answered
  if (usage === undefined) throw new Error('a worker did not answer')
  return usage
}

export const addAccount = async (database: Database, name: string): Promise<string> => {
  const id = randomUUID()
  await database.query('insert into accounts (id, name, created_at) values ($1, $2, now())', [id, name])
  return id
}

const asked: ResolvedRequest = jobRequest({ outputs: ['text'] })

/** Creates a job as the API does, for an upload that is not stored anywhere. */
export const createUpload = async (parts: { database: Database; queue: Queue }, accountId: string): Promise<string> => {
  const id = randomUUIDv7()
  const source = { filename: 'a.txt', mediaType: 'text/plain', path: `sources/${id}`, size: 6, sha256: '0'.repeat(64) }
  const job = {
    id,
    accountId,
    keyId: null,
    idempotencyKey: id,
    fingerprint: id,
    request: asked,
    providers: ['provider-a'],
    fallback: null,
    source,
  }
  await createJob({ ...parts, clock: systemClock }, job)
  return id
}
