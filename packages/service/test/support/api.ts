import type { JobErrorCode } from '@polyparse/contract'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { Type } from '@polyparse/document/typebox'
import { createKey } from '../../src/accounts/keys.ts'
import { createApi } from '../../src/api/app.ts'
import type { ApiParts, ApiSettings } from '../../src/api/parts.ts'
import type { Database } from '../../src/db/database.ts'
import { carryOutDeletions } from '../../src/jobs/deletions.ts'
import { endJob, type JobEnd } from '../../src/jobs/end.ts'
import { listenForEndings } from '../../src/jobs/endings.ts'
import type { StoredJob } from '../../src/jobs/job.ts'
import { newResultPath } from '../../src/jobs/paths.ts'
import { readJobForOperator } from '../../src/jobs/read.ts'
import { createCatalog, type MissingProvider } from '@polyparse/providers/port'
import { enqueueOnly } from '../../src/queue/open-queue.ts'
import type { Queue } from '../../src/queue/queue.ts'
import { openTestBlobs } from './blobs.ts'
import { testClock } from './clock.ts'
import { openTestDatabase } from './database.ts'
import { secretsOf } from './webhook-secrets.ts'
import { testProviderKeys } from './provider-keys.ts'
import { hanging, testProvider } from './providers.ts'

const providerC: MissingProvider = {
  id: 'provider-c',
  name: 'Test provider c',
  capabilities: { execution: 'async', features: [], outputs: ['chunks', 'html', 'markdown'] },
  missing: 'POLYPARSE_PROVIDER_C_KEY',
}

/** Three providers that are enabled, one of them derived and one with options of its own, and one that is not. */
export const testCatalog = (defaultProvider = 'provider-a') =>
  createCatalog(
    [
      testProvider('provider-a', hanging, { outputs: ['markdown', 'text', 'pages'] }),
      {
        ...testProvider('provider-b', hanging, { outputs: ['markdown', 'tables'] }),
        options: Type.Object({ dpi: Type.Optional(Type.Integer({ minimum: 1 })) }, { additionalProperties: false }),
      },
      providerC,
      { ...testProvider('derived', hanging, { outputs: ['markdown'] }), derived: true },
    ],
    defaultProvider,
  )

/** Accepts every message and delivers none. */
const idleQueue: Queue = {
  ...enqueueOnly,
  work: () => {},
  handBack: async () => 0,
  close: async () => {},
}

export type ApiHarness = Awaited<ReturnType<typeof openApiHarness>>

/** The API on a real database and real files, with a queue that delivers nothing and an account with one key. */
export const openApiHarness = async ({
  settings = {},
  wrap = (parts) => parts,
}: { settings?: Partial<ApiSettings>; wrap?: (parts: ApiParts) => ApiParts } = {}) => {
  // Closes what is open when a later step fails; otherwise the test file would never end.
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'polyparse-api-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const database = opened.adopt(await openTestDatabase(), (open) => open.close())
  const endings = opened.adopt(await listenForEndings(database), (open) => open.close())
  const clock = testClock()
  const logged: string[] = []
  const parts: ApiParts = wrap({
    database,
    queue: idleQueue,
    blobs: await openTestBlobs(folder),
    endings,
    catalog: testCatalog(),
    clock,
    logger: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }),
    adminToken: 'test-admin-token-0123456789',
    providerKeys: testProviderKeys(database),
    webhookSecrets: secretsOf({ database }),
    settings: {
      host: '127.0.0.1',
      baseUrl: 'https://parse.example.com',
      maxUploadBytes: 1_000_000,
      documentMemoryMebibytes: 1024,
      minFreeBytes: 0,
      addressPolicy: { allow: 'none' },
      resultRetentionSeconds: 7 * 24 * 3600,
      pageImageRetentionSeconds: 24 * 3600,
      jobRetentionSeconds: 30 * 24 * 3600,
      paidPagesPerDay: null,
      paidCostPerJob: null,
      maxWaiting: 1000,
      maxWaitingPerAccount: 1000,
      maxStoredBytesPerAccount: null,
      maxUploads: 100,
      maxUploadsPerAccount: 100,
      requestsPerMinute: null,
      sharing: 'on',
      trustedProxies: [],
      corsOrigins: [],
      compatibility: [],
      ...settings,
    },
  })
  const app = opened.adopt(createApi(parts), (api) => api.close())
  await app.ready()
  const key = await newKey(database, clock(), 'first')

  const end = async (id: string, how: JobEnd): Promise<void> => {
    const ended = await endJob(database, id, how, clock())
    if (ended !== null) await carryOutDeletions(parts, ended.deletions)
  }

  const kept = opened.move()
  return {
    app,
    parts,
    database,
    clock,
    key,
    /** Every line of the log so far. */
    logged,
    /** The key of another account. */
    otherKey: () => newKey(database, clock(), `other-${randomUUID()}`),
    inject: (options: InjectOptions): Promise<LightMyRequestResponse> =>
      app.inject({ ...options, headers: { authorization: `Bearer ${key}`, ...options.headers } }),
    /** Creates a job by a JSON body. */
    create: (body: unknown = parseUrl(), headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/jobs',
        headers: {
          authorization: `Bearer ${key}`,
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
          ...headers,
        },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    /** Creates a job by an upload. `null` leaves a header out. */
    upload: (payload: string | Buffer = 'Hello.', headers: Record<string, string | null> = {}) =>
      app.inject({ method: 'POST', url: '/api/v1/jobs', headers: uploadHeaders(key, headers), payload }),
    job: async (id: string): Promise<StoredJob> => {
      const found = await readJobForOperator(database, id)
      if (found === null) throw new Error(`no job ${id}`)
      return found.job
    },
    /** Ends a job as a worker would, with this text as the body of its result. */
    complete: async (
      id: string,
      body: string | Buffer = JSON.stringify({ id, status: 'complete', result: { id } }),
    ): Promise<string> => {
      const compressed = gzipSync(body)
      const path = newResultPath(id)
      await parts.blobs.write(path, Readable.from([compressed]))
      const result = {
        path,
        size: compressed.length,
        bodySize: compressed.length,
        etag: createHash('sha256').update(compressed).digest('base64url'),
      }
      await end(id, { status: 'complete', result })
      return path
    },
    fail: async (id: string, error: string, errorCode: JobErrorCode = 'internal_error'): Promise<void> => {
      await end(id, { status: 'failed', error, errorCode })
    },
    /** Moves a job into the past. */
    age: async (id: string, seconds: number): Promise<void> => {
      const earlier = ['created_at', 'started_at', 'completed_at'].map(
        (column) => `${column} = ${column} - make_interval(secs => $2)`,
      )
      await database.query(`update jobs set ${earlier.join(', ')} where id = $1`, [id, seconds])
    },
    countJobs: async (): Promise<number> => (await database.query('select 1 from jobs')).length,
    /** Every path in the blob store. */
    stored: async (): Promise<string[]> => {
      const paths: string[] = []
      for await (const { path } of parts.blobs.list('')) paths.push(path)
      return paths
    },
    listen: async (): Promise<number> => Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port),
    close: () => kept.disposeAsync(),
  }
}

const newKey = async (database: Database, now: Date, account: string): Promise<string> => {
  const issued = await createKey(database, { account, name: 'test', expiresAt: null }, now)
  return issued.key
}

export const parseUrl = (more: object = {}) => ({
  operation: 'parse',
  source: { url: 'https://example.com/a.pdf' },
  outputs: ['markdown'],
  ...more,
})

export const uploadHeaders = (key: string, more: Record<string, string | null> = {}): Record<string, string> => {
  const headers: Record<string, string | null> = {
    authorization: `Bearer ${key}`,
    'idempotency-key': randomUUID(),
    'content-type': 'text/plain',
    'x-service-filename': 'a.txt',
    'x-service-operation': 'parse',
    'x-service-outputs': 'markdown',
    ...more,
  }
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}
