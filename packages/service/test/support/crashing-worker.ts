import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import type { BlobStore } from '../../src/blobs/blob-store.ts'
import type { Database, Transaction } from '../../src/db/database.ts'
import { openPglite } from '../../src/db/pglite.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { createJob } from '../../src/jobs/create.ts'
import { listenForEndings } from '../../src/jobs/endings.ts'
import type { ResolvedRequest } from '../../src/jobs/job.ts'
import { newSourcePath } from '../../src/jobs/paths.ts'
import { forgetArtifacts } from '../../src/worker/remote/forget.ts'
import { workOn } from '../../src/worker/worker.ts'
import { crashingProvider, type CrashingVendor } from './crashing-provider.ts'
import { dueRuns, recordingQueue } from './worker.ts'
import { recoverAnswers } from '../../src/worker/remote/recover-answers.ts'
import { readingPages, unsureProvider } from './escalation.ts'
import { boatsReader, boatsSchema, fillingProvider, wholeAnswer } from './filling.ts'
import { jobRequest } from './job-request.ts'
import { workerParts } from './worker-parts.ts'

/**
 * A worker in a separate process that kills itself. It first ends the job that an earlier worker left, and reports;
 * then it creates a job and works on it, and dies silently once a given number of its calls to database, blobs and
 * vendor have returned. If the job takes fewer calls, it ends the job and reports their number.
 */
export type CrashPlan = CrashingVendor & {
  readonly databaseUrl: string | null
  readonly folder: string
  readonly source: {
    readonly path: string
    readonly filename: string
    readonly mediaType: string
    readonly outputs: ResolvedRequest['outputs']
  }
  /** Whether the vendor is asked about a page of which another provider is not sure, or else about the document. */
  readonly escalates?: boolean
  /** Whether the vendor's model, another one and the service itself fill a schema from what another provider has read. */
  readonly fills?: boolean
  /** null: it survives. */
  readonly dieAfter: number | null
  /** Set for a vendor that is asked about each page. */
  readonly pageByPage?: {
    /** Of the document. */
    readonly pages: number
    /** Whether it may also die while it goes on with what an earlier worker left, and creates a job only if there is none. */
    readonly resumes: boolean
    /** Gets one line when it starts: the answers that are stored, as a list in JSON. */
    readonly keptFile: string
  }
}

export type CrashReport = {
  readonly calls: number
  readonly jobs: readonly {
    readonly status: string
    readonly error: string | null
    readonly token: string | null
    readonly submissions: number
  }[]
  readonly artifactsLeft: number
  readonly answersLeft: number
}

const run = async ({
  databaseUrl,
  folder,
  source,
  dieAfter,
  escalates = false,
  fills = false,
  pageByPage,
  ...asked
}: CrashPlan): Promise<CrashReport> => {
  const opened =
    databaseUrl === null ? await openPglite(`${folder}/db`, { durable: false }) : await openPostgres(databaseUrl)
  let counting = false
  let calls = 0
  const counted = async <Result>(call: Promise<Result>): Promise<Result> => {
    const result = await call
    pass()
    return result
  }
  const pass = (): void => {
    if (!counting) return
    calls += 1
    if (calls !== dieAfter) return
    // The next worker need not compile the same again.
    flushCompileCache()
    process.kill(process.pid, 'SIGKILL')
  }

  const database = countingDatabase(opened, counted)
  const blobs = countingBlobs(await openDiskBlobs(`${folder}/blobs`), counted)
  const vendor = await crashingProvider(asked, { counted, pass })
  const [provider, ...others] = fills
    ? [boatsReader(pageByPage?.pages ?? 1), vendor, secondModel]
    : escalates
      ? [unsureProvider(), readingPages(vendor).provider]
      : [vendor]
  const bytes = await readFile(source.path)
  const queue = recordingQueue()
  const endings = await listenForEndings(opened)
  const parts = await workerParts({
    database,
    queue,
    blobs,
    endings,
    providers: [provider, ...others],
    escalateTo: escalates ? (others[0]?.id ?? null) : null,
    spoolFolder: `${folder}/answers`,
    limits: {
      maxPages: 1000,
      concurrency: new Map([[vendor.id, 1]]),
      answerGraceSeconds: 0.1,
      findPausesMs: [10],
    },
  })
  const deliverAll = async (): Promise<void> => {
    for (let message = queue.messages.shift(); message !== undefined; message = queue.messages.shift()) {
      await setTimeout(message.delaySeconds * 1000 + 1)
      await workOn(parts, message, new AbortController().signal)
    }
  }
  const create = async (): Promise<void> => {
    const id = randomUUIDv7()
    const accountId = randomUUIDv7()
    const path = newSourcePath(id)
    await opened.query('insert into accounts (id, name, created_at) values ($1, $2, now())', [accountId, accountId])
    await blobs.write(
      path,
      (async function* () {
        yield bytes
      })(),
    )
    await createJob(parts, {
      id,
      accountId,
      keyId: null,
      idempotencyKey: randomUUID(),
      fingerprint: id,
      providers: [provider.id],
      fallback: null,
      request: jobRequest({
        outputs: source.outputs,
        ...(fills && {
          extraction: { schema: boatsSchema, models: [vendor.id, secondModel.id, 'local'], instructions: id },
        }),
        // So that requests about the same page of different jobs differ.
        ...(pageByPage !== undefined &&
          !fills && {
            providerOptions: { [provider.id]: asked.vendor === 'vision' ? { prompt: id } : { labels: { job: id } } },
          }),
      }),
      source: {
        filename: source.filename,
        mediaType: source.mediaType,
        path,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    })
  }

  const answers = () =>
    opened.query<{ content: string }>(
      `select substring(answer from 'Answer [0-9]+[.]') as content from page_answers where answer ~ 'Answer [0-9]+[.]'`,
    )
  if (pageByPage !== undefined)
    appendFileSync(pageByPage.keptFile, `${JSON.stringify((await answers()).map(({ content }) => content))}\n`)
  counting = pageByPage?.resumes === true
  await recoverAnswers(parts, new AbortController().signal)
  // What a worker that died had is due again.
  queue.messages.push(...(await dueRuns(opened)))
  await deliverAll()
  await opened.query('update vendor_artifacts set next_attempt_at = now()')
  await forgetArtifacts(parts)
  const known = await opened.query('select id from jobs')
  if (pageByPage?.resumes !== true || known.length === 0) await create()
  counting = true
  await deliverAll()
  counting = false
  const jobs = await opened.query<CrashReport['jobs'][number]>(
    `select jobs.status, jobs.error, runs.remote_token as token, runs.submissions
     from jobs join runs on runs.job_id = jobs.id where runs.provider = $1 order by jobs.id`,
    [vendor.id],
  )
  const artifacts = await opened.query('select id from vendor_artifacts')
  const answersLeft = (await answers()).length
  await endings.close()
  await opened.close()
  return { calls, jobs, artifactsLeft: artifacts.length, answersLeft }
}

/** It answers at once, and is asked in this process. */
const { provider: secondModel } = fillingProvider(async () => ({ ...wholeAnswer, text: '{"boats":[]}' }), 'second')

type Counted = <Result>(call: Promise<Result>) => Promise<Result>

const countingDatabase = (database: Database, counted: Counted): Database => ({
  ...database,
  query: (text, parameters) => counted(database.query(text, parameters)),
  transaction: (work) =>
    counted(
      database.transaction((transaction: Transaction) =>
        work({ ...transaction, query: (text, parameters) => counted(transaction.query(text, parameters)) }),
      ),
    ),
})

const countingBlobs = (blobs: BlobStore, counted: Counted): BlobStore => ({
  ...blobs,
  write: (path, content, signal) => counted(blobs.write(path, content, signal)),
  read: (path, range) => counted(blobs.read(path, range)),
  delete: (path) => counted(blobs.delete(path)),
})

const [, , plan] = process.argv
if (plan === undefined) throw new Error('a worker needs a plan')
void run(JSON.parse(plan)).then((report) => process.stdout.write(JSON.stringify(report), () => process.exit(0)))
