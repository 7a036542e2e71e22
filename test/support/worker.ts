import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import type { BlobStore } from '../../src/blobs/blob-store.ts'
import type { JobRequest } from '../../src/contract/requests.ts'
import { createJob } from '../../src/jobs/create.ts'
import { listenForEndings } from '../../src/jobs/endings.ts'
import { fingerprint } from '../../src/jobs/fingerprint.ts'
import type { Job, Run } from '../../src/jobs/job.ts'
import { newSourcePath } from '../../src/jobs/paths.ts'
import { readJobForOperator } from '../../src/jobs/read.ts'
import type { Provider } from '../../src/providers/provider.ts'
import type { Queue, RunMessage } from '../../src/queue/queue.ts'
import type { WorkerParts } from '../../src/worker/parts.ts'
import { workOn } from '../../src/worker/worker.ts'
import { testClock } from './clock.ts'
import { openTestDatabase } from './database.ts'

/** A queue that keeps its messages in a list, so that a test decides what is delivered, when, and how often. */
export const recordingQueue = (): Queue & { readonly messages: (RunMessage & { delaySeconds: number })[] } => {
  const messages: (RunMessage & { delaySeconds: number })[] = []
  return {
    messages,
    enqueue: async (_transaction, message, options) => {
      messages.push({ ...message, delaySeconds: options?.delaySeconds ?? 0 })
    },
    work: async () => {},
    handBack: async () => 0,
    undelivered: async (asked) => asked.filter(({ runId }) => !messages.some((message) => message.runId === runId)),
    close: async () => {},
  }
}

export type WorkerHarness = Awaited<ReturnType<typeof openWorkerHarness>>

/** The worker on a real database and real files, with providers of the test and a queue in the test's hands. */
export const openWorkerHarness = async (providers: readonly Provider[], wrap = (blobs: BlobStore) => blobs) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-worker-'))
  const database = await openTestDatabase()
  const clock = testClock()
  const queue = recordingQueue()
  const blobs = wrap(await openDiskBlobs(folder))
  const accountId = randomUUID()
  await database.query('insert into accounts (id, name, created_at) values ($1, $2, $3)', [
    accountId,
    accountId,
    clock(),
  ])
  const parts: WorkerParts = {
    database,
    queue,
    blobs,
    endings: await listenForEndings(database),
    providers: new Map(providers.map((provider) => [provider.id, provider])),
    clock,
    logger: pino({ level: 'silent' }),
    limits: { maxSourceBytes: 1_000_000, maxPages: 100, addressPolicy: { allow: 'none' } },
  }

  const read = async (jobId: string): Promise<{ job: Job; runs: Run[] }> => {
    const found = await readJobForOperator(database, jobId)
    if (found === null) throw new Error(`no job ${jobId}`)
    return found
  }

  return {
    parts,
    database,
    blobs,
    clock,
    queue,
    accountId,
    read,
    /** Creates a job from uploaded text. */
    upload: async (request: Partial<JobRequest> & { providers?: readonly string[] | null } = {}, text = 'Hello.') => {
      const id = randomUUIDv7()
      const path = newSourcePath(id)
      await blobs.write(
        path,
        (async function* () {
          yield Buffer.from(text)
        })(),
      )
      const full: JobRequest = {
        operation: 'parse',
        outputs: ['markdown'],
        pages: null,
        provider: null,
        providers: null,
        providerOptions: {},
        includeRaw: false,
        webhook: null,
        ...request,
      }
      const source = {
        filename: 'a.txt',
        mediaType: 'text/plain',
        path,
        size: text.length,
        sha256: createHash('sha256').update(text).digest('hex'),
      }
      const { job } = await createJob(parts, {
        id,
        accountId,
        idempotencyKey: randomUUID(),
        fingerprint: fingerprint(full, source),
        request: full,
        providers: full.providers ?? [full.provider ?? providers[0]?.id ?? ''],
        source,
      })
      return job
    },
    /** Delivers what is in the queue until nothing is, delayed messages included. */
    deliverAll: async (signal = new AbortController().signal) => {
      for (let message = queue.messages.shift(); message !== undefined; message = queue.messages.shift())
        await workOn(parts, message, signal)
    },
    /** The body that a caller would read of a complete job. */
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
    close: async () => {
      await parts.endings.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
