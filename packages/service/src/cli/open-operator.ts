import { createOperator, type Operator } from '../api/admin-operator.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Settings } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'
import { blobPlace, openBlobs } from '../open-blobs.ts'
import { openDatabase } from '../open-database.ts'
import type { Queue } from '../queue/queue.ts'
import { makeDataDirectory } from '../service/data-directory.ts'

/** The operator at the database, which is closed when it is disposed of. */
export const openOperator = async (settings: Settings): Promise<AsyncDisposable & { readonly operator: Operator }> => {
  await makeDataDirectory(settings)
  const opened = await openBlobs(settings)
  const database = await openDatabase(settings)
  const queue = queueWhenNeeded(database)
  const mayBeElsewhere = settings.databaseUrl !== null && blobPlace(settings).kind === 'directory'
  const blobs = mayBeElsewhere ? deletingWhatIsHere(opened) : opened
  return {
    operator: createOperator({ database, blobs, clock: systemClock, settings, openQueue: queue.open }),
    [Symbol.asyncDispose]: async () => {
      await queue.close()
      await database.close()
    },
  }
}

/** Few commands need the queue, and opening it takes longer than most of them. */
const queueWhenNeeded = (database: Database) => {
  let opened: Promise<Queue> | null = null
  return {
    open: () => {
      opened ??= import('../queue/pg-boss.ts').then(({ openQueue }) => openQueue(database))
      return opened
    },
    close: async () => (await opened)?.close(0),
  }
}

/**
 * With a database that others share, the blobs may lie on another machine, and to delete what is not here would pass
 * for done. That deletion stays requested, and a service that has the blobs carries it out.
 */
const deletingWhatIsHere = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  delete: async (path) => {
    // Throws when it is not.
    await blobs.read(path, { start: 0, end: 0 })
    await blobs.delete(path)
  },
})
