import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { watchAvailability, type StorageAvailability } from '../blobs/availability.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Settings } from '../config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import type { Database } from '../db/database.ts'
import { followDatabaseClock } from '../db/database-clock.ts'
import { isRefused, isUnavailable } from '../db/errors.ts'
import { deliversNotifications } from '../db/notifications.ts'
import { listenForEndings, type JobEndings } from '../jobs/endings.ts'
import type { Clock } from '../lib/clock.ts'
import { blobPlace, openBlobs } from '../open-blobs.ts'
import type { OpenDatabase } from '../open-database.ts'
import { openQueue } from '../queue/open-queue.ts'
import type { Queue } from '../queue/queue.ts'
import { watchLiveness, type Liveness } from '../probes/liveness.ts'
import { makeDataDirectory } from './data-directory.ts'
import type { Operations } from './operations.ts'

const poolerMistake = {
  variable: 'DATABASE_URL',
  message:
    'must name a server that delivers notifications: it cannot be reached through a pooler in transaction mode, such as pgbouncer',
}

/** The time that running work may take to end once the process must stop. */
export const graceMs = 6_000

/** The parts of every process, in any role. */
export type Common = {
  readonly settings: Settings
  readonly database: Database
  readonly liveness: Liveness
  readonly blobs: BlobStore
  readonly storage: StorageAvailability
  readonly endings: JobEndings
  readonly queue: Queue
  readonly clock: Clock
  readonly logger: Logger
}

type CommonInput = Pick<Common, 'settings' | 'logger'> & {
  readonly operations: Operations
  readonly openDatabase: OpenDatabase
}

/** Opens what the settings name; `parts` closes it. */
export const openCommon = async (
  parts: AsyncDisposableStack,
  { settings, logger, operations, openDatabase }: CommonInput,
): Promise<Common> => {
  const report = (part: string) => (error: unknown) => logger.error({ err: error, part }, 'background error')
  await makeDataDirectory(settings)
  const opened = parts.adopt(
    await openOnceThere(openDatabase, { settings, logger, onError: report('database') }),
    (it) => it.close(),
  )
  // Not before: a migration may take longer than any other statement.
  const { database, liveness, stop } = watchLiveness(opened)
  parts.defer(stop)
  if (!(await deliversNotifications(database))) throw new SettingsError([poolerMistake])
  const { clock, close: closeClock } = await followDatabaseClock(database)
  parts.defer(closeClock)
  const { blobs, storage } = watchAvailability(operations.countBlobs(await openBlobs(settings)), {
    onChange: (isAvailable) =>
      isAvailable ? logger.info('the storage is available again') : logger.error('the storage is unavailable or full'),
  })
  parts.defer(() => storage.close())
  operations.observe({ database, blobs, liveness })
  warnOfPlaces(settings, logger)
  const endings = parts.adopt(await listenForEndings(database), (it) => it.close())
  const queue = parts.adopt(await openQueue(database, { onError: report('queue') }), (it) => it.close(graceMs))
  return { settings, database, liveness, blobs, storage, endings, queue, clock, logger }
}

/** The pauses between tries to reach the database grow up to this many seconds. */
const maxDatabaseRetrySeconds = 10

/** Waits for a server that does not answer yet: in a fleet, processes start in any order. */
const openOnceThere = async (
  openDatabase: OpenDatabase,
  { settings, logger, onError }: Pick<Common, 'settings' | 'logger'> & { onError: (error: unknown) => void },
): Promise<Database> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await openDatabase(settings, onError)
    } catch (error) {
      // A wrong password is more often a mistake than one that is being changed.
      if (settings.databaseUrl === null || !isUnavailable(error) || isRefused(error)) throw error
      const retryInSeconds = Math.min(2 ** tries, maxDatabaseRetrySeconds)
      logger.warn({ err: error, retryInSeconds }, 'the database does not answer, waiting for it')
      await setTimeout(retryInSeconds * 1000)
    }
  }
}

/** Warns of settings that are right on one machine and wrong on several. */
const warnOfPlaces = (settings: Settings, logger: Logger): void => {
  if (settings.databaseUrl === null) return
  const place = blobPlace(settings)
  if (place.kind === 'directory')
    logger.warn(
      { directory: place.path },
      'documents and results are stored in a directory: every process of this database must see the same one; ' +
        'on several machines, POLYPARSE_BLOBS names a bucket',
    )
}
