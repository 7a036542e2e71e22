import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Copy, Database, Transaction } from '../db/database.ts'
import { checkMigrations, type Migration } from '../db/migrate.ts'
import { selectNamedBlobs } from '../jobs/named-blobs.ts'
import { BackupError, quotedIdentifier, type Manifest } from './format.ts'

/** The contents of the database at one moment, in files of a folder. */
export type CopiedDatabase = Pick<Manifest, 'postgres' | 'migrations' | 'tables' | 'sequences'> & {
  /** A file for each table, in the order of `tables`. */
  readonly files: readonly string[]
  /** The paths of the blobs that the rows need, one a line. */
  readonly paths: string
  readonly pathCount: number
}

type TableToCopy = Manifest['tables'][number] & { readonly pages: number }

/** A mebibyte of a table is in memory at a time. */
const pagesAtOnce = 128
const jobCopyPageSize = 10_000

/**
 * Copies the tables of the schema `public` of an embedded database; what other schemas have is derived from it. Nothing
 * else can use the database meanwhile: for about a second for every hundred thousand jobs.
 * @throws {BackupError} {@link SchemaTooNewError}
 */
export const copyOut = (
  database: Database,
  folder: string,
  knownMigrations?: readonly Migration[],
): Promise<CopiedDatabase> =>
  database.transaction(async (transaction) => {
    const { copy } = transaction
    if (copy === null) throw new BackupError('Only the embedded database can be copied.')
    await transaction.script('set transaction isolation level repeatable read read only')
    const migrations = await readApplied(transaction)
    await checkMigrations(migrations, knownMigrations)
    const tables = await listTables(transaction)
    const files: string[] = []
    for (const table of tables) files.push(await writeTable(copy, table, join(folder, String(files.length))))
    const paths = join(folder, 'paths')
    const pathCount = await writePaths(transaction, copy, paths)
    return {
      postgres: await readVersion(transaction),
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      sequences: await listSequences(transaction),
      files,
      paths,
      pathCount,
    }
  })

const readVersion = async (transaction: Transaction): Promise<string> => {
  const [row] = await transaction.query<{ version: string }>(`select current_setting('server_version') as version`)
  return row?.version ?? ''
}

const readApplied = async (transaction: Transaction): Promise<Manifest['migrations']> => {
  const [found] = await transaction.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  )
  const applied =
    found?.exists === true
      ? await transaction.query<Manifest['migrations'][number]>('select number, hash from migrations order by number')
      : []
  if (applied.length === 0) throw new BackupError('The database is empty: there is nothing to back up.')
  return applied
}

/** Lists all tables but that of the migrations, which a restore applies itself. */
const listTables = (transaction: Transaction): Promise<TableToCopy[]> =>
  transaction.query<TableToCopy>(
    `select relname as name, array_agg(attname::text order by attnum) as columns,
       (pg_relation_size(pg_class.oid) / current_setting('block_size')::integer)::integer as pages
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by pg_class.oid, relname order by relname`,
  )

const listSequences = (transaction: Transaction): Promise<Manifest['sequences']> =>
  transaction.query<Manifest['sequences'][number]>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  )

const writeTable = (copy: Copy, { name, columns, pages }: TableToCopy, path: string): Promise<string> =>
  writeNewFile(path, async (file) => {
    for (let page = 0; page < pages; page += pagesAtOnce)
      await file.writeFile(
        await copy.out(
          `select ${columns.map(quotedIdentifier).join(', ')} from public.${quotedIdentifier(name)}
           where ctid >= '(${page},0)' and ctid < '(${page + pagesAtOnce},0)'`,
        ),
      )
    return path
  })

const writePaths = (transaction: Transaction, copy: Copy, path: string): Promise<number> =>
  writeNewFile(path, async (file) => {
    let count = 0
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const [last] = await transaction.query<{ id: string }>(
        `select id from (select id from jobs where id > $1 order by id limit ${jobCopyPageSize}) as portion
         order by id desc limit 1`,
        [after],
      )
      if (last === undefined) return count
      const portion = (column: string) => `${column} > '${after}' and ${column} <= '${last.id}'`
      const lines = await copy.out(`select path from (${selectNamedBlobs(portion)}) as named`)
      await file.writeFile(lines)
      for (const byte of lines) if (byte === newline) count += 1
      after = last.id
    }
  })

const newline = 0x0a

const writeNewFile = async <Result>(path: string, write: (file: FileHandle) => Promise<Result>): Promise<Result> => {
  const file = await open(path, 'wx', 0o600)
  try {
    return await write(file)
  } finally {
    await file.close()
  }
}
