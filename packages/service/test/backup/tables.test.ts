import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { copyIn } from '../../src/backup/copy-in.ts'
import { copyOut, type CopiedDatabase } from '../../src/backup/copy-out.ts'
import { BackupError } from '../../src/backup/format.ts'
import type { Database } from '../../src/db/database.ts'
import { migrate, readMigrations, SchemaTooNewError, type Migration } from '../../src/db/migrate.ts'
import { openMemoryPglite } from '../../src/db/pglite.ts'

const migration = (number: number, text: string): Migration => ({
  number,
  name: String(number),
  text,
  hash: createHash('sha256').update(text).digest('hex'),
})

const more = migration(
  900,
  `create table things (
     id integer generated always as identity primary key,
     gone text,
     parent integer references things (id),
     words text, bytes bytea, at timestamptz, json jsonb, names text[], big bigint, number double precision,
     size integer generated always as (length(words)) stored
   );
   alter table things drop column gone;
   insert into things (words) values ('put there by the migration');
   create table "odd ""name" ("a column" text);
   create view seen as select * from things`,
)
const later = migration(901, `alter table things add column added text not null default 'later'`)

/** Values that a format of text has to take care of. */
const fill = (database: Database) =>
  database.transaction(async (transaction) => {
    await transaction.script('truncate things')
    await transaction.script(
      `insert into things (words, bytes, at, json, names, big, number) values
         (E'tab\\t newline\\n return\\r backslash\\\\ \\\\N \\\\.', '\\x0001ff5c', '-infinity', 'null', '{}', -9223372036854775808, 'NaN'),
         (E'\\\\.', null, 'infinity', null, array['NULL', null, '"', ','], 9223372036854775807, 0.1),
         ('ünï 😀', '', '2030-01-31T12:00:00.123456Z', '{"deep": [1.10, {"a": null}]}', null, 0, 1e-300),
         (null, null, null, null, null, null, null);
       insert into things (words) select md5(n::text) || repeat('x', 200) from generate_series(1, 20000) n;
       insert into things (words) values (repeat('long ', 1000000));
       update things set parent = (select max(id) from things) where id % 7 = 0;
       insert into "odd ""name" values ('kept')`,
    )
  })

const digestOf = async (database: Database, tables = ['things', '"odd ""name"']) => {
  const found = []
  for (const table of tables)
    found.push(
      ...(await database.query<{ rows: number; digest: string }>(
        `select count(*) as rows, md5(string_agg(md5(row::text), '' order by row::text collate "C")) as digest
         from ${table} as row`,
      )),
    )
  return found.map((each) => ({ ...each }))
}

describe('a copy of the tables', () => {
  let folder: string
  let source: Database
  let copied: CopiedDatabase
  let known: readonly Migration[]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-tables-'))
    source = await openMemoryPglite()
    known = [...(await readMigrations()), more]
    await migrate(source, known)
    await fill(source)
    copied = await copyOut(source, folder, known)
  })
  after(async () => {
    await source.close()
    await rm(folder, { recursive: true, force: true })
  })

  const restored = async (migrations: readonly Migration[]) => {
    const target = await openMemoryPglite()
    const contents = copied.tables.map((table, index) => ({
      table,
      read: () => createReadStream(copied.files[index] ?? ''),
    }))
    const manifest = { format: 1, polyparse: '', createdAt: '', blobs: 0, ...copied } as const
    const inTurn = async function* () {
      yield* contents
    }
    await copyIn(target, manifest, inTurn(), migrations)
    return target
  }

  it('has every row as it was, without what the migrations put there, and goes on counting', async (t) => {
    const target = await restored(known)
    t.after(() => target.close())
    assert.deepEqual(await digestOf(target), await digestOf(source))
    assert.equal((await digestOf(target))[0]?.rows, 20_005)
    const next = `insert into things (words) values ('next') returning id`
    assert.deepEqual(
      (await target.query(next)).map((row) => ({ ...row })),
      [{ id: 20_007 }],
    )
    await assert.rejects(target.query('insert into things (parent) values (-1)'), { code: '23503' })
  })

  it('of an older version is migrated to the newest', async (t) => {
    const target = await restored([...known, later])
    t.after(() => target.close())
    const [row] = await target.query<{ count: number }>(`select count(*) from things where added = 'later'`)
    assert.equal(row?.count, 20_005)
  })

  it('is of one moment, and changes nothing', async () => {
    assert.deepEqual(
      copied.tables.map(({ name }) => name).filter((name) => name === 'migrations' || name === 'seen'),
      [],
    )
    assert.equal(await readFile(copied.paths, 'utf8'), '')
    assert.equal((await digestOf(source))[0]?.rows, 20_005)
  })

  it('is refused when a newer version has migrated the database', async () => {
    await assert.rejects(copyOut(source, join(folder, 'newer')), SchemaTooNewError)
  })

  it('is refused when there is nothing to copy', async (t) => {
    const empty = await openMemoryPglite()
    t.after(() => empty.close())
    await assert.rejects(copyOut(empty, join(folder, 'empty')), BackupError)
  })
})
