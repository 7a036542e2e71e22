import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { DurableFiles, durableStartParameters, syncDirectory } from './durable-files.ts'
import { openEmptyCluster } from './empty-cluster.ts'
import { DatabaseVersionError, DiskFullError, RestoreInterruptedError } from './errors.ts'
import { startParameters } from './start-parameters.ts'
import { syncPath } from '../lib/sync-path.ts'
import { parseBigint, parseBytes, typeNumbers } from './values.ts'

export const parsers = { [typeNumbers.int8]: parseBigint, [typeNumbers.bytea]: parseBytes }

/**
 * The file that is in the directory of a database that is being restored from a backup.
 * @example restoringFile('/data') // '/data/restoring'
 */
export const restoringFile = (dataDirectory: string): string => join(dataDirectory, 'restoring')

/** @throws {RestoreInterruptedError} */
export const refuseUnrestored = (dataDirectory: string): void => {
  if (!existsSync(restoringFile(dataDirectory))) return
  throw new RestoreInterruptedError(
    `A restore into ${dataDirectory} was interrupted. Run \`polyparse restore FILE\` again, or, to begin without the backup, delete the data directory.`,
  )
}

/** The major version of the PostgreSQL in PGlite, which opens no other. */
export const postgresMajor = 18

/** @throws {DatabaseVersionError} */
const checkVersion = async (dataDirectory: string, pg: string): Promise<void> => {
  const made = (await readFile(join(pg, 'PG_VERSION'), 'utf8')).trim()
  if (made === String(postgresMajor)) return
  throw new DatabaseVersionError(
    `The embedded database in ${dataDirectory} was made by PostgreSQL ${made}, and this version of Polyparse has PostgreSQL ${postgresMajor}, which cannot open it. ` +
      'Run `polyparse backup FILE` with the version of Polyparse that you used before, and `polyparse restore FILE` with this one, into an empty data directory; docs/use/operations.md has the steps.',
  )
}

const clusterOf = (dataDirectory: string): string => join(dataDirectory, 'pg')

/** This file is beside a new cluster until that is whole and synced. */
const creatingFile = (dataDirectory: string): string => join(dataDirectory, 'creating')

/** Tells whether there is one. What a process has left that died while it made one is of no value. */
export const hasCluster = (dataDirectory: string): boolean =>
  existsSync(clusterOf(dataDirectory)) && !existsSync(creatingFile(dataDirectory))

export const removeCluster = async (dataDirectory: string): Promise<void> => {
  await rm(clusterOf(dataDirectory), { recursive: true, force: true })
  await rm(creatingFile(dataDirectory), { force: true })
}

/**
 * Opens the cluster in `pg`, which is created first if there is none.
 * @throws {DatabaseVersionError}
 */
export const openCluster = async (dataDirectory: string, durable: boolean): Promise<PGlite> => {
  const [pg, creating] = [clusterOf(dataDirectory), creatingFile(dataDirectory)]
  const isNew = !hasCluster(dataDirectory)
  if (isNew) {
    await writeFile(creating, '')
    await rm(pg, { recursive: true, force: true })
  } else await checkVersion(dataDirectory, pg)
  using empty = isNew ? await openEmptyCluster() : null
  const options = { parsers, startParams: [...startParameters], ...empty?.option }
  const lite = durable ? await openDurably(pg, options) : await PGlite.create(pg, options)
  if (isNew) {
    // Files that were written before syncing was on are synced now.
    if (durable) await syncDirectory(pg)
    await rm(creating)
    // If the file came back after a loss of power, the next start would delete what was committed in between.
    await syncPath(dataDirectory)
  }
  return lite
}

const openDurably = async (pg: string, options: PGliteOptions): Promise<PGlite> => {
  const files = new DurableFiles(pg)
  const lite = await PGlite.create({ ...options, fs: files, startParams: durableStartParameters })
  files.sync = true
  await lite.exec('checkpoint')
  return lite
}

/**
 * Free space that a start needs: a new cluster takes 40 MB, and one that was not closed may need a segment of its log,
 * 16 MB, before it can free any.
 */
const leastMebibytes = 64

/** @throws {DiskFullError} */
export const makeRoom = async (dataDirectory: string): Promise<void> => {
  const advice = `The embedded database needs ${leastMebibytes} MiB to start in ${dataDirectory}: free some space, or set POLYPARSE_DATA_DIR to another disk.`
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    throw new DiskFullError(`The disk is full. ${advice}`, { cause: error })
  }
  const { bavail, bsize } = await statfs(dataDirectory)
  const free = Math.floor((bavail * bsize) / 1024 ** 2)
  if (free < leastMebibytes) throw new DiskFullError(`The disk has only ${free} MiB left. ${advice}`)
}
