import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { createWebhookSecrets } from '../accounts/webhook-secrets.ts'
import { createAuditedOperator } from '../api/audited-operator.ts'
import { createOperator, type Operator } from '../api/admin-operator.ts'
import { BlobNotFoundError, StorageUnavailableError, type BlobStore } from '../blobs/blob-store.ts'
import type { Settings } from '../config.ts'
import { followDatabaseClock } from '../db/database-clock.ts'
import { blobPlace, openBlobs } from '../open-blobs.ts'
import { openDatabase } from '../open-database.ts'
import { openProviderKeys } from './provider-keys.ts'
import { openSecretBox } from './secret-box.ts'
import { makeDataDirectory } from './data-directory.ts'
import { requireData } from './require-data.ts'

/**
 * An operator that works on the database directly; disposing of it closes the database. Where there is none, `makesData`
 * lets it be made.
 * @throws {NoDatabaseError} when there is none and none may be made
 */
export const openOperator = async (
  settings: Settings,
  { makesData = false }: { readonly makesData?: boolean } = {},
): Promise<AsyncDisposable & { readonly operator: Operator }> => {
  // A directory that is there but cannot be used has an error of its own.
  if (makesData || existsSync(settings.dataDirectory)) await makeDataDirectory(settings)
  if (!makesData) await requireData(settings)
  const opened = await openBlobs(settings)
  await using parts = new AsyncDisposableStack()
  const database = parts.adopt(await openDatabase(settings), (open) => open.close())
  const { clock } = parts.adopt(await followDatabaseClock(database), (followed) => followed.close())
  const blobsMayBeRemote = settings.databaseUrl !== null && blobPlace(settings).kind === 'directory'
  const blobs = blobsMayBeRemote ? onlyExisting(opened) : opened
  const kept = parts.move()
  return {
    operator: createAuditedOperator(
      createOperator({
        database,
        blobs,
        clock,
        providerKeys: openProviderKeys(settings, database),
        webhookSecrets: createWebhookSecrets({ database, box: openSecretBox(settings) }),
        baseUrl: () => settings.baseUrl ?? `http://localhost:${settings.port}`,
        settings,
      }),
      { database, clock },
      { kind: 'command', id: null, name: userOfMachine(), address: hostname(), requestId: null },
    ),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** The user may have no name in a container. */
const userOfMachine = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/**
 * The blobs of a shared database may be on another machine. There a blob that is not here is not known to be missing,
 * and deleting it would count as done: the deletion fails and stays requested until a service that has the blobs
 * carries it out.
 */
const onlyExisting = (blobs: BlobStore): BlobStore => {
  const read: BlobStore['read'] = async (path, range) => {
    try {
      return await blobs.read(path, range)
    } catch (error) {
      if (!(error instanceof BlobNotFoundError)) throw error
      const advice = 'Set POLYPARSE_URL to ask a service that has the documents and results.'
      throw new StorageUnavailableError(`The blob ${path} is not on this machine. ${advice}`, { cause: error })
    }
  }
  return {
    ...blobs,
    read,
    delete: async (path) => {
      await read(path, { start: 0, end: 0 })
      await blobs.delete(path)
    },
  }
}
