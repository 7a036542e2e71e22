import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createOperator, type Operator } from '../api/admin-operator.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { openDiskBlobs } from '../blobs/disk.ts'
import type { Settings } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openDatabase } from '../open-database.ts'

/** The operator at the database, which is closed when it is disposed of. */
export const openOperator = async (settings: Settings): Promise<AsyncDisposable & { readonly operator: Operator }> => {
  await mkdir(settings.dataDirectory, { recursive: true, mode: 0o700 })
  const database = await openDatabase(settings)
  const onDisk = await openDiskBlobs(join(settings.dataDirectory, 'blobs'))
  const blobs = settings.databaseUrl === null ? onDisk : withoutDeletion(onDisk)
  return {
    operator: createOperator({ database, blobs, clock: systemClock }),
    [Symbol.asyncDispose]: () => database.close(),
  }
}

/**
 * With a database that others share, the blobs may lie on another machine, and to delete what is not here would pass
 * for done. The deletion stays requested, and a service that has the blobs carries it out.
 */
const withoutDeletion = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  delete: async () => {
    throw new Error('left to the service')
  },
})
