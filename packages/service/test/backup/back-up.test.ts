import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { type BackUp, createBackUp } from '../../src/backup/back-up.ts'
import { BackupError, parseManifest } from '../../src/backup/format.ts'
import { readEntries, verifyBackup } from '../../src/backup/read-backup.ts'
import { StorageFullError, type BlobStore } from '../../src/blobs/blob-store.ts'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import type { Database } from '../../src/db/database.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { readTar } from '../../src/lib/tar.ts'
import { openTestPglite } from '../support/database.ts'
import { pack, unpack, withManifest } from './pack.ts'

let folder: string
let database: Database
let blobs: BlobStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-backup-'))
  blobs = await openDiskBlobs(join(folder, 'blobs'))
  database = await openTestPglite()
  await database.query(`insert into accounts (id, name, created_at) values ($1, 'a', now())`, [account])
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const account = randomUUID()
const create = (where = join(folder, 'scratch')) =>
  createBackUp({ database, blobs, clock: systemClock, version: '1.2.3', folder: where })

async function* one(content: string) {
  yield Buffer.from(content)
}

/** A job that waits, with its source. */
const waiting = async (): Promise<{ id: string; source: string }> => {
  const id = randomUUIDv7()
  const source = `sources/${id}/${randomUUID()}`
  await blobs.write(source, one(`source of ${id}`))
  await database.query(
    `insert into jobs (id, account_id, idempotency_key, fingerprint, operation, outputs, include_raw, provider_options,
       source_filename, source_path, status, created_at)
     values ($1, $2, $3, '', 'parse', '{markdown}', false, '{}', 'a.txt', $4, 'queued', now())`,
    [id, account, id, source],
  )
  await database.query(
    `insert into runs (id, job_id, position, provider, status, account_id, lane)
     select $1, id, 0, 'provider-a', 'waiting', account_id, operation from jobs where id = $2`,
    [randomUUID(), id],
  )
  return { id, source }
}

/** The same, complete, with its result. */
const complete = async (): Promise<{ id: string; result: string }> => {
  const { id, source } = await waiting()
  const result = `results/${id}/${randomUUID()}`
  await blobs.write(result, one(`result of ${id}`))
  await database.query(`update runs set status = 'parsed', attempt = 1, ended_at = now() where job_id = $1`, [id])
  await database.query(
    `update jobs set status = 'complete', started_at = now(), completed_at = now(), source_path = null,
       result_path = $2 where id = $1`,
    [id, result],
  )
  await blobs.delete(source)
  return { id, result }
}

/** Writes the backup to a file, and reads what it has. */
const written = async (content: Readable, name = 'backup') => {
  const path = join(folder, name)
  await writeFile(path, content)
  await using file = await open(path)
  const verified = await verifyBackup(file)
  const found = new Map<string, string>()
  for await (const entry of readEntries(file, verified.manifest))
    if (entry.kind === 'blob') found.set(entry.path, await text(entry.read()))
  return { ...verified, path, blobs: found }
}

describe('a backup', () => {
  it('has the blobs that the rows need, and no others', async () => {
    const [{ id, source }, { result }] = [await waiting(), await complete()]
    await blobs.write(`sources/${randomUUIDv7()}/orphan`, one('orphan'))
    const { manifest, blobCount, blobs: found } = await written(await create()())
    assert.deepEqual([...found.keys()].toSorted(), [source, result].toSorted())
    assert.equal(found.get(source), `source of ${id}`)
    assert.deepEqual([manifest.blobs, blobCount, manifest.polyparse], [2, 2, '1.2.3'])
    assert.ok(manifest.tables.some(({ name }) => name === 'jobs'))
    assert.ok(!manifest.tables.some(({ name }) => name === 'migrations'))
  })

  it('has what was deleted after it had begun, which is gone once it has ended', async () => {
    const jobs = await Array.fromAsync({ length: 20 }, waiting)
    const content = await create()()
    for (const { id, source } of jobs) {
      await database.query('delete from jobs where id = $1', [id])
      await blobs.delete(source)
      await assert.rejects(blobs.read(source))
    }
    const { blobs: found, manifest } = await written(content)
    assert.deepEqual([...found.keys()].toSorted(), jobs.map(({ source }) => source).toSorted())
    assert.equal(manifest.blobs, 20)
    assert.deepEqual(await left(), [])
  })

  /** What is in the way of a deletion or a backup, once the streams have closed. */
  /** A backup as soon as none is under way: one that was given up is over only when its copy has been removed. */
  const once = async (backUp: BackUp): ReturnType<BackUp> => {
    try {
      return await backUp()
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
      return once(backUp)
    }
  }
  const left = async (): Promise<string[]> => {
    const kept = join(folder, 'blobs/.kept')
    const scratch = join(folder, 'scratch')
    for (let tries = 0; ; tries += 1) {
      const names = [...(await readdir(kept).catch(() => [])), ...(await readdir(scratch).catch(() => []))]
      if (names.length === 0 || tries === 200) return names
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  it('leaves out what the service has lost, and says how many', async () => {
    const [lost, stored] = [await waiting(), await waiting()]
    await blobs.delete(lost.source)
    const { manifest, blobCount, blobs: found } = await written(await create()())
    assert.deepEqual([...found.keys()], [stored.source])
    assert.deepEqual([manifest.blobs, blobCount], [2, 1])
  })

  it('is refused while another is under way, and possible when that was given up before its first byte', async () => {
    const { id, source } = await waiting()
    const backUp = create()
    const first = await backUp()
    await assert.rejects(backUp(), (error) => error instanceof BackupError && /under way/.test(error.message))
    await database.query('delete from jobs where id = $1', [id])
    await blobs.delete(source)
    first.destroy()
    assert.deepEqual(await left(), [])
    assert.equal((await written(await once(backUp))).blobCount, 0)
  })

  it('that is given up in the middle leaves nothing', async () => {
    const { id, result } = await complete()
    await truncate(join(folder, 'blobs', result), 30_000_000)
    const content = await create()()
    for await (const _ of content) break
    assert.deepEqual(await left(), [])
    await database.query('delete from jobs where id = $1', [id])
    await blobs.delete(result)
    assert.deepEqual(await Array.fromAsync(blobs.list('')), [])
  })

  it('says that there is no room for its copy of the database, and can be tried again', async (t) => {
    const small = join(folder, 'small')
    await mkdir(small)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20k', 'tmpfs', small]).status !== 0)
      return t.skip('this user may not mount a small disk')
    try {
      for (let n = 0; n < 30; n += 1) await waiting()
      const backUp = create(join(small, 'scratch'))
      await assert.rejects(backUp(), StorageFullError)
      await database.query('delete from jobs')
      assert.equal((await written(await backUp())).blobCount, 0)
    } finally {
      spawnSync('umount', [small])
    }
  })

  it('of another database than the embedded one is refused', async () => {
    const never = async () => assert.fail()
    const server = {
      kind: 'postgres',
      query: never,
      transaction: never,
      listen: never,
      patiently: never,
      close: never,
    } as const
    const backUp = createBackUp({ database: server, blobs, clock: systemClock, version: '', folder })
    await assert.rejects(backUp(), (error) => error instanceof BackupError && /operations\.md/.test(error.message))
  })

  it('of a store that is a bucket has the database alone', async () => {
    await complete()
    const backUp = createBackUp({
      database,
      blobs: { ...blobs, keepDeleted: () => null },
      clock: systemClock,
      version: '',
      folder: join(folder, 'scratch'),
    })
    const { manifest, blobCount } = await written(await backUp())
    assert.deepEqual([manifest.blobs, blobCount], [null, 0])
  })
})

describe('a file that is to be restored', () => {
  let whole: Buffer
  let place: string
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'polyparse-verify-'))
  })
  after(() => rm(place, { recursive: true, force: true }))
  beforeEach(async () => {
    await complete()
    await waiting()
    whole = await buffer(await create()())
  })

  const verify = async (bytes: Uint8Array) => {
    const path = join(place, 'file')
    await writeFile(path, bytes)
    await using file = await open(path)
    return await verifyBackup(file)
  }
  const refusal = async (bytes: Uint8Array): Promise<string> => {
    try {
      await verify(bytes)
    } catch (error) {
      assert.ok(error instanceof BackupError, String(error))
      return error.message
    }
    assert.fail('it was accepted')
  }

  it('is refused wherever it is cut off', async () => {
    await verify(whole)
    for (let length = 0; length < whole.length; length += 509)
      assert.match(await refusal(whole.subarray(0, length)), /is damaged|is not a backup/, String(length))
  })

  it('is refused whatever byte of its content is another', async () => {
    await using file = await open(join(folder, 'whole'), 'w+')
    await file.writeFile(whole)
    for await (const { read, size } of readTar(file)) {
      if (size === 0) continue
      const start = whole.indexOf(await buffer(read()))
      for (const at of [start, start + size - 1]) {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ 1
        assert.match(await refusal(changed), /is damaged/)
      }
    }
  })

  it('is refused when something is missing, added or exchanged, even with sums that match', async () => {
    const path = join(folder, 'whole')
    await writeFile(path, whole)
    const files = await unpack(path)
    await verify(pack(files))
    const content = Buffer.from('x')
    assert.match(await refusal(pack(files.slice(1))), /is not a backup/)
    assert.match(await refusal(pack(files.toSpliced(2, 1))), /something is missing/)
    assert.match(await refusal(pack([...files, { name: 'blobs/../../x', content }])), /does not belong/)
    assert.match(await refusal(pack([...files, { name: 'database/other.copy', content }])), /does not belong/)
    assert.match(await refusal(pack(withManifest(files, { format: 2 }))), /newer version/)
    assert.match(await refusal(pack(withManifest(files, { tables: null }))), /manifest/)
    assert.throws(() => parseManifest('{'), BackupError)
  })

  it('is refused when it is something else', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('%PDF-1.7'), Buffer.alloc(4096), Buffer.alloc(4096, 'x')])
      assert.equal(await refusal(bytes), 'This is not a backup of Polyparse.')
  })
})
