import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import {
  type BackUp,
  BackupError,
  createBackUp,
  type Database,
  loadAdminToken,
  openDiskBlobs,
  openPglite,
  systemClock,
} from '../../service/test/support/inside.ts'
import { createAdminApp } from '../../service/test/accounts/admin-app.ts'
import { openTestPglite } from '../../service/test/support/database.ts'
import { copyTemplate } from '../../service/test/support/test-database/template.ts'
import { jsonOf, run } from './run.ts'

describe('polyparse backup', () => {
  let folder: string
  let database: Database
  let app: ReturnType<typeof createAdminApp>
  let through: Record<string, string>
  /** What the service does. */
  let backUp: BackUp
  let whole: BackUp
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-cli-'))
    database = await openTestPglite()
    const blobs = await openDiskBlobs(join(folder, 'blobs'))
    const clock = systemClock
    whole = createBackUp({ database, blobs, clock, version: '1.2.3', folder: join(folder, 'scratch') })
    const adminToken = await loadAdminToken(folder)
    app = createAdminApp({ database, blobs, clock, adminToken, backUp: () => backUp() })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    through = { PORT: new URL(url).port, POLYPARSE_DATA_DIR: folder }
  })
  after(async () => {
    await app.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** An empty folder to write backups into. */
  const target = () => mkdtemp(join(folder, 'target-'))

  it('writes what the running service sends to a file that only its owner can read', async () => {
    backUp = whole
    const place = await target()
    const file = join(place, 'backup.tar')
    const { bytes, createdAt, ...told } = jsonOf(await run(['backup', file, '--json'], through))
    assert.deepEqual(told, { file, blobs: 0, missing: 0 })
    assert.ok(!Number.isNaN(Date.parse(String(createdAt))))
    const { mode, size } = await stat(file)
    assert.deepEqual([mode & 0o777, size], [0o600, bytes])
    assert.deepEqual(await readdir(place), ['backup.tar'])
  })

  it('overwrites a file only with --force', async () => {
    backUp = whole
    const file = join(await target(), 'backup.tar')
    await writeFile(file, 'mine', { mode: 0o644 })
    const refused = await run(['backup', file], through)
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /already exists; use --force/)
    assert.equal(await readFile(file, 'utf8'), 'mine')
    const { code, stdout } = await run(['backup', file, '--force'], through)
    assert.equal(code, 0)
    assert.match(stdout, /^Wrote .*backup\.tar \(0\.\d MB\) as of 2.*: the database, documents and results \(0\)\.\n$/)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })

  it('leaves nothing and says why when the service does not send all of it', async () => {
    const broken = async () => {
      const sent = await whole()
      return Readable.from(
        (async function* () {
          for await (const piece of sent) yield Buffer.from(piece).subarray(0, 2000)
          throw new Error('the service dies')
        })(),
        { objectMode: false },
      )
    }
    const short = async () => Readable.from([Buffer.alloc(2000)], { objectMode: false })
    const refusing = async () => {
      throw new BackupError('Another backup is under way.')
    }
    for (const [how, message] of [
      [broken, /^The service did not send the whole backup: /],
      [short, /^This is not a backup/],
      [refusing, /answered: Another backup is under way\. \(request /],
    ] as const) {
      backUp = how
      const place = await target()
      const { code, stderr } = await run(['backup', join(place, 'backup.tar')], through)
      assert.equal(code, 1)
      assert.match(stderr, message)
      assert.deepEqual(await readdir(place), [])
    }
  })

  it('opens the data directory where no service runs, and leaves the database as it is', async () => {
    const data = await target()
    await copyTemplate(join(data, 'database'))
    const environment = { PORT: '0', POLYPARSE_DATA_DIR: data }
    const open = () => openPglite(join(data, 'database'))
    const readMigrations = 'select number, hash, applied_at from migrations'
    const database = await open()
    const before = await database.query(readMigrations)
    await database.close()

    const file = join(await target(), 'backup.tar')
    const { stderr } = await run(['backup', file], environment)
    assert.equal(stderr, `Using the data directory ${data}.\n`)
    assert.ok((await stat(file)).size > 0)
    assert.ok(!(await readdir(data)).includes('backup'))
    const still = await open()
    try {
      assert.deepEqual(await still.query(readMigrations), before)
      const inUse = await run(['backup', file, '--force'], environment)
      assert.match(inUse.stderr, /Another process has the database in .* open.*POLYPARSE_URL/)
    } finally {
      await still.close()
    }
  })

  it('says that there is no database, and creates none', async () => {
    const data = await target()
    const { code, stderr } = await run(['backup', join(data, 'backup.tar')], { PORT: '0', POLYPARSE_DATA_DIR: data })
    assert.equal(code, 1)
    assert.match(stderr, /There is no Polyparse data in .*POLYPARSE_DATA_DIR/)
    assert.deepEqual(await readdir(data), [])
  })

  it('and restore name a file or folder that is not there', async () => {
    backUp = whole
    for (const [argv, expected] of [
      [['backup', join(folder, 'none/backup.tar')], 2],
      [['restore', join(folder, 'none')], 1],
    ] as const) {
      const { code, stderr } = await run(argv, through)
      assert.equal(code, expected)
      assert.match(stderr, /none.*: there is no such file or folder\.\n$/)
    }
  })

  it('and restore refuse a database on a server, and say where its own steps are', async () => {
    const environment = { DATABASE_URL: 'postgres://127.0.0.1:1/none', POLYPARSE_DATA_DIR: join(folder, 'none') }
    for (const name of ['backup', 'restore']) {
      const { code, stderr } = await run([name, join(folder, 'file')], environment)
      assert.equal(code, 1)
      assert.match(stderr, /is for the embedded database, and DATABASE_URL is set.*docs\/use\/operations\.md/)
    }
  })
})
