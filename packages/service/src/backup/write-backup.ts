import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StorageFullError } from '../blobs/blob-store.ts'
import { failedWith, writeChunks } from '../blobs/file-system.ts'
import { syncPath } from '../lib/sync-path.ts'
import { verifyBackup } from './read-backup.ts'

type BackupWriting = {
  /** Asked once more right before the file appears under its name; throws when it may not. */
  readonly mayAppear: () => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Writes a backup to a file beside, which gets the name once it is whole and has been read again. `begin` opens the backup
 * when there is a file for it.
 * @throws {BackupError} {@link StorageFullError}
 */
export const writeBackup = async (
  file: string,
  { mayAppear, signal }: BackupWriting,
  begin: () => Promise<AsyncDisposable & { readonly content: AsyncIterable<Uint8Array> }>,
) => {
  const partial = join(dirname(file), `.${basename(file)}.${randomUUID()}.partial`)
  const handle = await open(partial, 'wx+', 0o600)
  const receive = async (): Promise<number> => {
    await using begun = await begin()
    try {
      return await writeChunks(handle, begun.content, signal)
    } catch (error) {
      if (!failedWith(error, 'ENOSPC', 'EDQUOT')) throw error
      throw new StorageFullError(`There is no room left for ${file}.`, { cause: error })
    }
  }
  try {
    const bytes = await receive()
    await handle.sync()
    const verified = await verifyBackup(handle, signal)
    await mayAppear()
    await rename(partial, file)
    await syncPath(dirname(file))
    return { ...verified, bytes }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
