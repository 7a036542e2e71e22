import type { Logger } from 'pino'
import { loadAdminToken } from './accounts/admin-token.ts'
import { createApi } from './api/app.ts'
import type { Settings } from './config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import type { Database } from './db/database.ts'
import { withQueryTimeout } from './db/query-timeout.ts'
import type { Clock } from './lib/clock.ts'
import { openDatabase as openDatabaseOfSettings, type OpenDatabase } from './open-database.ts'
import { createCatalog } from '@polyparse/providers/port'
import type { Adapter } from '@polyparse/providers/port'
import type { Provider } from '@polyparse/providers/port'
import { openCommon } from './service/common.ts'
import { cached } from './lib/cached.ts'
import { identityOf } from './service/identity.ts'
import { checkEach } from './service/check-providers.ts'
import { backUpOf } from './service/back-up.ts'
import { openOperations } from './service/operations.ts'
import { openProviderKeys } from './service/provider-keys.ts'
import { openSecretBox } from './service/secret-box.ts'
import { createWebhookSecrets } from './accounts/webhook-secrets.ts'
import {
  enabledOf,
  noEngines,
  openAnswerThreads,
  openPageDrawing,
  openEngines,
  openProviders,
} from './service/providers.ts'
import { openWebApp } from './service/own-files.ts'
import { queueReader } from './service/queue-figures.ts'
import { startWork } from './service/work.ts'

/** A running process and the way to stop it. */
export type Worker = {
  readonly database: Database
  /** The time of the database. */
  readonly clock: Clock
  /** Settled when the engines have been warmed up or cannot be started; earlier jobs wait for them. */
  readonly warm: Promise<void>
  /** Stops accepting, lets running work end or hands it back, and closes everything within ten seconds. */
  close(): Promise<void>
}

export type Service = Worker & {
  /** The address at which it listens. */
  readonly url: string
}

type ServiceStartOptions = {
  /** The adapters of plugins and descriptions; the settings were read with them. */
  readonly moreAdapters?: readonly Adapter[]
  readonly moreProviders?: readonly Provider[]
  readonly openDatabase?: OpenDatabase
}

/** The time that the database may take to answer the API. After that, callers are asked to try again later. */
const answerMs = 5_000

/** Vendors are not asked again sooner, however often operators ask. */
const freshCheckMs = 10_000

/** Builds the service from its settings and starts the API in this process, and by default a worker beside it. */
export const startService = (
  settings: Settings,
  logger: Logger,
  {
    moreAdapters = [],
    moreProviders = [],
    openDatabase = openDatabaseOfSettings,
    withWorker = true,
  }: ServiceStartOptions & { readonly withWorker?: boolean } = {},
): Promise<Service> =>
  starting(async (parts) => {
    if (!withWorker) requireServer(settings, 'The API')
    const identity = identityOf(settings)
    const operations = await openOperations(parts, { settings, logger, role: withWorker ? 'both' : 'api' })
    const common = await openCommon(parts, { settings, logger, operations, openDatabase })
    const adminToken = await loadAdminToken(settings.dataDirectory, settings.adminToken)
    if (settings.databaseUrl !== null && settings.adminToken === null)
      logger.warn(
        'the admin token is specific to this data directory: set POLYPARSE_ADMIN_TOKEN to give all API processes the same one',
      )
    const sandbox = withWorker ? await openEngines(parts, { settings, logger, operations }) : noEngines
    const answers = openAnswerThreads(parts, settings)
    const providers = await openProviders(settings, { sandbox, answers, moreAdapters, moreProviders })
    const catalog = createCatalog(providers, settings.defaultProvider, { escalateTo: settings.autoEscalate })
    const providerKeys = openProviderKeys(settings, common.database, moreAdapters)
    const drawPageImages = openPageDrawing(settings, sandbox)
    const stopWork = withWorker
      ? await startWork(parts, common, { providers: enabledOf(providers), answers, providerKeys, drawPageImages })
      : async () => {}
    const database = withQueryTimeout(common.database, answerMs)
    const webApp = await openWebApp(logger)
    const api = createApi({
      ...common,
      database,
      catalog,
      adminToken,
      providerKeys,
      webhookSecrets: createWebhookSecrets({ database, box: openSecretBox(settings) }),
      readQueue: queueReader(database),
      checkProviders: cached(freshCheckMs, () => checkEach(enabledOf(providers))),
      ...identity,
      backUp: backUpOf(common),
      ...(webApp !== null && { webApp }),
    })
    parts.defer(async () => {
      operations.stopping()
      await Promise.all([api.close(), stopWork()])
    })
    const url = await api.listen({ port: settings.port, host: settings.host })
    operations.started()
    const { clock } = common
    return { url, database: common.database, clock, warm: sandbox.warm, close: () => parts.disposeAsync() }
  })

/** Starts a worker and nothing else in this process: it listens on no port. */
export const startWorkerProcess = (
  settings: Settings,
  logger: Logger,
  { moreAdapters = [], moreProviders = [], openDatabase = openDatabaseOfSettings }: ServiceStartOptions = {},
): Promise<Worker> =>
  starting(async (parts) => {
    requireServer(settings, 'A worker')
    const operations = await openOperations(parts, { settings, logger, role: 'worker' })
    const common = await openCommon(parts, { settings, logger, operations, openDatabase })
    const sandbox = await openEngines(parts, { settings, logger, operations })
    const answers = openAnswerThreads(parts, settings)
    const providers = await openProviders(settings, { sandbox, answers, moreAdapters, moreProviders })
    const providerKeys = openProviderKeys(settings, common.database, moreAdapters)
    const drawPageImages = openPageDrawing(settings, sandbox)
    const stopWork = await startWork(parts, common, {
      providers: enabledOf(providers),
      answers,
      providerKeys,
      drawPageImages,
    })
    parts.defer(async () => {
      operations.stopping()
      await stopWork()
    })
    operations.started()
    const { clock } = common
    return { database: common.database, clock, warm: sandbox.warm, close: () => parts.disposeAsync() }
  })

/** Runs a start. All that was opened is closed in reverse order, even if the start fails half-way. */
const starting = async <Started>(start: (parts: AsyncDisposableStack) => Promise<Started>): Promise<Started> => {
  const parts = new AsyncDisposableStack()
  try {
    return await start(parts)
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

const requireServer = ({ databaseUrl }: Settings, what: string): void => {
  if (databaseUrl !== null) return
  const message = `is not set. ${what} in a process of its own needs a PostgreSQL database: the embedded database belongs to one process`
  throw new SettingsError([{ variable: 'DATABASE_URL', message }])
}
