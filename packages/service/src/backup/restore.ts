import type { FileHandle } from 'node:fs/promises'
import type { BlobStore } from '../blobs/blob-store.ts'
import { checkMigrations } from '../db/migrate.ts'
import { claimForRestore, refuseDatabase, type RestoreClaim } from '../db/restored-database.ts'
import { resultsPrefix, sourcesPrefix } from '../jobs/paths.ts'
import { copyIn } from './copy-in.ts'
import { BackupError, type Manifest } from './format.ts'
import { readEntries, verifyBackup, type BackupEntry, type VerifiedBackup } from './read-backup.ts'

type Target = {
  /** The directory of the embedded database. */
  readonly databaseDirectory: string
  /** Opened only once the backup has been checked. */
  readonly openBlobs: () => Promise<BlobStore>
  /** The place of the blobs, in the operator's words. */
  readonly blobPlace: string
}

/**
 * Restores a backup where there is neither a database nor a blob: all of it or nothing. All of it is checked before
 * anything is written. If the process dies in the middle, no service starts there, and the next restore starts over.
 * @throws {BackupError} when the backup is damaged, or there are blobs; {@link DatabaseExistsError},
 *   {@link DatabaseInUseError}, {@link SchemaTooNewError}, {@link DiskFullError}, {@link StorageFullError}.
 */
export const restoreBackup = async (
  file: FileHandle,
  { databaseDirectory, openBlobs, blobPlace }: Target,
  signal?: AbortSignal,
): Promise<VerifiedBackup> => {
  refuseDatabase(databaseDirectory)
  const backup = await verifyBackup(file, signal)
  await checkMigrations(backup.manifest.migrations)
  const blobs = await openBlobs()
  const claim = await claimForRestore(databaseDirectory)
  try {
    await fill(claim, file, backup.manifest, { blobs, blobPlace, signal })
    return backup
  } finally {
    await claim.close()
  }
}

type Filling = { readonly blobs: BlobStore; readonly blobPlace: string; readonly signal: AbortSignal | undefined }

const fill = async (
  claim: RestoreClaim,
  file: FileHandle,
  manifest: Manifest,
  { blobs, blobPlace, signal }: Filling,
): Promise<void> => {
  const hasBlobs = manifest.blobs !== null
  // There were no blobs when that restore began.
  if (claim.interrupted === blobPlace) await deleteAll(blobs)
  if (hasBlobs && !(await isBlobStoreEmpty(blobs)))
    throw new BackupError(
      `There are documents or results in ${blobPlace}, and a backup is restored into an empty data directory only. Set POLYPARSE_DATA_DIR, or POLYPARSE_BLOBS, to another one.`,
    )
  try {
    const database = await claim.open(hasBlobs ? blobPlace : '')
    await copyIn(database, manifest, tablesOfBackup(file, manifest))
    await writeBlobs(blobs, readEntries(file, manifest), signal)
    await claim.complete()
  } catch (error) {
    // If this fails as well, the next restore removes what is left.
    await undo(claim, hasBlobs ? blobs : null).catch(() => {})
    throw error
  }
}

const undo = async (claim: RestoreClaim, blobs: BlobStore | null): Promise<void> => {
  if (blobs !== null) await deleteAll(blobs)
  await claim.discard()
}

/** Most of the time passes with waiting until they are synced. */
const writesAtOnce = 16

const writeBlobs = async (
  blobs: BlobStore,
  entries: AsyncGenerator<BackupEntry>,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const writeSome = async () => {
    for await (const entry of entries) {
      signal?.throwIfAborted()
      if (entry.kind === 'blob') await blobs.write(entry.path, entry.read(), signal)
    }
  }
  // All others end with the file that they are writing when one fails.
  const outcomes = await Promise.allSettled(Array.from({ length: writesAtOnce }, writeSome))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function* tablesOfBackup(
  file: FileHandle,
  manifest: Manifest,
): AsyncGenerator<Extract<BackupEntry, { kind: 'table' }>> {
  for await (const entry of readEntries(file, manifest)) {
    // Tables come first.
    if (entry.kind !== 'table') return
    yield entry
  }
}

const prefixes = [sourcesPrefix, resultsPrefix]

const isBlobStoreEmpty = async (blobs: BlobStore): Promise<boolean> => {
  for (const prefix of prefixes) for await (const _ of blobs.list(prefix)) return false
  return true
}

const deleteAll = async (blobs: BlobStore): Promise<void> => {
  for (const prefix of prefixes) for await (const { path } of blobs.list(prefix)) await blobs.delete(path)
  await blobs.removeUnfinished(await blobs.now())
}
