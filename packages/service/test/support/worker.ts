import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import type { BlobStore } from '../../src/blobs/blob-store.ts'
import type { Database } from '../../src/db/database.ts'
import { createJob } from '../../src/jobs/create.ts'
import { listenForEndings } from '../../src/jobs/endings.ts'
import { fingerprint } from '../../src/jobs/fingerprint.ts'
import type { ResolvedRequest, StoredJob, Run } from '../../src/jobs/job.ts'
import { newSourcePath } from '../../src/jobs/paths.ts'
import { readJobForOperator } from '../../src/jobs/read.ts'
import type { SpendingLimits } from '../../src/jobs/spending.ts'
import type { Provider } from '@polyparse/providers/port'
import { makeDue } from '../../src/queue/leases.ts'
import type { Queue, DueRun, Slot } from '../../src/queue/queue.ts'
import { createRenderer } from '../../src/worker/rendering/renderer.ts'
import { workOn } from '../../src/worker/worker.ts'
import { testClock } from './clock.ts'
import { openTestDatabase } from './database.ts'
import { jobRequest } from './job-request.ts'
import { workerParts } from './worker-parts.ts'

type RecordedMessage = DueRun & {
  readonly delaySeconds: number
  readonly slot?: Slot
}

/** A queue that also lists the runs that it makes due, so that a test decides what is worked on, when, and how often. */
export const recordingQueue = (): Queue & { readonly messages: RecordedMessage[] } => {
  const messages: RecordedMessage[] = []
  return {
    messages,
    enqueue: async (transaction, { runId }, { delaySeconds = 0, slot = 'run' } = {}) => {
      await makeDue(transaction, runId, { slot, delaySeconds })
      messages.push({ runId, delaySeconds, slot })
    },
    work: () => {},
    handBack: async () => 0,
    close: async () => {},
  }
}

/** The runs that are due, now or later, whether or not they are in the list of a recording queue. */
export const dueRuns = async (database: Database): Promise<RecordedMessage[]> => {
  const rows = await database.query<{ id: string; slot: Slot }>(
    'select id, slot from runs where due_at is not null order by due_at',
  )
  return rows.map(({ id: runId, slot }) => ({ runId, slot, delaySeconds: 0 }))
}

export type WorkerHarness = Awaited<ReturnType<typeof openWorkerHarness>>

/** The worker on a real database and real files, with the test's providers and a queue that the test controls. */
export const openWorkerHarness = async (
  providers: readonly Provider[],
  wrap = (blobs: BlobStore) => blobs,
  concurrency: ReadonlyMap<string, number> = new Map(),
  spending: SpendingLimits = { pagesPerDay: null, costPerJob: null },
) => {
  // Closes what is open when a later step fails; otherwise the test file would never end.
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'polyparse-worker-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const spoolFolder = opened.adopt(await mkdtemp(join(tmpdir(), 'polyparse-answers-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const database = opened.adopt(await openTestDatabase(), (open) => open.close())
  const endings = opened.adopt(await listenForEndings(database), (open) => open.close())
  const clock = testClock()
  const renderer = opened.adopt(createRenderer({ maxMebibytes: 512, maxSeconds: 60 }), (open) => open.close())
  const queue = recordingQueue()
  // One clock for all, so that blobs age with everything else.
  const blobs: BlobStore = { ...wrap(await openDiskBlobs(folder)), now: async () => clock() }
  const addAccount = async (): Promise<string> => {
    const id = randomUUID()
    await database.query('insert into accounts (id, name, created_at) values ($1, $2, $3)', [id, id, clock()])
    return id
  }
  const accountId = await addAccount()
  let uploader = accountId
  const parts = await workerParts({
    database,
    queue,
    blobs,
    endings,
    renderer,
    clock,
    providers,
    spoolFolder,
    limits: {
      concurrency,
      spending,
    },
  })

  const read = async (jobId: string): Promise<{ job: StoredJob; runs: Run[] }> => {
    const found = await readJobForOperator(database, jobId)
    if (found === null) throw new Error(`no job ${jobId}`)
    return found
  }

  const kept = opened.move()
  return {
    parts,
    /** The folder of the blobs. */
    folder,
    /** The folder of answers that have yet to be recorded. */
    spoolFolder,
    database,
    blobs,
    clock,
    queue,
    accountId,
    read,
    /** The account that uploads now. */
    uploader: () => uploader,
    /** Creates a job from uploaded text. */
    upload: async (
      request: Partial<ResolvedRequest> & { providers?: readonly string[] | null } = {},
      text = 'Hello.',
      size = text.length,
    ) => {
      const id = randomUUIDv7()
      const path = newSourcePath(id)
      await blobs.write(
        path,
        (async function* () {
          yield Buffer.from(text)
        })(),
      )
      const full = jobRequest(request)
      const source = {
        filename: 'a.txt',
        mediaType: 'text/plain',
        path,
        size,
        sha256: createHash('sha256').update(text).digest('hex'),
      }
      const { job } = await createJob(parts, {
        id,
        accountId: uploader,
        keyId: null,
        idempotencyKey: randomUUID(),
        fingerprint: fingerprint(full, source),
        request: full,
        providers: full.providers ?? [full.provider ?? providers[0]?.id ?? ''],
        fallback: full.fallback,
        source,
      })
      return job
    },
    /** The same uploads as another account. */
    asAccount: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      uploader = await addAccount()
      return work().finally(() => {
        uploader = accountId
      })
    },
    /** Delivers the first message. */
    deliverNext: async () => {
      const next = queue.messages.shift()
      if (next === undefined) throw new Error('there is no message')
      await workOn(parts, next, new AbortController().signal, next.slot)
    },
    /** The ids of the jobs of these runs, in their order. */
    jobsOf: async (runIds: readonly string[]): Promise<string[]> => {
      const rows = await database.query<{ job_id: string }>(
        `select job_id from unnest($1::uuid[]) with ordinality as asked (id, nth) join runs using (id) order by nth`,
        [runIds],
      )
      return rows.map(({ job_id: id }) => id)
    },
    /** Delivers messages until the queue is empty, delayed ones included. */
    deliverAll: async (signal = new AbortController().signal) => {
      for (let message = queue.messages.shift(); message !== undefined; message = queue.messages.shift())
        await workOn(parts, message, signal, message.slot)
    },
    /** The body of a complete job, as a caller would read it. */
    body: async (jobId: string): Promise<unknown> => {
      const { job } = await read(jobId)
      if (job.result === null) throw new Error(`job ${jobId} has no result`)
      const chunks: Buffer[] = []
      for await (const chunk of await blobs.read(job.result.path)) chunks.push(Buffer.from(chunk))
      return JSON.parse(gunzipSync(Buffer.concat(chunks)).toString())
    },
    /** Every path in the blob store. */
    stored: async () => {
      const paths: string[] = []
      for await (const { path } of blobs.list('')) paths.push(path)
      return paths
    },
    close: () => kept.disposeAsync(),
  }
}
