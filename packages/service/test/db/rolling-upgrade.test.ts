import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import { openPglite } from '../../src/db/pglite.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { createServerDatabase, testServerUrl } from '../support/database.ts'

/**
 * While the processes of a fleet are replaced one by one, processes of the previous version keep working on the schema
 * of the new one. The statements of that version are written down here as they were. Once no such version is supported,
 * they are removed, and those of the next version take their place.
 */
const before004 = 3

/** What a migration must not do while some process still relies on the schema before it. */
const takesAway =
  /\b(?:drop\s+(?:table|column|constraint|index)|rename\b|alter\s+column\s+\w+\s+(?:type|set\s+not\s+null|set\s+data)|truncate\b|delete\s+from)\b/i

/** A column that a writer unaware of it would have to fill. */
const demands = /add\s+column\s+\w+\s+[\w[\]]+(?:(?!,|;|default)[^])*?\bnot\s+null\b(?![^,;]*\bdefault\b)/i

const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, '')

/** No statement names an index, and a renamed table that leaves a view under its old name still exists. */
const withoutHarmlessRenames = (text: string): string =>
  text
    .replaceAll(/alter index \w+ rename to \w+;/g, '')
    .replaceAll(/alter table (\w+) rename to \w+;/g, (rename, table: string) =>
      text.includes(`create view ${table} as`) ? '' : rename,
    )

describe('an upgrade while the version before still runs', () => {
  let database: Database
  let drop: () => Promise<void>
  /** The embedded database has only one process, so the previous version has already ended. */
  let upgrade: () => Promise<void>
  before(async () => {
    if (testServerUrl === undefined) {
      const folder = await mkdtemp(join(tmpdir(), 'polyparse-upgrade-'))
      database = await openPglite(folder, { durable: false })
      upgrade = async () => {
        await database.close()
        database = await openPglite(folder, { durable: false })
        await migrate(database)
      }
      drop = () => rm(folder, { recursive: true, force: true })
    } else {
      const { url, drop: dropServer } = await createServerDatabase(testServerUrl)
      database = await openPostgres(url)
      upgrade = async () => {
        const newer = await openPostgres(url)
        await migrate(newer)
        await newer.close()
      }
      drop = dropServer
    }
  })
  after(async () => {
    await database.close()
    await drop()
  })

  it('removes nothing and requires nothing new of writers', async () => {
    const newer = (await readMigrations()).filter(({ number }) => number > before004)
    assert.ok(newer.length > 0)
    for (const { name, text } of newer) {
      assert.doesNotMatch(withoutHarmlessRenames(withoutComments(text)), takesAway, name)
      assert.doesNotMatch(withoutComments(text), demands, name)
    }
    assert.match('alter table a add column b text not null, add column c text', demands, 'one would be found')
    assert.match('alter table a drop column b', takesAway, 'one would be found')
    assert.match(withoutHarmlessRenames('alter table a rename to b;'), takesAway, 'one would be found')
    assert.doesNotMatch('alter table a add column b text not null default 0', demands)
  })

  it('leaves every statement of that version working, on rows from before and from after', async () => {
    const all = await readMigrations()
    await migrate(
      database,
      all.filter(({ number }) => number <= before004),
    )
    const accountId = randomUUID()
    await database.query('insert into accounts (id, name, created_at) values ($1, $2, now())', [accountId, 'a'])
    const old = await createAsBefore(database, accountId)
    // Often enough for its statements to be prepared.
    for (let n = 0; n < 10; n += 1) await claimAsBefore(database, old.runId)
    await upgrade()
    await endAsBefore(database, old)

    const recent = await createAsBefore(database, accountId)
    await claimAsBefore(database, recent.runId)
    await endAsBefore(database, recent)
    const rows = await database.query('select status, result_path from jobs order by result_path')
    assert.deepEqual(
      rows,
      [old, recent].map(({ id }) => ({ status: 'complete', result_path: `results/${id}/a` })).toSorted(byPath),
    )
    const deletions = await database.query<{ path: string }>(
      'select path from deletions order by requested_at limit 500',
    )
    assert.equal(deletions.length, 2)
    await database.query('delete from deletions where path = any($1)', [deletions.map(({ path }) => path)])
  })

  it('exposes vendor artifacts under their old name as well, for reading and writing', async () => {
    const [known, added] = [randomUUID(), randomUUID()]
    await database.query(
      `insert into vendor_artifacts (id, run_id, provider, reference, next_attempt_at)
       values ($1, $1, 'vendor', '{"name": 1}', now())`,
      [known],
    )
    // The statements of version 8.
    await database.query(
      `insert into vendor_traces (id, run_id, provider, reference, next_attempt_at) values ($1, $2, $3, $4, now())`,
      [added, added, 'vendor', { name: 2 }],
    )
    const taken = await database.query<{ id: string; attempts: number }>(
      `update vendor_traces set
         attempts = attempts + 1, next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ attempts)
       where id in (
         select id from vendor_traces as trace
         where next_attempt_at <= now() and ($1::uuid is null or run_id = $1)
           and not exists (select 1 from runs where runs.id = trace.run_id and runs.ended_at is null)
         order by next_attempt_at limit $2 for update skip locked
       )
       returning id, run_id, provider, reference, attempts`,
      [null, 100],
    )
    assert.deepEqual(
      taken.map(({ id, attempts }) => ({ id, attempts })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      [known, added].toSorted().map((id) => ({ id, attempts: 1 })),
    )
    await database.query('delete from vendor_traces where id = $1', [known])
    assert.deepEqual(await database.query('select id, reference from vendor_artifacts'), [
      { id: added, reference: { name: 2 } },
    ])
  })
})

const byPath = (one: { result_path: string }, other: { result_path: string }): number =>
  one.result_path < other.result_path ? -1 : 1

const createAsBefore = async (database: Database, accountId: string) => {
  const [id, runId] = [randomUUID(), randomUUID()]
  await database.query(
    `insert into jobs (
       id, account_id, idempotency_key, fingerprint, operation, outputs, pages, include_raw, provider_options,
       source_url, source_filename, source_media_type, source_path, source_size, source_sha256, webhook_url, status,
       created_at
     ) values ($1, $2, $3, '', 'parse', '{markdown}', null, false, '{}', null, 'a.txt', 'text/plain', $4, 6, 'hash',
       'https://example.com/', 'queued', now())
     on conflict on constraint idempotency_keys_belong_to_one_account do nothing returning *`,
    [id, accountId, id, `sources/${id}/a`],
  )
  await database.query(
    `insert into runs (id, job_id, position, provider, status)
     select run.id, $1, run.position - 1, run.provider, 'waiting'
     from unnest($2::uuid[], $3::text[]) with ordinality as run (id, provider, position)`,
    [id, [runId], ['provider-a']],
  )
  return { id, runId }
}

const claimAsBefore = async (database: Database, runId: string) => {
  const claimed = await database.query<{ attempt: number }>(
    `update runs set status = 'working', attempt = attempt + 1, deaths = deaths + case status when 'working' then 1 else 0 end
     where id = $1 and status in ('waiting', 'working') returning *`,
    [runId],
  )
  assert.equal(claimed.length, 1)
  const attempt = claimed[0]?.attempt
  await database.query(
    `with started as (
       update runs set started_at = coalesce(started_at, now())
       where id = $1 and attempt = $2 and status = 'working' returning job_id
     )
     update jobs set status = 'running', started_at = coalesce(jobs.started_at, now())
     from started where jobs.id = started.job_id and jobs.completed_at is null`,
    [runId, attempt],
  )
}

const endAsBefore = async (database: Database, { id, runId }: { id: string; runId: string }) => {
  await database.query(
    `update runs set
       status = 'parsed', ended_at = now(), result_path = $2, result_size = 1, result_etag = 'e', reading_path = null
     where id = $1 and status = 'working' returning id`,
    [runId, `results/${id}/a`],
  )
  const ended = await database.query(
    `with before as (select id, source_path from jobs where id = $1 and completed_at is null for update)
     update jobs set status = 'complete', error = null, result_path = $2, result_size = 1, result_etag = 'e',
       completed_at = now(), source_path = null, provider_options = '{}'
     from before where jobs.id = before.id returning before.source_path, jobs.webhook_url`,
    [id, `results/${id}/a`],
  )
  assert.equal(ended.length, 1)
  await database.query(
    'insert into deletions (path, requested_at) select path, now() from unnest($1::text[]) as path on conflict do nothing',
    [[`sources/${id}/a`]],
  )
  await database.query(
    `insert into webhook_deliveries (job_id, account_id, next_attempt_at)
     select id, account_id, now() from jobs where id = $1`,
    [id],
  )
}
