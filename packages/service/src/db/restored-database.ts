import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { syncPath } from '../lib/sync-path.ts'
import { hasCluster, makeRoom, openCluster, removeCluster, restoringFile } from './cluster.ts'
import type { Database } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DatabaseExistsError } from './errors.ts'
import { databaseOver } from './pglite.ts'

/** A directory without an embedded database, of which this process is the only owner until it is closed. */
export type RestoreClaim = {
  /** The note of a restore into this directory that died; null if there was none. */
  readonly interrupted: string | null
  /** Makes an empty database. Until it is complete, every start refuses it. */
  open(note: string): Promise<Database>
  /** Makes it a database like any other, also after a loss of power. */
  complete(): Promise<void>
  /** Removes the database that it has opened. */
  discard(): Promise<void>
  close(): Promise<void>
}

/** @throws {DatabaseExistsError} */
export const refuseDatabase = (dataDirectory: string): void => {
  if (!hasCluster(dataDirectory) || existsSync(restoringFile(dataDirectory))) return
  throw new DatabaseExistsError(
    `There is a database in ${dataDirectory}, and a backup is restored into an empty data directory only. Set POLYPARSE_DATA_DIR to another one.`,
  )
}

/**
 * @throws {DatabaseExistsError} {@link DatabaseInUseError}, {@link DiskFullError}
 */
export const claimForRestore = async (dataDirectory: string): Promise<RestoreClaim> => {
  await makeRoom(dataDirectory)
  const unlock = lockDirectory(dataDirectory)
  try {
    return await claimed(dataDirectory, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

const claimed = async (dataDirectory: string, unlock: () => void): Promise<RestoreClaim> => {
  refuseDatabase(dataDirectory)
  const note = restoringFile(dataDirectory)
  const interrupted = existsSync(note) ? await readFile(note, 'utf8') : null
  let database: Database | null = null
  return {
    interrupted,
    open: async (text) => {
      await writeFile(note, text, { flush: true })
      await syncPath(dataDirectory)
      await removeCluster(dataDirectory)
      database = databaseOver(await openCluster(dataDirectory, true), {}, () => {})
      return database
    },
    complete: async () => {
      await rm(note)
      await syncPath(dataDirectory)
    },
    discard: async () => {
      await database?.close()
      await removeCluster(dataDirectory)
      await rm(note, { force: true })
    },
    close: async () => {
      try {
        await database?.close()
      } finally {
        unlock()
      }
    },
  }
}
