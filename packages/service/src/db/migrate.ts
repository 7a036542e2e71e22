import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withRetries } from '@polyparse/outbound'
import { whileMigrating } from './advisory-locks.ts'
import type { Database, Queryable } from './database.ts'
import { isLockTimeout } from './errors.ts'
import { isOnline, onlineStatements } from './online-migration.ts'

/** The database was last used by a newer version of the product. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError'
}

/** An applied migration differs from the one that this version of the product has under its number. */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError'
}

export type Migration = { readonly number: number; readonly name: string; readonly text: string; readonly hash: string }

const ownMigrations = fileURLToPath(new URL('migrations', import.meta.url))

/** The files `001-….sql`, `002-….online.sql` … of a folder, in order. */
export const readMigrations = async (folder = ownMigrations): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-[a-z0-9-]+(?:\.online)?\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8')
      return { number: Number(name.slice(0, 3)), name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

type Applied = Pick<Migration, 'number' | 'hash'>

/**
 * Tells whether this program knows the migrations that have been applied to a database.
 * @throws {SchemaTooNewError} {@link MigrationChangedError}
 */
export const checkMigrations = async (applied: readonly Applied[], known?: readonly Migration[]): Promise<void> =>
  compare(applied, known ?? (await readMigrations()))

const compare = (applied: readonly Applied[], known: readonly Migration[]) => {
  for (const { number, hash } of applied.toSorted((one, other) => one.number - other.number)) {
    const own = known.find((migration) => migration.number === number)
    if (own === undefined)
      throw new SchemaTooNewError(
        `The database has been migrated to version ${number}, and this program knows versions up to ${known.at(-1)?.number ?? 0}. Run the newer program, or restore an older copy of the database.`,
      )
    if (own.hash !== hash)
      throw new MigrationChangedError(
        `The migration ${own.name} is not the one that was applied to this database: a version before the first release made it, or the file was changed.`,
      )
  }
}

/** The migrations that the database lacks, in order. */
const pending = async (connection: Queryable, known: readonly Migration[]): Promise<readonly Migration[]> => {
  const [table] = await connection.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`)
  if (table?.exists !== true) return known
  const applied = await connection.query<Applied>('select number, hash from migrations')
  compare(applied, known)
  return known.filter(({ number }) => !applied.some((row) => row.number === number))
}

/** A statement that waits longer for a table gives way: while it waits, all others wait behind it. */
const lockTimeout = '2s'

type Connection = Pick<Database, 'query' | 'transaction'>

const apply = async (connection: Connection, migration: Migration): Promise<void> => {
  const { number, name, hash, text } = migration
  const record = async (to: Queryable) => {
    await to.query('insert into migrations (number, name, hash) values ($1, $2, $3)', [number, name, hash])
  }
  if (isOnline(migration)) {
    for (const statement of onlineStatements(migration)) await statement.run(connection)
    return record(connection)
  }
  await connection.transaction(async (transaction) => {
    await transaction.script(
      `set local lock_timeout = '${lockTimeout}';
       create table if not exists migrations (
         number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now()
       )`,
    )
    await transaction.script(text)
    await record(transaction)
  })
}

/** A table that a migration needs is in use; it is tried again for as long as it takes. */
export class MigrationWaitsError extends Error {
  override readonly name = 'MigrationWaitsError'
}

/** Between two tries others have the tables, for several times as long as a try makes them wait. */
function* migrationPausesMs(): Generator<number> {
  for (;;) yield 4000 * (1 + Math.random())
}

/**
 * Brings the schema to the newest version. Any number of processes may start at once: one migrates, the others wait.
 * There is no way back: an older program refuses a newer schema. `onWait` gets a {@link MigrationWaitsError} at every
 * try that had to give way.
 * @throws {SchemaTooNewError}
 * @throws {MigrationChangedError}
 */
export const migrate = async (
  database: Database,
  migrations?: readonly Migration[],
  onWait: (error: MigrationWaitsError) => void = () => {},
): Promise<void> => {
  const all = migrations ?? (await readMigrations())
  if ((await pending(database, all)).length === 0) return
  await database.patiently((connection) =>
    whileMigrating(connection, async () => {
      for (const migration of await pending(connection, all))
        await withRetries(() => apply(connection, migration), {
          pausesMs: migrationPausesMs(),
          windowMs: Number.POSITIVE_INFINITY,
          judge: (error) => {
            const retry = isLockTimeout(error)
            if (retry) {
              const message = `the migration ${migration.name} waits for a table that is in use, will retry`
              onWait(new MigrationWaitsError(message, { cause: error }))
            }
            return { retry }
          },
        })
    }),
  )
}
