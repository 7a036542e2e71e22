import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { loadAdminToken } from './accounts/admin-token.ts'
import { createApi } from './api/app.ts'
import { openDiskBlobs } from './blobs/disk.ts'
import { SettingsError, type Settings } from './config.ts'
import type { Database } from './db/database.ts'
import type { Layers } from './engines/sandbox/confinement/choose.ts'
import { createSandbox } from './engines/sandbox/sandbox.ts'
import { listenForEndings } from './jobs/endings.ts'
import { systemClock, type Clock } from './lib/clock.ts'
import { openDatabase } from './open-database.ts'
import { createCatalog } from './providers/catalog.ts'
import { createLocalProvider } from './providers/local-provider.ts'
import { providerA } from './providers/provider-a/provider-a.ts'
import { providerB } from './providers/provider-b/provider-b.ts'
import { providerC } from './providers/provider-c/provider-c.ts'
import type { Provider } from './providers/provider.ts'
import { openQueue } from './queue/pg-boss.ts'
import { startJanitor } from './worker/janitor.ts'
import { startCourier } from './webhooks/courier.ts'
import { workOn } from './worker/worker.ts'

/** A running service and the way to stop it. */
export type Service = {
  /** Where it listens. */
  readonly url: string
  readonly database: Database
  /** Settled when the engines are warm, or cannot be started: jobs that come before wait for them. */
  readonly warm: Promise<void>
  /** Stops accepting, lets running work end or hands it back, and closes everything within ten seconds. */
  close(): Promise<void>
}

/** How long running work may take to end once the service is told to stop. */
const graceMs = 6_000

/** How long webhooks that are on their way may take to arrive. */
const arrivalMs = 3_000

/** Builds the service from its settings and starts API and worker in this process. */
export const startService = async (
  settings: Settings,
  logger: Logger,
  { clock = systemClock, moreProviders = [] }: { clock?: Clock; moreProviders?: readonly Provider[] } = {},
): Promise<Service> => {
  // Closed from the last to the first, also when the start fails half-way.
  const parts = new AsyncDisposableStack()
  try {
    await mkdir(settings.dataDirectory, { recursive: true, mode: 0o700 })
    const report = (part: string) => (error: unknown) =>
      logger.error({ err: error, part }, 'an error in the background')
    const database = parts.adopt(await openDatabase(settings, report('database')), (it) => it.close())
    const blobs = await openDiskBlobs(join(settings.dataDirectory, 'blobs'))
    const adminToken = await loadAdminToken(settings.dataDirectory, settings.adminToken)
    const sandbox = parts.adopt(
      createSandbox({
        size: settings.workerConcurrency,
        spoolDirectory: join(settings.dataDirectory, 'spool'),
        limits: {
          memoryBytes: settings.documentMemoryMebibytes * 1024 ** 2,
          timeoutMs: settings.documentSeconds * 1000,
          cpuMs: settings.documentCpuSeconds * 1000,
          pageMs: settings.pageSeconds * 1000,
        },
        documentsPerProcess: settings.documentsPerProcess,
        confine: settings.nativeConfinement !== 'off',
      }),
      (it) => it.close(),
    )
    sandbox.layers.then(
      (layers) => logger.info({ layers }, 'the system keeps native code of the engines from what is marked true'),
      (error: unknown) => logger.error({ err: error }, 'no engine can be started'),
    )
    if (settings.nativeConfinement === 'required') requireConfinement(await sandbox.layers)
    const local = [providerA, providerB, providerC].map((provider) => createLocalProvider(provider, { sandbox }))
    const providers = [...local, ...moreProviders]
    requireProvider(settings.defaultProvider, providers)
    const catalog = createCatalog(providers, settings.defaultProvider)
    const endings = parts.adopt(await listenForEndings(database), (it) => it.close())
    const queue = parts.adopt(await openQueue(database, { onError: report('queue') }), (it) => it.close(graceMs))

    const worker = {
      database,
      queue,
      blobs,
      endings,
      providers: new Map(providers.map((provider) => [provider.id, provider])),
      clock,
      logger,
      limits: {
        maxSourceBytes: settings.maxUploadBytes,
        maxPages: settings.maxPages,
        addressPolicy: settings.addressPolicy,
      },
    }
    // The embedded database has one owner: whatever is in delivery belonged to a process that is gone.
    if (database.kind === 'pglite') await queue.handBack()
    await queue.work(settings.workerConcurrency, (message, signal) => workOn(worker, message, signal))
    parts.defer(
      startJanitor(worker, {
        resultSeconds: settings.resultRetentionSeconds,
        jobSeconds: settings.jobRetentionSeconds,
      }),
    )

    const { addressPolicy } = settings
    const courier = parts.adopt(startCourier({ database, endings, clock, logger, addressPolicy }), (it) =>
      it.close(arrivalMs),
    )

    const api = createApi({ database, queue, blobs, endings, catalog, clock, logger, adminToken, settings })
    parts.defer(async () => {
      await Promise.all([api.close(), queue.close(graceMs), courier.close(arrivalMs)])
    })
    const url = await api.listen({ port: settings.port, host: settings.host })
    return { url, database, warm: sandbox.warm, close: () => parts.disposeAsync() }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

const requireConfinement = ({ network, files }: Layers): void => {
  if (network && files) return
  const message = 'is `required`, but this machine lets no process be kept from network and files'
  throw new SettingsError([{ variable: 'POLYPARSE_NATIVE_CONFINEMENT', message }])
}

const requireProvider = (id: string, providers: readonly Provider[]): void => {
  const ids = providers.map((provider) => provider.id)
  if (ids.includes(id)) return
  throw new SettingsError([{ variable: 'POLYPARSE_DEFAULT_PROVIDER', message: `must be one of ${ids.join(', ')}` }])
}
