import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreBackup } from '../backup/restore.ts'
import type { Settings } from '../config.ts'
import { blobPlace, openBlobs } from '../open-blobs.ts'
import { makeDataDirectory } from './data-directory.ts'

/** Restores a file of a backup into the data directory and the blob store that the settings name. */
export const restoreData = (file: FileHandle, settings: Settings, signal: AbortSignal) => {
  const place = blobPlace(settings)
  const target = {
    databaseDirectory: join(settings.dataDirectory, 'database'),
    openBlobs: async () => {
      await makeDataDirectory(settings)
      return openBlobs(settings)
    },
    blobPlace: place.kind === 'directory' ? place.path : `s3://${place.bucket}/${place.prefix}`,
  }
  return restoreBackup(file, target, signal)
}
