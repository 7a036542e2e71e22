import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, open, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createBackUp } from '../../src/backup/back-up.ts'
import { BackupError } from '../../src/backup/format.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { StorageFullError, type BlobStore } from '../../src/blobs/blob-store.ts'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import { DatabaseExistsError, DatabaseInUseError, RestoreInterruptedError } from '../../src/db/errors.ts'
import { SchemaTooNewError } from '../../src/db/migrate.ts'
import { openPglite } from '../../src/db/pglite.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { command, run } from '../../../cli/test/run.ts'
import { openTestPglite } from '../support/database.ts'
import { pack, unpack, withManifest } from './pack.ts'

async function* one(content: string) {
  yield Buffer.from(content)
}

describe('restoring a backup', () => {
  let folder: string
  let backup: string
  const [account, job] = [randomUUID(), randomUUIDv7()]
  const source = `sources/${job}/${randomUUID()}`
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-restore-'))
    backup = join(folder, 'backup')
    const blobs = await openDiskBlobs(join(folder, 'blobs'))
    const database = await openTestPglite()
    try {
      await database.query(`insert into accounts (id, name, created_at) values ($1, 'a', now())`, [account])
      await database.query(
        `insert into jobs (id, account_id, idempotency_key, fingerprint, operation, outputs, include_raw,
           provider_options, source_filename, source_path, status, created_at)
         values ($1, $2, 'once', '', 'parse', '{markdown}', false, '{}', 'a.txt', $3, 'queued', now())`,
        [job, account, source],
      )
      await database.query(
        `with run as (
           insert into runs (id, job_id, position, provider, status, account_id, lane)
           select $1, id, 0, 'provider-a', 'waiting', account_id, operation from jobs where id = $2 returning id
         ) insert into page_answers (run_id, page, answer) select id, 1, '{}' from run`,
        [randomUUID(), job],
      )
      await blobs.write(source, one('Hello.'))
      const backUp = createBackUp({ database, blobs, clock: systemClock, version: '', folder: join(folder, 'scratch') })
      await writeFile(backup, await backUp())
    } finally {
      await database.close()
    }
  })
  after(() => rm(folder, { recursive: true, force: true }))

  let data: string
  let databaseDirectory: string
  beforeEach(() => {
    data = join(folder, randomUUID())
    databaseDirectory = join(data, 'database')
  })

  const restore = async (wrap = (blobs: BlobStore) => blobs, path = backup) => {
    await using file = await open(path)
    const blobPlace = join(data, 'blobs')
    const openBlobs = async () => wrap(await openDiskBlobs(blobPlace))
    return await restoreBackup(file, { databaseDirectory, openBlobs, blobPlace })
  }
  const restored = async () => {
    const database = await openPglite(databaseDirectory)
    try {
      const rows = await database.query<{ id: string }>('select id from jobs')
      assert.deepEqual(
        rows.map(({ id }) => id),
        [job],
      )
      // So that the run, which goes on, does not have these pages asked about again.
      assert.equal((await database.query('select page from page_answers')).length, 1)
    } finally {
      await database.close()
    }
    const blobs = await openDiskBlobs(join(data, 'blobs'))
    assert.deepEqual(await Array.fromAsync(blobs.list(''), ({ path }) => path), [source])
    assert.equal(await text(await blobs.read(source)), 'Hello.')
  }
  const nothingIsThere = async () => {
    assert.deepEqual(
      (await readdir(databaseDirectory)).filter((name) => !name.startsWith('lock.db')),
      [],
    )
    const files = await readdir(join(data, 'blobs'), { recursive: true, withFileTypes: true })
    assert.deepEqual(
      files.filter((entry) => entry.isFile()),
      [],
    )
  }

  it('puts everything in place', async () => {
    assert.equal((await restore()).blobCount, 1)
    await restored()
    await assert.rejects(restore(), (error) => {
      assert.ok(error instanceof DatabaseExistsError)
      assert.match(error.message, /POLYPARSE_DATA_DIR/)
      return true
    })
    await restored()
  })

  it('that fails in the middle leaves nothing, and can be repeated', async () => {
    const full = new StorageFullError('there is no room')
    const failing = (blobs: BlobStore): BlobStore => ({
      ...blobs,
      write: async (path, content, signal) => {
        await blobs.write(path, content, signal)
        throw full
      },
    })
    await assert.rejects(restore(failing), full)
    await nothingIsThere()
    await restore()
    await restored()
  })

  it('is refused before anything is written when the backup is damaged', async () => {
    const damaged = join(folder, 'damaged')
    await cp(backup, damaged)
    await truncate(damaged, 9_000)
    await assert.rejects(restore(undefined, damaged), BackupError)
    assert.equal(existsSync(data), false)
  })

  it('is refused where there are documents or results, which stay', async () => {
    const blobs = await openDiskBlobs(join(data, 'blobs'))
    await blobs.write('results/other/a', one('other'))
    await assert.rejects(restore(), (error) => error instanceof BackupError && /POLYPARSE_BLOBS/.test(error.message))
    assert.equal(await text(await blobs.read('results/other/a')), 'other')
  })

  it('is refused before anything is written when a newer version made the backup', async () => {
    const newer = join(folder, 'newer')
    const migrations = [{ number: 999, hash: '' }]
    await writeFile(newer, pack(withManifest(await unpack(backup), { migrations })))
    await assert.rejects(restore(undefined, newer), SchemaTooNewError)
    assert.equal(existsSync(data), false)
  })

  it('that was killed keeps the service from starting there until it is repeated', async () => {
    const environment = { POLYPARSE_DATA_DIR: data, PORT: '0' }
    const child = spawn(process.execPath, [command, 'restore', backup], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    })
    const exit = once(child, 'exit')
    while (!existsSync(join(databaseDirectory, 'restoring'))) {
      assert.equal(child.exitCode, null, 'it ended before it could be killed')
      await setTimeout(1)
    }
    await assert.rejects(restore(), DatabaseInUseError)
    child.kill('SIGKILL')
    await exit
    assert.equal(child.signalCode, 'SIGKILL')

    await assert.rejects(openPglite(databaseDirectory), RestoreInterruptedError)
    const start = await run(['serve'], environment)
    assert.equal(start.code, 1)
    assert.match(start.stderr, /^A restore into .* was interrupted\. Run `polyparse restore FILE` again, or,/)
    // As if it had come further.
    const blobs = await openDiskBlobs(join(data, 'blobs'))
    await blobs.write(`sources/${job}/${randomUUID()}`, one('left over'))
    await restore()
    await restored()
  })
})
