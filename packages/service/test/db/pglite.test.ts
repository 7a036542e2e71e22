import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it, mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { postgresMajor } from '../../src/db/cluster.ts'
import { DatabaseInUseError, DatabaseVersionError, DiskFullError } from '../../src/db/errors.ts'
import { openPglite } from '../../src/db/pglite.ts'
import { vacuum } from '../../src/db/vacuum.ts'
import { exerciseDatabase } from '../conformance/database.ts'

const program = fileURLToPath(new URL('commit-until-killed.ts', import.meta.url))

let folder: string
let copies = 0

/** A directory with an empty database. */
const newDirectory = async () => {
  const directory = join(folder, `copy-${(copies += 1)}`)
  await cp(join(folder, 'empty'), directory, { recursive: true })
  return directory
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-pglite-'))
  const database = await openPglite(join(folder, 'empty'))
  await database.close()
})
after(() => rm(folder, { recursive: true, force: true }))

exerciseDatabase('the embedded database', async () => openPglite(await newDirectory()))

describe('a commit to the embedded database', () => {
  it('has been synced to the disk when it resolves', async () => {
    const database = await openPglite(await newDirectory())
    await database.query('create table rows (n integer)')
    const sync = mock.method(fs, 'fsyncSync')
    syncBuiltinESMExports()
    for (let n = 1; n <= 10; n += 1) {
      await database.query('insert into rows values ($1)', [n])
      assert.ok(sync.mock.callCount() >= n)
    }
    sync.mock.restore()
    syncBuiltinESMExports()
    await database.close()
  })
})

describe('the embedded database over time', () => {
  it('is vacuumed where it has dead rows', async () => {
    const lite = await PGlite.create(join(await newDirectory(), 'pg'))
    await lite.exec('create table busy (n integer); create table calm (n integer)')
    await lite.exec('insert into busy select generate_series(1, 2000); insert into calm values (1)')
    await lite.exec('delete from busy')
    assert.deepEqual(await vacuum(lite), ['public.busy'])
    assert.deepEqual(await vacuum(lite), [])
    await lite.close()
  })
})

describe('the directory of an embedded database', () => {
  it('is accessible only to its owner', async () => {
    assert.equal((await stat(join(folder, 'empty'))).mode & 0o777, 0o700)
  })

  it('is made anew where the process that made it died in the middle', async () => {
    const directory = join(folder, 'half-made')
    await mkdir(join(directory, 'pg/base'), { recursive: true })
    await writeFile(join(directory, 'pg/PG_VERSION'), '17')
    await writeFile(join(directory, 'creating'), '')
    const first = await openPglite(directory)
    await first.query('create table kept (n integer)')
    await first.close()
    const second = await openPglite(directory)
    assert.deepEqual(await second.query('select n from kept'), [])
    await second.close()
  })

  it('says in a sentence that another major version of PostgreSQL made it, and what to do', async () => {
    const directory = await newDirectory()
    const own = await openPglite(directory)
    const [row] = await own.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    await own.close()
    assert.equal(Math.floor(Number(row?.version) / 10_000), postgresMajor)

    await writeFile(join(directory, 'pg/PG_VERSION'), '17\n')
    await assert.rejects(openPglite(directory), (error) => {
      assert.ok(error instanceof DatabaseVersionError)
      assert.match(error.message, /was made by PostgreSQL 17,.* has PostgreSQL 18,.*polyparse backup.*operations\.md/)
      return true
    })
    await writeFile(join(directory, 'pg/PG_VERSION'), '18\n')
    await (await openPglite(directory)).close()
  })

  it('says in a sentence that the disk is full, and leaves everything as it was', async (context) => {
    const disk = await newDirectory()
    const database = await openPglite(join(disk, 'kept'))
    await database.query('create table kept (n integer)')
    await database.close()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk])
    if (mounted.status !== 0) return context.skip('this user may not mount a small disk')
    try {
      for (const directory of [join(disk, 'new'), disk])
        await assert.rejects(openPglite(directory), (error) => {
          assert.ok(error instanceof DiskFullError)
          assert.match(error.message, /^The disk has only 4\d MiB left\. .* 64 MiB to start in .*POLYPARSE_DATA_DIR/)
          return true
        })
      assert.deepEqual(await readdir(disk), ['new'])
    } finally {
      spawnSync('umount', [disk])
    }
    const again = await openPglite(join(disk, 'kept'))
    assert.deepEqual(await again.query('select n from kept'), [])
    await again.close()
  })

  it('is refused while it is open in the same process, and free again after closing', async () => {
    const directory = await newDirectory()
    const first = await openPglite(directory)
    await assert.rejects(openPglite(directory), DatabaseInUseError)
    await first.close()
    const second = await openPglite(directory)
    await second.close()
  })

  it('is refused to a second process even while the process that created it has it open', async () => {
    const directory = join(folder, 'made-by-a-child')
    const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = once(child, 'exit')
    await once(createInterface(child.stdout), 'line')
    await assert.rejects(openPglite(directory), DatabaseInUseError)
    child.kill('SIGKILL')
    await exit
  })

  it('is refused to a second process by name, free after kill -9, and has every row that was committed', async () => {
    const directory = await newDirectory()
    const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = once(child, 'exit')
    let committed = 0
    for await (const line of createInterface(child.stdout)) {
      committed = Number(line)
      if (committed === 20)
        await assert.rejects(openPglite(directory), (error) => {
          assert.ok(error instanceof DatabaseInUseError)
          assert.ok(error.message.includes(directory))
          return true
        })
      if (committed === 50) child.kill('SIGKILL')
    }
    await exit
    assert.ok(committed >= 50)

    const database = await openPglite(directory)
    const [found] = await database.query<{ count: number }>('select count(*) as count from rows where n <= $1', [
      committed,
    ])
    await database.close()
    assert.equal(found?.count, committed)
  })
})
