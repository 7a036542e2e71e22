import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type Transaction as EmbeddedTransaction } from '@electric-sql/pglite'
import type { Database, Transaction } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableFiles, durableStartParameters, syncDirectory } from './durable-files.ts'
import { DatabaseClosedError } from './errors.ts'
import { createTransactionGuard } from './transaction-guard.ts'
import { prepareStatements } from './pglite-statements.ts'
import { keepVacuumed } from './vacuum.ts'
import { parseBigint, parseBytes, typeNumbers } from './values.ts'

const parsers = { [typeNumbers.int8]: parseBigint, [typeNumbers.bytea]: parseBytes }

const openDurably = async (dataDirectory: string): Promise<PGlite> => {
  const files = new DurableFiles(join(dataDirectory, 'pg'))
  const lite = await PGlite.create({ fs: files, startParams: durableStartParameters, parsers })
  files.sync = true
  await lite.exec('checkpoint')
  // Syncs what was written when the database was created, before syncing was on.
  const marker = join(dataDirectory, 'synced')
  if (!existsSync(marker)) {
    await syncDirectory(join(dataDirectory, 'pg'))
    await writeFile(marker, '')
  }
  return lite
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

/**
 * The embedded database in a directory, which is created if needed and accessible only to its owner. A resolved commit
 * survives kill -9 and a loss of power. One process at a time, one connection: an open transaction holds up all others.
 * `durable: false` leaves out the syncing, for tests. `onError` gets the errors of maintenance.
 * @throws {DatabaseInUseError} when the directory is open elsewhere.
 */
export const openPglite = async (
  dataDirectory: string,
  { durable = true, onError = () => {} }: { durable?: boolean; onError?: (error: unknown) => void } = {},
): Promise<Database> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(dataDirectory)
  let lite: PGlite
  try {
    lite = durable ? await openDurably(dataDirectory) : await PGlite.create(join(dataDirectory, 'pg'), { parsers })
  } catch (error) {
    unlock()
    throw error
  }

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
      closing ??= lite.close().finally(unlock)
      await closing
    },
  }
}
