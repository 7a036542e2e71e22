import type { Database } from '../../../src/db/database.ts'

/** The rows and the shape of a database, to restore it to. */
type Start = {
  readonly tables: readonly string[]
  /** The rows that the migrations put into their tables. */
  readonly rows: readonly { readonly name: string; readonly rows: string }[]
  readonly shape: string
}

/** In the order of creation, so that a table comes after those it refers to. */
const listTables = async (database: Database): Promise<string[]> => {
  const found = await database.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition
     order by pg_class.oid`,
  )
  return found.map(({ name }) => name)
}

const readShape = async (database: Database): Promise<string> => {
  const [found] = await database.query<{ shape: string }>(
    `select md5(string_agg(part, ' ' order by part)) as shape from (
       select format('%s.%s %s %s %s', relname, attname, atttypid, attnotnull, atthasdef)
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
       union all
       select format('%s %s', conname, pg_get_constraintdef(oid))
       from pg_constraint where connamespace = 'public'::regnamespace
     ) as parts (part)`,
  )
  return found?.shape ?? ''
}

/** Remembers a database that was just created. */
export const readStart = async (database: Database): Promise<Start> => {
  const tables = await listTables(database)
  const contents = tables.map(
    (name) => `select '${name}' as name, (select jsonb_agg(row) from ${name} row)::text as rows`,
  )
  const rows = await database.query<{ name: string; rows: string }>(
    `select name, rows from (${contents.join(' union all ')}) as contents where rows is not null`,
  )
  return { tables, rows, shape: await readShape(database) }
}

/** Restores the rows; returns false and does nothing when a test has changed the tables themselves. */
export const reset = async (database: Database, { tables, rows, shape }: Start): Promise<boolean> => {
  if ((await readShape(database)) !== shape) return false
  const deletions = tables.map((name, index) => `d${index} as (delete from ${name})`)
  await database.transaction(async (transaction) => {
    // One statement: references between its tables are checked when all of them are empty.
    await transaction.query(`with ${deletions.join(', ')} select`)
    for (const { name, rows: given } of rows)
      await transaction.query(
        `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
        [given],
      )
  })
  return true
}
