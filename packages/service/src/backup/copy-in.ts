import type { Copy, Database, Transaction } from '../db/database.ts'
import { migrate, readMigrations, type Migration } from '../db/migrate.ts'
import { BackupError, quotedIdentifier, type Manifest } from './format.ts'

/** The size of what the database gets at once. */
const portionBytes = 1024 * 1024

/** The content of every table of the manifest, in any order. */
type TableContents = AsyncIterable<{
  readonly table: Manifest['tables'][number]
  readonly read: () => AsyncIterable<Uint8Array>
}>

/**
 * Fills an empty database: makes the tables as they were, by the migrations that had been applied; copies their rows;
 * then applies the newer migrations.
 * @throws {SchemaTooNewError} {@link MigrationChangedError}
 */
export const copyIn = async (
  database: Database,
  { migrations, sequences }: Manifest,
  contents: TableContents,
  knownMigrations?: readonly Migration[],
): Promise<void> => {
  const known = knownMigrations ?? (await readMigrations())
  const last = Math.max(...migrations.map(({ number }) => number))
  const earlier = known.filter(({ number }) => number <= last)
  await migrate(database, earlier)
  await database.transaction(async (transaction) => {
    const { copy } = transaction
    if (copy === null) throw new BackupError('Only the embedded database can be filled.')
    // The backup has the rows of migrations as well, so the tables are emptied first.
    await transaction.script(`set local session_replication_role = replica; ${await truncation(transaction)}`)
    for await (const { table, read } of contents) await copyTable(copy, table, read())
    for (const { name, value } of sequences)
      await transaction.query('select setval($1::regclass, $2::bigint)', [`public.${quotedIdentifier(name)}`, value])
    await transaction.script('analyze')
  })
  await migrate(database, known)
}

const truncation = async (transaction: Transaction): Promise<string> => {
  const tables = await transaction.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`,
  )
  return `truncate ${tables.map(({ name }) => `public.${quotedIdentifier(name)}`).join(', ')}`
}

const copyTable = async (
  copy: Copy,
  { name, columns }: Manifest['tables'][number],
  content: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const target = `public.${quotedIdentifier(name)} (${columns.map(quotedIdentifier).join(', ')})`
  for await (const rows of wholeRows(content)) await copy.in(target, rows)
}

const newline = 0x0a

/** Portions that end at the end of a row: within one, the text format has no newline. */
async function* wholeRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of content) {
    waiting.push(piece)
    length += piece.length
    if (length < portionBytes) continue
    const bytes = Buffer.concat(waiting)
    const end = bytes.lastIndexOf(newline) + 1
    if (end > 0) yield bytes.subarray(0, end)
    waiting = [bytes.subarray(end)]
    length = bytes.length - end
  }
  if (length > 0) yield Buffer.concat(waiting)
}
