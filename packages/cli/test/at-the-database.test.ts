import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { authenticate, ensureAccount, openDatabase } from '../../service/test/support/inside.ts'
import { createServerDatabase, testServerUrl } from '../../service/test/support/database.ts'
import { secretsOf } from '../../service/test/support/webhook-secrets.ts'
import { jsonOf, listOf, run } from './run.ts'

let folder: string
let environment: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-cli-'))
  environment = { PORT: String(await closedPort()), POLYPARSE_DATA_DIR: join(folder, 'data') }
})
after(() => rm(folder, { recursive: true, force: true }))

/** A port on which nothing listens. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

const openEmbedded = () => openDatabase({ databaseUrl: null, dataDirectory: join(folder, 'data') })

test('when no service runs, the embedded database is opened, changed and closed again', async () => {
  const created = await run(['keys', 'create', '--account', 'offline', '--json'], environment)
  assert.match(created.stderr, /No service runs at http:\/\/127\.0\.0\.1:\d+; using the data directory/)
  const { id, key } = jsonOf(created)
  assert.ok(typeof key === 'string')

  const database = await openEmbedded()
  try {
    assert.equal((await authenticate(database, key, new Date()))?.keyId, id)
  } finally {
    await database.close()
  }

  jsonOf(await run(['keys', 'disable', String(id), '--json'], environment))
  const keys = listOf(await run(['keys', 'list', '--account', 'offline', '--json'], environment), 'keys')
  assert.deepEqual(
    keys.map((each) => ({ id: each['id'], disabled: each['disabledAt'] !== null })),
    [{ id, disabled: true }],
  )
  const rotated = await run(['keys', 'rotate', String(id)], environment)
  assert.equal(rotated.code, 1)
  assert.match(rotated.stderr, /is disabled/)
})

test('the audit log names the user of the machine, in a table and for export, and takes filters', async () => {
  const { id } = jsonOf(
    await run(['keys', 'create', '--account', 'watched', '--name', 'reader', '--json'], environment),
  )
  await run(['keys', 'disable', String(id)], environment)
  const exported = await run(['audit', 'export', '--account', 'watched'], environment)
  assert.equal(exported.code, 0, exported.stderr)
  const lines = exported.stdout
    .trim()
    .split('\n')
    .map((line) => Object(JSON.parse(line)))
  assert.deepEqual(
    lines.map(({ action, outcome, actor, actorName, target }) => [action, outcome, actor, actorName, target]),
    [
      ['key.disable', 'done', 'command', userInfo().username, id],
      ['key.create', 'done', 'command', userInfo().username, id],
    ],
  )
  const listed = await run(['audit', 'list', '--target', String(id), '--action', 'key.create'], environment)
  const [headings = '', row = '', ...more] = listed.stdout.trim().split('\n')
  assert.match(headings, /^TIME +ACTION +OUTCOME +WHO +FROM +ACCOUNT +TARGET +DETAILS$/)
  assert.match(row, /key\.create +done +command \S+ .* watched .* name="reader"/)
  assert.deepEqual(more, [])
  assert.match((await run(['audit', 'list', '--until', '2020-01-01'], environment)).stdout, /Nothing has been recorded/)
  assert.equal((await run(['audit', 'list', '--action', 'key.steal'], environment)).code, 2)
})

test('the webhook secret of an account can be read and rotated while no service runs', async () => {
  await run(['keys', 'create', '--account', 'hooked'], environment)
  const webhookSecret = async (...more: string[]) => {
    const { code, stdout, stderr } = await run(['accounts', 'webhook-secret', 'hooked', ...more], environment)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^whsec_[0-9A-Za-z+/]{43}=\n$/)
    return stdout.trim()
  }
  const old = await webhookSecret()
  assert.equal(await webhookSecret(), old)
  const fresh = await webhookSecret('--rotate')
  assert.notEqual(fresh, old)

  const database = await openEmbedded()
  try {
    const { id } = await ensureAccount(database, 'hooked', new Date())
    assert.deepEqual(await secretsOf({ database }).signing(id, new Date()), [fresh, old])
  } finally {
    await database.close()
  }
})

test('in a folder without data, commands that look at it say so and make nothing', async (t) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'polyparse-elsewhere-'))
  t.after(() => rm(elsewhere, { recursive: true }))
  const commands = [
    ['keys', 'list'],
    ['jobs', 'list'],
    ['accounts', 'sign-in-link'],
    ['doctor'],
    ['doctor', '--repair'],
  ]
  for (const command of commands) {
    const PORT = environment['PORT'] ?? ''
    const { code, stdout, stderr } = await run(command, { PORT }, { cwd: elsewhere })
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, command.join(' '))
    assert.match(stderr, /There is no Polyparse data in \S+\/data\. Set POLYPARSE_DATA_DIR/)
  }
  assert.deepEqual(await readdir(elsewhere), [])
})

test('when the database is open in another process, the command says so', async () => {
  const database = await openEmbedded()
  try {
    const { code, stdout, stderr } = await run(['keys', 'list'], environment)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /Another process has the database in .* open.*POLYPARSE_URL/)
  } finally {
    await database.close()
  }
})

test('a service configured elsewhere is not replaced by the local database', async () => {
  // Reaches this machine without being a loopback address: the command cannot know that it is this machine.
  const POLYPARSE_URL = `http://0.0.0.0:${environment['PORT']}`
  const { code, stderr } = await run(['keys', 'list'], { ...environment, POLYPARSE_URL })
  assert.equal(code, 1)
  assert.equal(stderr, `No service answers at ${POLYPARSE_URL}, the address in POLYPARSE_URL.\n`)
})

test('with an address on this machine where nothing runs, the command uses the database', async () => {
  const POLYPARSE_URL = `http://127.0.0.1:${environment['PORT']}`
  const { code } = await run(['accounts', 'list'], { ...environment, POLYPARSE_URL, PORT: '1' })
  assert.equal(code, 0)
})

test(
  'with DATABASE_URL the database is used without a service',
  { skip: testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server' },
  async () => {
    assert.ok(testServerUrl !== undefined)
    const { url, drop } = await createServerDatabase(testServerUrl)
    try {
      const withServer = { ...environment, DATABASE_URL: url }
      const empty = await run(['keys', 'list'], withServer)
      assert.equal(empty.code, 1)
      assert.match(empty.stderr, /There is no Polyparse data in the database that DATABASE_URL names/)
      const { id } = jsonOf(await run(['keys', 'create', '--account', 'a', '--json'], withServer))
      const keys = listOf(await run(['keys', 'list', '--json'], withServer), 'keys')
      assert.deepEqual(
        keys.map((each) => each['id']),
        [id],
      )
    } finally {
      await drop()
    }
  },
)
