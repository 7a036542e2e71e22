import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { StorageUnavailableError, type BlobStore } from '../../src/blobs/blob-store.ts'
import { claimChore, keepPosition, postponeChore, readPosition } from '../../src/jobs/chores.ts'
import { requestDeletion } from '../../src/jobs/deletions.ts'
import { chores } from '../../src/worker/chores.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const day = 24 * 3600
const retention = { resultSeconds: 7 * day, jobSeconds: 30 * day }

describe('the janitor', () => {
  let harness: WorkerHarness
  let isBroken: (path: string) => boolean = () => false
  const deleted: string[] = []

  const breakable = (blobs: BlobStore): BlobStore => ({
    ...blobs,
    delete: async (path) => {
      if (isBroken(path)) throw new StorageUnavailableError('broken')
      deleted.push(path)
      await blobs.delete(path)
    },
  })
  before(async () => {
    harness = await openWorkerHarness([testProvider('good', async () => documentOf('Hello.'))], breakable)
  })
  after(() => harness.close())
  beforeEach(async () => {
    isBroken = () => false
    deleted.length = 0
    for (const table of ['chores', 'deletions', 'jobs']) await harness.database.query(`delete from ${table}`)
  })

  const run = async (name: string) => {
    const chore = chores.find((each) => each.name === name)
    assert.ok(chore !== undefined)
    return chore.run(harness.parts, retention)
  }
  const count = async (what: string) => {
    const [row] = await harness.database.query<{ count: number }>(`select count(*) from ${what}`)
    return row?.count
  }
  /** This many complete jobs with a result, which ended this long ago. */
  const jobs = (many: number, seconds: number) =>
    harness.database.query(
      `insert into jobs (id, account_id, idempotency_key, fingerprint, operation, outputs, include_raw, provider_options,
         source_url, status, result_path, result_size, result_etag, created_at, started_at, completed_at)
       select gen_random_uuid(), $1, 'key ' || n, '', 'parse', '{markdown}', false, '{}', 'https://example.com/', 'complete',
         'results/' || gen_random_uuid() || '/a', 1, 'etag', $2, $2, $2
       from generate_series(1, $3) as n`,
      [harness.accountId, new Date(harness.clock().getTime() - seconds * 1000), many],
    )

  it('catches up with whatever has piled up, in one round', async () => {
    await jobs(1234, 8 * day)
    assert.equal(await run('expired results'), 1234)
    assert.equal(deleted.length, 1234)
    assert.equal(await count('deletions'), 0)
    await harness.database.query('update jobs set created_at = $1', [
      new Date(harness.clock().getTime() - 31 * day * 1000),
    ])
    assert.equal(await run('old jobs'), 1234)
    assert.equal(await count('jobs'), 0)
  })

  it('gives up no more results than it can delete while the store is away, and continues when it is back', async () => {
    await jobs(1234, 8 * day)
    isBroken = () => true
    await run('expired results')
    assert.equal(await count('deletions'), 500)
    isBroken = () => false
    harness.clock.advance(60)
    assert.equal(await run('deletions'), 500)
    assert.equal(await run('expired results'), 734)
    assert.equal(await count('deletions'), 0)
  })

  it('continues to delete when something cannot be deleted', async () => {
    const paths = Array.from({ length: 1200 }, (_, n) => `results/${randomUUID()}/${n}`)
    await harness.database.transaction((transaction) => requestDeletion(transaction, paths, harness.clock()))
    const stuck = new Set(paths.slice(0, 600))
    isBroken = (path) => stuck.has(path)
    for (let round = 0; round < 40; round += 1) {
      harness.clock.advance(60)
      await run('deletions')
    }
    assert.equal(await count('deletions'), 600)
  })

  it('shares a chore: one process at a time, the next when it is due, any when one has died', async () => {
    const { database } = harness
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimChore(database, 'a', 60)))
    assert.equal(claims.filter((mine) => mine).length, 1)
    assert.equal(await claimChore(database, 'b', 60), true)
    await postponeChore(database, 'a', -1)
    assert.equal(await claimChore(database, 'a', 60), true)
    assert.equal(await claimChore(database, 'a', 60), false)
  })

  it('remembers how far a chore has come, for the next process that does it', async () => {
    const { database } = harness
    assert.equal(await readPosition(database, 'a'), null)
    await keepPosition(database, 'a', { at: 'x' })
    assert.equal(await claimChore(database, 'a', 60), true)
    assert.deepEqual(await readPosition(database, 'a'), { at: 'x' })
  })
})
