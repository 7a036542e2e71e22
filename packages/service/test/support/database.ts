import { createHash, randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { lockDirectory } from '../../src/db/directory-lock.ts'
import { DatabaseInUseError } from '../../src/db/errors.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import { openPglite } from '../../src/db/pglite.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openQueue } from '../../src/queue/pg-boss.ts'

/** The server on which the tests make and drop databases of their own, when there is one. */
export const testServerUrl = process.env['POLYPARSE_TEST_DATABASE_URL']

const lockFile = new URL('../../../../package-lock.json', import.meta.url)

/** Changes with everything that shapes the template: the versions of PGlite and the queue, and the migrations. */
const templateKey = async (): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(lockFile))
  for (const migration of await readMigrations()) hash.update(migration.hash)
  return hash.digest('hex').slice(0, 16)
}

const prepare = async (database: Database): Promise<void> => {
  await migrate(database)
  const queue = await openQueue(database)
  await queue.close(0)
}

const build = async (place: string): Promise<void> => {
  const folder = await mkdtemp(`${place}-`)
  const database = await openPglite(folder, { durable: false })
  await prepare(database)
  await database.close()
  await rename(folder, place)
}

/**
 * A directory with a ready database, made once a machine: making one takes seconds, copying it a few hundredths.
 * Test processes that need it at the same time wait for the first of them.
 */
const template = async (): Promise<string> => {
  const place = join(tmpdir(), `polyparse-test-template-${await templateKey()}`)
  const builders = `${place}.lock`
  while (!existsSync(place)) {
    await mkdir(builders, { recursive: true })
    try {
      const unlock = lockDirectory(builders)
      if (!existsSync(place)) await build(place).finally(unlock)
      else unlock()
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error
      await setTimeout(100)
    }
  }
  return place
}

/** Calls `after` once the database has closed. */
const closingWith = (database: Database, after: () => Promise<void>): Database => {
  let closing: Promise<void> | null = null
  return {
    ...database,
    close: async () => {
      closing ??= database.close().then(after)
      await closing
    },
  }
}

/** As `openTestDatabase`, embedded whatever the environment says. */
export const openTestPglite = async (): Promise<Database> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-test-'))
  await cp(await template(), folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const database = await openPglite(folder, { durable: false })
  return closingWith(database, () => rm(folder, { recursive: true, force: true }))
}

/** An empty database of its own on a server, dropped when it is closed. */
export const createServerDatabase = async (serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> => {
  const name = `polyparse_test_${randomUUID().replaceAll('-', '')}`
  const server = await openPostgres(serverUrl)
  await server.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  const drop = async () => {
    await server.query(`drop database ${name} with (force)`)
    await server.close()
  }
  return { url: url.href, drop }
}

const openOnServer = async (serverUrl: string): Promise<Database> => {
  const { url, drop } = await createServerDatabase(serverUrl)
  const database = await openPostgres(url)
  await prepare(database)
  return closingWith(database, drop)
}

/**
 * The same for processes of their own to open: at the URL, or, embedded, in the directory, which is made.
 */
export const createEmptyDatabase = async (
  directory: string,
): Promise<{ url: string | null; drop: () => Promise<void> }> => {
  if (testServerUrl === undefined) {
    await cp(await template(), directory, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return { url: null, drop: async () => {} }
  }
  const { url, drop } = await createServerDatabase(testServerUrl)
  const database = await openPostgres(url)
  await prepare(database)
  await database.close()
  return { url, drop }
}

/**
 * A migrated database with nothing in it, and the queue's tables beside ours; close it and it is gone.
 * Embedded, without syncing; on a server when POLYPARSE_TEST_DATABASE_URL names one.
 */
export const openTestDatabase = async (): Promise<Database> =>
  testServerUrl === undefined ? openTestPglite() : openOnServer(testServerUrl)
