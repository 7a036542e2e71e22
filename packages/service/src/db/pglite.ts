import { PGlite, type Transaction as EmbeddedTransaction } from '@electric-sql/pglite'
import { makeRoom, openCluster, parsers, refuseUnrestored } from './cluster.ts'
import { unsynced, type Database, type Transaction } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { openEmptyCluster } from './empty-cluster.ts'
import { DatabaseClosedError } from './errors.ts'
import { createTransactionGuard } from './transaction-guard.ts'
import { startParameters } from './start-parameters.ts'
import { prepareStatements } from './pglite-statements.ts'
import { keepVacuumed } from './vacuum.ts'

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
  // PGlite's name for bytes that come with a statement, or with its result.
  copy: {
    out: async (query) => {
      whileOpen()
      // If an earlier copy broke off, what it had written would come with the next result.
      await lite.query('select')
      const { blob } = await lite.query(`copy (${query}) to '/dev/blob'`)
      return blob === undefined ? new Uint8Array() : blob.bytes()
    },
    in: async (table, rows) => {
      whileOpen()
      await lite.query(`copy ${table} from '/dev/blob'`, [], { blob: new Blob([rows]) })
    },
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
 * @throws {DatabaseInUseError} when the directory is open elsewhere; {@link DatabaseVersionError},
 *   {@link RestoreInterruptedError}, {@link DiskFullError}.
 */
export const openPglite = async (
  dataDirectory: string,
  { durable = true, ...hooks }: PgliteHooks & { readonly durable?: boolean } = {},
): Promise<Database> => {
  await makeRoom(dataDirectory)
  const unlock = lockDirectory(dataDirectory)
  try {
    refuseUnrestored(dataDirectory)
    return databaseOver(await openCluster(dataDirectory, durable), hooks, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** An embedded database in the memory of the process, which goes with it. */
export const openMemoryPglite = async (hooks: PgliteHooks = {}): Promise<Database> => {
  using empty = await openEmptyCluster()
  const options = { parsers, startParams: [...startParameters], ...empty.option }
  return databaseOver(await PGlite.create(options), hooks, () => {})
}

/** The port over an open cluster. */
export const databaseOver = (lite: PGlite, { onError = () => {} }: PgliteHooks, afterClose: () => void): Database => {
  const ask = prepareStatements(lite)
  const stopVacuuming = keepVacuumed(lite, onError)
  const guard = createTransactionGuard()
  let closing: Promise<void> | null = null
  const check = () => {
    guard.refuseInside()
    if (closing !== null) throw new DatabaseClosedError()
  }
  const connection: Pick<Database, 'query' | 'transaction'> = {
    query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) => {
      check()
      return lite._runExclusiveTransaction(() => ask<Row>(text, parameters))
    },
    transaction: async (work, { synced = true } = {}) => {
      check()
      return lite.transaction(async (inner) => {
        if (!synced) await ask(unsynced, [])
        return guard.inside((whileOpen) => work(transactionOver(inner, ask, whileOpen)))
      })
    },
  }
  return {
    kind: 'pglite',
    ...connection,
    patiently: async (work) => work(connection),
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
