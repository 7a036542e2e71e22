import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

const bin = new URL('../../../cli/bin/polyparse.js', import.meta.url).pathname
const self = process.getuid?.() ?? 0

/** Root may do what others may not: when the tests run as root, the service is started as another user. */
const user = self === 0 ? 65_532 : self

const folderOf = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-data-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return folder
}

/** What the service prints before it ends, started with this data directory. */
const start = (folder: string, ...words: string[]): string => {
  const { status, stderr } = spawnSync(process.execPath, [bin, ...words], {
    env: { PORT: '0', POLYPARSE_DATA_DIR: folder, POLYPARSE_LOG_LEVEL: 'warn' },
    encoding: 'utf8',
    timeout: 60_000,
    ...(self === 0 && { uid: user, gid: user }),
  })
  assert.equal(status, 1, stderr)
  assert.doesNotMatch(stderr, /\n\s+at /, 'it is no surprise')
  return stderr
}

const skip = process.getuid === undefined && 'this system has no numbers for users'

test(
  'a data directory that the process cannot write is named with its owner and the one it needs',
  { skip },
  async (t) => {
    const folder = await folderOf(t)
    await chmod(folder, 0o555)
    for (const command of [['serve'], ['keys', 'list']]) {
      const said = start(folder, ...command)
      assert.ok(said.includes(`POLYPARSE_DATA_DIR is ${folder}, which this process may not use`), said)
      assert.ok(said.includes(`it runs as user ${user}, and ${folder} belongs to user ${self} with mode 555.`), said)
      const remedy = self === 0 ? `chown -R ${user} ${folder}` : `chmod u+rwx ${folder}`
      assert.ok(said.includes(remedy), said)
    }
  },
)

test('a data directory that cannot be created is named with the folder that is in the way', { skip }, async (t) => {
  const folder = await folderOf(t)
  await chmod(folder, 0o555)
  const wanted = join(folder, 'sub', 'data')
  const said = start(wanted, 'serve')
  assert.ok(said.includes(`POLYPARSE_DATA_DIR is ${wanted}, which this process may not use`), said)
  assert.ok(
    said.includes(`${folder} belongs to user ${self} with mode 555. User ${user} must be able to enter it`),
    said,
  )
})

test(
  'if the owner of a data directory was changed, but not that of its content, the content is named',
  { skip },
  async (t) => {
    const folder = await folderOf(t)
    const inside = join(folder, 'database')
    await mkdir(inside, { mode: 0o500 })
    if (self === 0) await chown(folder, user, user)
    const said = start(folder, 'serve')
    assert.ok(said.includes(`${inside} belongs to user ${self} with mode 500.`), said)
  },
)

test('a file in place of the data directory is named', async (t) => {
  const file = join(await folderOf(t), 'file')
  await writeFile(file, '')
  await chmod(file, 0o666)
  assert.ok(start(file, 'serve').includes(`POLYPARSE_DATA_DIR is ${file}, which is not a directory`))
})
