import { mkdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { StorageFullError, type BlobStore } from '../blobs/blob-store.ts'
import { failedWith } from '../blobs/file-system.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { archiveOf } from './archive.ts'
import { copyOut, type CopiedDatabase } from './copy-out.ts'
import { BackupError, formatVersion } from './format.ts'

/** Begins a backup and resolves to its bytes, which must be read or destroyed. */
export type BackUp = () => Promise<Readable>

type CreateBackUpParts = {
  readonly database: Database
  readonly blobs: BlobStore
  readonly clock: Clock
  /** The version of the product. */
  readonly version: string
  /** The folder for a copy of the database, as long as the backup takes. */
  readonly folder: string
}

/**
 * Backs up an embedded database with its blobs, as of one moment, while both are in use. First, blobs that are deleted
 * are kept from then on; then the database is copied, which is the moment; then the blobs are read that its rows need.
 * So the backup has every blob of every row, even those deleted meanwhile. Blobs in a bucket are left out.
 * @throws {BackupError} when another backup is under way, or the database is not an embedded one.
 * @throws {StorageFullError}
 */
export const createBackUp = (parts: CreateBackUpParts): BackUp => {
  let isUnderWay = false
  return async () => {
    if (parts.database.kind !== 'pglite')
      throw new BackupError(
        'This is for the embedded database. PostgreSQL and a bucket have tools of their own: docs/use/operations.md has the steps.',
      )
    if (isUnderWay) throw new BackupError('Another backup is under way. Try again when it has ended.')
    isUnderWay = true
    return beginBackupStream(parts, () => {
      isUnderWay = false
    })
  }
}

const beginBackupStream = async (
  { database, blobs, clock, version, folder }: CreateBackUpParts,
  ended: () => void,
): Promise<Readable> => {
  const kept = blobs.keepDeleted()
  const release = async () => {
    try {
      await kept?.release()
      await rm(folder, { recursive: true, force: true })
    } finally {
      ended()
    }
  }
  try {
    const createdAt = clock().toISOString()
    const copied = await copyInto(folder, database)
    const { postgres, migrations, tables, sequences, pathCount } = copied
    const manifest = {
      format: formatVersion,
      polyparse: version,
      postgres,
      createdAt,
      migrations,
      tables,
      sequences,
      blobs: kept === null ? null : pathCount,
    } as const
    const content = Readable.from(archiveOf({ manifest, copied, blobs: kept, folder }), { objectMode: false })
    // Not at the end of the generator, which may never begin. What cannot be removed goes with the next backup or start.
    content.once('close', () => void release().catch(() => {}))
    return content
  } catch (error) {
    await release()
    throw error
  }
}

const copyInto = async (folder: string, database: Database): Promise<CopiedDatabase> => {
  try {
    // A process that died may have left files.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await copyOut(database, folder)
  } catch (error) {
    if (!failedWith(error, 'ENOSPC', 'EDQUOT')) throw error
    throw new StorageFullError(`there is no room left for a copy of the database in ${folder}`, { cause: error })
  }
}
