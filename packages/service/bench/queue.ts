import { setTimeout } from 'node:timers/promises'
import { type Measurement, medianOfSamples, percentile } from '@polyparse/test-support/statistics'
import type { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { openQueue } from '../src/queue/open-queue.ts'
import type { Queue } from '../src/queue/queue.ts'
import { createServerDatabase } from '../test/support/database.ts'
import { measureApi } from './api.ts'
import { addAccount, createUpload, startWorkers, stopWorkers, usageOf } from './queue-fleet.ts'

const callers = 16

/** Does it this many times, from several callers at once. */
const repeat = async (times: number, work: () => Promise<unknown>): Promise<void> => {
  let left = times
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1
        await work()
      }
    }),
  )
}

const untilNone = async (database: Database, query: string): Promise<void> => {
  while ((await database.query(query)).length > 0) await setTimeout(20)
}

type Parts = { readonly database: Database; readonly queue: Queue; readonly url: string }

const withService = async <Result>(serverUrl: string, work: (parts: Parts) => Promise<Result>): Promise<Result> => {
  const { url, drop } = await createServerDatabase(serverUrl)
  const database = await openPostgres(url)
  try {
    await migrate(database)
    const queue = await openQueue(database)
    const result = await work({ database, queue, url })
    await queue.close(0)
    return result
  } finally {
    await database.close()
    await drop()
  }
}

/** Jobs per second that 16 callers create while workers end them. */
const jobRate = (serverUrl: string, workers: number, jobs: number): Promise<number> =>
  withService(serverUrl, async ({ database, queue, url }) => {
    const account = await addAccount(database, 'bench')
    const fleet = await startWorkers(url, workers)
    const round = async (times: number) => {
      const start = performance.now()
      await repeat(times, () => createUpload({ database, queue }, account))
      await untilNone(database, 'select 1 from jobs where completed_at is null limit 1')
      return (times * 1000) / (performance.now() - start)
    }
    await round(200)
    const rate = await round(jobs)
    await stopWorkers(fleet)
    return rate
  })

/** Fills the tables with this many ended jobs. */
const seed = async (database: Database, account: string, from: number, to: number): Promise<void> => {
  for (let first = from; first < to; first += portion)
    await database.query(
      `with job as (
         insert into jobs (
           id, account_id, idempotency_key, fingerprint, operation, outputs, include_raw, provider_options,
           source_filename, status, result_path, result_size, result_etag, created_at, started_at, completed_at, prepared_at
         )
         select gen_random_uuid(), $1, 'seed-' || n, repeat('0', 64), 'parse', '{text}', false, '{}', 'a.txt', 'complete',
           'results/' || n, 1, 'e', at, at, at, at
         from generate_series($2::integer, $3::integer) as n, lateral (select now() - n * interval '1 second' as at) as times
         returning id, created_at
       )
       insert into runs (id, job_id, position, provider, status, account_id, lane, attempt, started_at, ended_at)
       select gen_random_uuid(), id, 0, 'provider-a', 'parsed', account_id, operation, 1, created_at, created_at from job`,
      [account, first + 1, Math.min(to, first + portion)],
    )
  await database.query('analyze jobs')
  await database.query('analyze runs')
}

const portion = 20_000

/** Milliseconds that a creation takes, and from there to the start of the run; one job at a time on an idle service. */
const idleTimes = async (parts: Parts, account: string, jobs: number) => {
  const creating: number[] = []
  const starting: number[] = []
  for (let index = 0; index < jobs; index += 1) {
    const begun = performance.now()
    const id = await createUpload(parts, account)
    creating.push(performance.now() - begun)
    const [row] = await whenEnded(parts.database, id)
    starting.push(row?.ms ?? Number.NaN)
    await setTimeout(20)
  }
  return { creating: creating.slice(warmUp), starting: starting.slice(warmUp) }
}

const warmUp = 20

const whenEnded = async (database: Database, id: string): Promise<{ ms: number }[]> => {
  for (;;) {
    const rows = await database.query<{ ms: number }>(
      `select extract(epoch from started_at - created_at)::float8 * 1000 as ms from jobs
       where id = $1 and completed_at is not null`,
      [id],
    )
    if (rows.length > 0) return rows
    await setTimeout(5)
  }
}

/** Measures how long an idle service takes to begin a job, and how that grows with the jobs it has stored. */
export const measureGrowth = (serverUrl: string, sizes = [1_000, 100_000, 1_000_000]): Promise<Measurement[]> =>
  withService(serverUrl, async (parts) => {
    const account = await addAccount(parts.database, 'bench')
    const fleet = await startWorkers(parts.url, 1)
    const measurements: Measurement[] = []
    let before = 0
    let least: { create: number; start: number } | null = null
    for (const size of sizes) {
      await seed(parts.database, account, before, size)
      before = size
      const { creating, starting } = await idleTimes(parts, account, 120)
      const [create, start, late] = [medianOfSamples(creating), medianOfSamples(starting), percentile(starting, 0.99)]
      least ??= { create, start }
      const [createGrowth, startGrowth] = [create / least.create, start / least.start]
      const name = `${size.toLocaleString('en')} jobs remembered`
      measurements.push(
        { name: `${name}: create → start, idle, p50`, value: start, unit: 'ms', aim: '< 50', holds: start < 50 },
        { name: `${name}: create → start, idle, p99`, value: late, unit: 'ms', aim: '< 200', holds: late < 200 },
        { name: `${name}: create`, value: create, unit: 'ms' },
        { name: `${name}: create, growth`, value: createGrowth, unit: '×', aim: '≤ 1.3', holds: createGrowth <= 1.3 },
        { name: `${name}: start, growth`, value: startGrowth, unit: '×', aim: '≤ 1.3', holds: startGrowth <= 1.3 },
      )
    }
    await stopWorkers(fleet)
    return measurements
  })

/** Jobs per second by number of worker processes. */
const measureRates = async (serverUrl: string, jobs = 1500): Promise<Measurement[]> => {
  const measurements: Measurement[] = []
  for (const workers of [1, 2, 4]) {
    const name = `${workers} ${workers === 1 ? 'worker' : 'workers'}: jobs created and ended`
    measurements.push({ name, value: await jobRate(serverUrl, workers, jobs), unit: '/s' })
  }
  return measurements
}

/** CPU time of a worker per job, and its memory after this many. */
export const measureWorker = (serverUrl: string, jobs = 10_000): Promise<Measurement[]> =>
  withService(serverUrl, async ({ database, queue, url }) => {
    const account = await addAccount(database, 'bench')
    const fleet = await startWorkers(url, 1)
    const [worker] = fleet
    if (worker === undefined) throw new Error('no worker')
    const round = async (times: number) => {
      await repeat(times, () => createUpload({ database, queue }, account))
      await untilNone(database, 'select 1 from jobs where completed_at is null limit 1')
      return usageOf(worker)
    }
    const before = await round(jobs / 5)
    const own = process.cpuUsage()
    const after = await round(jobs)
    const { user, system } = process.cpuUsage(own)
    await stopWorkers(fleet)
    const milliseconds = (cpu: NodeJS.CpuUsage) => (cpu.user + cpu.system) / 1000
    const grown = (after.heapUsed - before.heapUsed) / 1024 ** 2
    return [
      {
        name: 'CPU of the worker, a job',
        value: (milliseconds(after.cpu) - milliseconds(before.cpu)) / jobs,
        unit: 'ms',
      },
      { name: 'CPU of creation without HTTP, a job', value: milliseconds({ user, system }) / jobs, unit: 'ms' },
      { name: `memory of the worker after ${jobs * 1.2} jobs`, value: after.rss / 1024 ** 2, unit: 'MiB' },
      { name: 'heap of the worker, growth', value: grown, unit: 'MiB', aim: '≤ 3', holds: grown <= 3 },
    ]
  })

/** All queue measurements; needs a PostgreSQL server on which databases may be created. */
export const measureQueue = async (serverUrl: string): Promise<Measurement[]> => [
  ...(await measureRates(serverUrl)),
  ...(await measureGrowth(serverUrl)),
  ...(await measureWorker(serverUrl)),
  ...(await measureApi(serverUrl)),
]
