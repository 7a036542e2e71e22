import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, mkdtempDisposable, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { jsonOf, run } from '../../../cli/test/run.ts'
import { createClient } from '../support/client.ts'
import { startServer, type Place } from '../support/server.ts'
import { cacheFolder } from '../support/test-database/cache.ts'

const execute = promisify(execFile)

/** The last version of PGlite with PostgreSQL 17. */
const olderPglite = '0.4.6'

/** The folder of the package, fetched from the registry once; null if that is not possible. */
const fetchOlderPglite = async (): Promise<string | null> => {
  const cache = await cacheFolder()
  const place = join(cache, `pglite-${olderPglite}`)
  if (existsSync(place)) return place
  await using folder = await mkdtempDisposable(`${place}-`)
  const { path } = folder
  try {
    await execute('npm', ['pack', `@electric-sql/pglite@${olderPglite}`, '--silent', '--pack-destination', path])
  } catch {
    return null
  }
  const tarball = join(path, `electric-sql-pglite-${olderPglite}.tgz`)
  await execute('tar', ['--extract', '--gzip', '--file', tarball, '--directory', path])
  await rename(join(path, 'package'), place)
  return place
}

const pglite = await fetchOlderPglite()
const skip = pglite === null && `the npm registry does not provide PGlite ${olderPglite}`

test('the data of an older PostgreSQL is taken to this one by a backup, as the start says', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-older-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const older: Place = { folder: join(folder, 'older'), databaseUrl: null }
  const newer: Place = { folder: join(folder, 'newer'), databaseUrl: null }
  await mkdir(older.folder)
  const settings = {
    OLDER_PGLITE: pglite ?? '',
    NODE_OPTIONS: `--import ${import.meta.resolve('../support/older-pglite.ts')}`,
  }
  const before = await startServer(older, settings)
  t.after(() => before.end('SIGKILL'))
  const key = before.key ?? ''
  const client = createClient(before.url, key)
  const done = await client.upload('Done', { idempotencyKey: 'asked-before' })
  const result = await client.end(done.id)
  assert.equal(result.status, 'complete')
  const file = join(folder, 'backup.tar')
  const access = { POLYPARSE_URL: before.url, POLYPARSE_DATA_DIR: older.folder }
  jsonOf(await run(['backup', file, '--json'], access))
  await before.end('SIGTERM')
  assert.equal(await readFile(join(older.folder, 'database/pg/PG_VERSION'), 'utf8'), '17\n')

  for (const command of [['serve'], ['doctor'], ['backup', join(folder, 'other.tar')]]) {
    const { code, stderr } = await run(command, { POLYPARSE_DATA_DIR: older.folder, PORT: '0' })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^(?:Using .*\n(?:.*\n)?)?The embedded database in .* was made by PostgreSQL 17, .*`polyparse restore FILE`.*\n$/,
    )
  }
  const environment = { POLYPARSE_DATA_DIR: newer.folder, PORT: '0' }
  jsonOf(await run(['restore', file, '--json'], environment))
  jsonOf(await run(['doctor', '--json'], environment))
  const after = await startServer(newer)
  t.after(() => after.end('SIGKILL'))
  const later = createClient(after.url, key)
  assert.deepEqual(await later.read(done.id), result)
  assert.equal((await later.upload('Done', { idempotencyKey: 'asked-before' })).id, done.id)
  await after.end('SIGTERM')
})
