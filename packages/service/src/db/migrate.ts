import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withRetries, type RetryOptions } from '../lib/retry.ts'
import { advisoryLocks, lockAlone } from './advisory-locks.ts'
import type { Database, Transaction } from './database.ts'
import { isLockTimeout } from './errors.ts'

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

/** The files `001-….sql`, `002-….sql` … of a folder, in order. */
export const readMigrations = async (folder = ownMigrations): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8')
      return { number: Number(name.slice(0, 3)), name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

const compare = (applied: readonly { number: number; hash: string }[], known: readonly Migration[]) => {
  for (const { number, hash } of applied) {
    const own = known.find((migration) => migration.number === number)
    if (own === undefined)
      throw new SchemaTooNewError(
        `The database has been migrated to version ${number}, and this program knows versions up to ${known.at(-1)?.number ?? 0}. Run the newer program, or restore an older copy of the database.`,
      )
    if (own.hash !== hash)
      throw new MigrationChangedError(
        `The migration ${own.name} was changed after it had been applied to this database.`,
      )
  }
}

/** Applies the first migration that is missing; false when there was none. */
const applyNext = async (transaction: Transaction, migrations: readonly Migration[]): Promise<boolean> => {
  await lockAlone(transaction, advisoryLocks.migrations)
  await transaction.script(
    `create table if not exists migrations (
       number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now()
     )`,
  )
  const applied = await transaction.query<{ number: number; hash: string }>('select number, hash from migrations')
  compare(applied, migrations)
  const next = migrations.find(({ number }) => !applied.some((row) => row.number === number))
  if (next === undefined) return false
  await transaction.script(next.text)
  const values = [next.number, next.name, next.hash]
  await transaction.query('insert into migrations (number, name, hash) values ($1, $2, $3)', values)
  return true
}

/**
 * A migration waits for a table only as long as its `lock_timeout` allows, because while it waits, all others wait
 * behind it. Then it gives way and tries again.
 */
const lockRetries: RetryOptions = {
  pausesMs: [1000, 2000, 4000, 8000, 8000, 8000],
  windowMs: 120_000,
  judge: (error) => ({ retry: isLockTimeout(error) }),
}

/**
 * Brings the schema to the newest version, each migration in a transaction of its own. Any number of processes may
 * start at once. There is no way back: an older program refuses a newer schema.
 * @throws {SchemaTooNewError}
 * @throws {MigrationChangedError}
 */
export const migrate = async (database: Database, migrations?: readonly Migration[]): Promise<void> => {
  const all = migrations ?? (await readMigrations())
  const next = () => database.transaction((transaction) => applyNext(transaction, all))
  while (await withRetries(next, lockRetries));
}
