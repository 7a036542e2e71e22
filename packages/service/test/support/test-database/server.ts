import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/db/database.ts'
import { openPostgres } from '../../../src/db/postgres.ts'
import { readStart, reset } from './reset.ts'
import { migrate } from '../../../src/db/migrate.ts'

/** The prefix of the names of all databases of one `npm test`, which drops those that are left at its end. */
const runPrefix = process.env['POLYPARSE_TEST_DATABASE_PREFIX']
const newName = (): string => `${runPrefix ?? 'polyparse_test_'}${randomUUID().replaceAll('-', '')}`

export type ServerDatabase = { readonly url: string; readonly drop: () => Promise<void> }

const asAdministrator = async <Result>(
  serverUrl: string,
  work: (server: Database) => Promise<Result>,
): Promise<Result> => {
  const server = await openPostgres(serverUrl, { connections: 1 })
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

const urlOf = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

const create = async (serverUrl: string, template: string | null): Promise<ServerDatabase> => {
  const name = newName()
  const from = template === null ? '' : ` template ${template}`
  await asAdministrator(serverUrl, (server) => server.query(`create database ${name}${from}`))
  const drop = async () => {
    await asAdministrator(serverUrl, (server) => server.query(`drop database if exists ${name} with (force)`))
  }
  return { url: urlOf(serverUrl, name), drop }
}

/** An empty database on a server. */
export const createServerDatabase = (serverUrl: string): Promise<ServerDatabase> => create(serverUrl, null)

const createMigrated = async (serverUrl: string): Promise<ServerDatabase> => {
  const created = await createServerDatabase(serverUrl)
  try {
    const database = await openPostgres(created.url)
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    return created
  } catch (error) {
    await created.drop()
    throw error
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const duplicateDatabase = '42P04'
const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === duplicateDatabase

/** The template of this run. A process that finds none makes one, and the first to be ready gives it the name. */
const findOrBuildTemplate = async (serverUrl: string, template: string): Promise<string> => {
  const found = await asAdministrator(serverUrl, (server) =>
    server.query('select 1 from pg_database where datname = $1', [template]),
  )
  if (found.length > 0) return template
  const { url, drop } = await createMigrated(serverUrl)
  const name = new URL(url).pathname.slice(1)
  try {
    await asAdministrator(serverUrl, (server) => server.query(`alter database ${name} rename to ${template}`))
  } catch (error) {
    await drop()
    if (!isDuplicate(error)) throw error
  }
  return template
}

let template: Promise<string> | null = null

/** A migrated database without data. Outside of `npm test` each is migrated separately, so that no template is left. */
export const createMigratedDatabase = async (serverUrl: string): Promise<ServerDatabase> => {
  if (runPrefix === undefined) return createMigrated(serverUrl)
  template ??= findOrBuildTemplate(serverUrl, `${runPrefix}template`)
  return create(serverUrl, await template)
}

type Kept = ServerDatabase & { readonly start: Awaited<ReturnType<typeof readStart>> }

const idle: Kept[] = []

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

const reuse = async (): Promise<{ kept: Kept; database: Database } | null> => {
  for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
    const database = await openPostgres(kept.url)
    if (await reset(database, kept.start)) return { kept, database }
    await database.close()
    await kept.drop()
  }
  return null
}

const make = async (serverUrl: string): Promise<{ kept: Kept; database: Database }> => {
  const created = await createMigratedDatabase(serverUrl)
  const database = await openPostgres(created.url)
  return { kept: { ...created, start: await readStart(database) }, database }
}

/**
 * A migrated database without data, with its own connections. The tests of a process share a few: a closed database is
 * emptied when the next test needs one.
 */
export const openOnServer = async (serverUrl: string): Promise<Database> => {
  const { kept, database } = (await reuse()) ?? (await make(serverUrl))
  return closingWith(database, async () => {
    if (runPrefix === undefined) await kept.drop()
    else idle.push(kept)
  })
}

/** Drops every database of a run. */
export const dropDatabases = (serverUrl: string, prefix: string): Promise<void> =>
  asAdministrator(serverUrl, async (server) => {
    const found = await server.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of found) await server.query(`drop database if exists ${datname} with (force)`)
  })
