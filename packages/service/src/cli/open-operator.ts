import { createOperator, type Operator } from '../api/admin-operator.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Settings } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'
import { blobPlace, openBlobs } from '../open-blobs.ts'
import { openDatabase } from '../open-database.ts'
import type { Queue } from '../queue/queue.ts'
import { makeDataDirectory } from '../service/data-directory.ts'

/** An operator that works on the database directly; disposing of it closes the database. */
export const openOperator = async (settings: Settings): Promise<AsyncDisposable & { readonly operator: Operator }> => {
  await makeDataDirectory(settings)
  const opened = await openBlobs(settings)
  const database = await openDatabase(settings)
  const queue = lazyQueue(database)
  const blobsMayBeRemote = settings.databaseUrl !== null && blobPlace(settings).kind === 'directory'
  const blobs = blobsMayBeRemote ? deleteOnlyExisting(opened) : opened
  return {
    operator: createOperator({ database, blobs, clock: systemClock, settings, openQueue: queue.open }),
    [Symbol.asyncDispose]: async () => {
      await queue.close()
      await database.close()
    },
  }
}

/** Few commands need the queue, and opening it takes longer than most of them. */
const lazyQueue = (database: Database) => {
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
 * With a shared database, the blobs may be on another machine, and deleting one that is not here would count as done.
 * Such a deletion fails and stays requested until a service that has the blobs carries it out.
 */
const deleteOnlyExisting = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  delete: async (path) => {
    // Throws if the blob is not here.
    await blobs.read(path, { start: 0, end: 0 })
    await blobs.delete(path)
  },
})
