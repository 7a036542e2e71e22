import { existsSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions, type Transaction as EmbeddedTransaction } from '@electric-sql/pglite'
import type { Database, Transaction } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableFiles, durableStartParameters, syncDirectory } from './durable-files.ts'
import { openEmptyCluster } from './empty-cluster.ts'
import { DatabaseClosedError, DiskFullError } from './errors.ts'
import { syncPath } from '../lib/sync-path.ts'
import { createTransactionGuard } from './transaction-guard.ts'
import { prepareStatements } from './pglite-statements.ts'
import { keepVacuumed } from './vacuum.ts'
import { parseBigint, parseBytes, typeNumbers } from './values.ts'

const parsers = { [typeNumbers.int8]: parseBigint, [typeNumbers.bytea]: parseBytes }

/**
 * Opens the cluster in `pg`, which is created first if there is none. Until it is whole and synced, a file `creating`
 * stands beside it: a process that died before that has left nothing of value, and the cluster is created anew.
 */
const openCluster = async (dataDirectory: string, durable: boolean): Promise<PGlite> => {
  const [pg, creating] = [join(dataDirectory, 'pg'), join(dataDirectory, 'creating')]
  const isNew = !existsSync(pg) || existsSync(creating)
  if (isNew) {
    await writeFile(creating, '')
    await rm(pg, { recursive: true, force: true })
  }
  const options = { parsers, ...(isNew && (await openEmptyCluster())) }
  const lite = durable ? await openDurably(pg, options) : await PGlite.create(pg, options)
  if (isNew) {
    // What was written before syncing was on.
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
 * What a start needs: a new cluster takes 40 MB, and one that was not closed may need a segment of its log, 16 MB, before
 * it can free any.
 */
const leastMebibytes = 64

const makeRoom = async (dataDirectory: string): Promise<void> => {
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

type Ask = ReturnType<typeof prepareStatements>

const transactionOver = (lite: EmbeddedTransaction, ask: Ask, whileOpen: () => void): Transaction => ({
  inTransaction: true,
  query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) => {
    whileOpen()
    return ask<Row>(text, parameters)
  },
  script: async (text) => {
    whileOpen()
    const results = await lite.exec(text)
    return results.flatMap(({ rows }): object[] => rows)
  },
})

type PgliteHooks = {
  /** Gets the errors of maintenance. */
  readonly onError?: (error: unknown) => void
}

/**
 * The embedded database in a directory, which is created if needed and accessible only to its owner. A resolved commit
 * survives kill -9 and a loss of power. One process at a time, one connection: an open transaction holds up all others.
 * `durable: false` leaves out the syncing, for tests.
 * @throws {DatabaseInUseError} when the directory is open elsewhere; {@link DiskFullError}.
 */
export const openPglite = async (
  dataDirectory: string,
  { durable = true, ...hooks }: PgliteHooks & { readonly durable?: boolean } = {},
): Promise<Database> => {
  await makeRoom(dataDirectory)
  const unlock = lockDirectory(dataDirectory)
  try {
    return databaseOver(await openCluster(dataDirectory, durable), hooks, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** An embedded database in the memory of the process, which goes with it. */
export const openMemoryPglite = async (hooks: PgliteHooks = {}): Promise<Database> =>
  databaseOver(await PGlite.create({ parsers, ...(await openEmptyCluster()) }), hooks, () => {})

const databaseOver = (lite: PGlite, { onError = () => {} }: PgliteHooks, afterClose: () => void): Database => {
  const ask = prepareStatements(lite)
  const stopVacuuming = keepVacuumed(lite, onError)
  const guard = createTransactionGuard()
  let closing: Promise<void> | null = null
  const check = () => {
    guard.refuseInside()
    if (closing !== null) throw new DatabaseClosedError()
  }
  return {
    kind: 'pglite',
    query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) => {
      check()
      return lite._runExclusiveTransaction(() => ask<Row>(text, parameters))
    },
    transaction: async (work) => {
      check()
      return lite.transaction((inner) => guard.inside((whileOpen) => work(transactionOver(inner, ask, whileOpen))))
    },
    listen: async (channel, listener) => {
      check()
      // PGlite calls this in the middle of the statement that brought the notification, often a commit.
      const stop = await lite.listen(`"${channel}"`, (payload) => guard.outside(() => listener(payload)))
      return async () => {
        if (closing === null) await stop()
      }
    },
    close: async () => {
      guard.refuseInside()
      stopVacuuming()
      closing ??= lite.close().finally(afterClose)
      await closing
    },
  }
}
