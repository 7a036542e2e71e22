import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  authenticate,
  createJob,
  type Database,
  endJob,
  enqueueOnly,
  ensureAccount,
  loadAdminToken,
  type NewSource,
  openDiskBlobs,
  systemClock,
} from '../../service/test/support/inside.ts'
import { createAdminApp } from '../../service/test/accounts/admin-app.ts'
import { openTestDatabase } from '../../service/test/support/database.ts'
import { secretsOf } from '../../service/test/support/webhook-secrets.ts'
import { jsonOf, listOf, run } from './run.ts'
import { jobRequest } from '../../service/test/support/job-request.ts'

let folder: string
let database: Database
let app: ReturnType<typeof createAdminApp>
let environment: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-cli-'))
  database = await openTestDatabase()
  const blobs = await openDiskBlobs(join(folder, 'blobs'))
  app = createAdminApp({ database, blobs, clock: systemClock, adminToken: await loadAdminToken(folder) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  environment = { PORT: new URL(url).port, POLYPARSE_DATA_DIR: folder }
})
after(async () => {
  await app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const polyparse = (...argv: string[]) => run(argv, environment)
const isValid = async (key: unknown) => {
  assert.ok(typeof key === 'string')
  return (await authenticate(database, key, new Date())) !== null
}

test("accounts provider-keys sets, lists and removes an account's own key, and shows no more than its end", async () => {
  await ensureAccount(database, 'Keyed', systemClock())
  const key = 'key-of-keyed-0123456789'
  const at = ['accounts', 'provider-keys']
  const set = await run([...at, 'set', 'Keyed', 'vendor'], environment, { input: `${key}\n` })
  assert.equal(set.code, 0, set.stderr)
  assert.equal(set.stdout, '…6789\n')
  assert.match(set.stderr, /Documents of Keyed are sent to vendor with this key/)
  const [listed] = listOf(await polyparse(...at, 'list', '--account', 'Keyed', '--json'), 'providerKeys')
  assert.partialDeepStrictEqual(listed, { account: 'Keyed', provider: 'vendor', ending: '6789' })
  assert.match((await polyparse(...at, 'list')).stdout, /Keyed +vendor +…6789/)

  const refused = await run([...at, 'set', 'Keyed', 'auto'], environment, { input: key })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /provider must be a vendor that is asked with an API key/)
  assert.match(
    (await run([...at, 'set', 'Nobody', 'vendor'], environment, { input: key })).stderr,
    /no account named Nobody/,
  )
  assert.equal((await polyparse(...at, 'remove', 'Keyed', 'vendor')).code, 0)
  assert.match((await polyparse(...at, 'remove', 'Keyed', 'vendor')).stderr, /has no key of its own/)
})

test('keys create prints the key alone, and says on standard error what it is', async () => {
  const { code, stdout, stderr } = await polyparse('keys', 'create', '--account', 'Plain')
  assert.equal(code, 0)
  assert.match(stdout, /^pp_live_\w{38}\n$/)
  assert.match(stderr, /account "Plain".*only once/)
  assert.equal(await isValid(stdout.trim()), true)
})

test('keys create --json prints one object with id, account, key and expiresAt', async () => {
  const created = await polyparse(
    'keys',
    'create',
    '--account',
    'Acme & Co',
    '--name',
    'ci',
    '--expires',
    '2999-01-01',
    '--json',
  )
  const { id, account, name, key, expiresAt } = jsonOf(created)
  assert.match(String(id), /^[0-9a-f-]{36}$/)
  assert.equal(account, 'Acme & Co')
  assert.equal(name, 'ci')
  assert.equal(expiresAt, '2999-01-01T00:00:00.000Z')
  assert.equal(await isValid(key), true)
})

test('keys create accepts an expiry in the past', async () => {
  const { key, expiresAt } = jsonOf(
    await polyparse('keys', 'create', '--account', 'a', '--expires', '2020-01-01T00:00:00Z', '--json'),
  )
  assert.equal(expiresAt, '2020-01-01T00:00:00.000Z')
  assert.equal(await isValid(key), false)
})

test('keys list shows all keys or those of an account, never the key itself', async () => {
  const restricted = [
    '--scope',
    'jobs:read',
    '--scope',
    'webhooks',
    '--requests-per-minute',
    '30',
    '--pages-per-day',
    '9',
  ]
  const { key, ...rest } = jsonOf(await polyparse('keys', 'create', '--account', 'listed', ...restricted, '--json'))
  assert.partialDeepStrictEqual(rest, { scopes: ['jobs:read', 'webhooks'], requestsPerMinute: 30, pagesPerDay: 9 })
  const ofAccount = await polyparse('keys', 'list', '--account', 'listed', '--json')
  assert.deepEqual(listOf(ofAccount, 'keys'), [rest])
  assert.ok(listOf(await polyparse('keys', 'list', '--json'), 'keys').length > 1)
  const table = await polyparse('keys', 'list')
  assert.match(table.stdout, /^ID +ACCOUNT +NAME +KEY +STATE/)
  assert.match(table.stdout, new RegExp(`${String(rest['id'])} +listed +unnamed +${String(rest['prefix'])}… +valid`))
  for (const { stdout, stderr } of [ofAccount, table]) assert.equal((stdout + stderr).includes(String(key)), false)
})

test('keys disable and keys enable take effect with the next request', async () => {
  const { id, key } = jsonOf(await polyparse('keys', 'create', '--account', 'a', '--json'))
  assert.notEqual(jsonOf(await polyparse('keys', 'disable', String(id), '--json'))['disabledAt'], null)
  assert.equal(await isValid(key), false)
  assert.match((await polyparse('keys', 'enable', String(id))).stdout, /is enabled/)
  assert.equal(await isValid(key), true)
})

test('keys rotate prints a new key and leaves the old one valid for its grace time', async () => {
  const { id, key } = jsonOf(await polyparse('keys', 'create', '--account', 'rotated', '--json'))
  const first = jsonOf(await polyparse('keys', 'rotate', String(id), '--json'))
  assert.equal(first['account'], 'rotated')
  assert.equal(first['expiresAt'], null)
  assert.equal(await isValid(first['key']), true)
  assert.equal(await isValid(key), true)
  const second = jsonOf(
    await polyparse('keys', 'rotate', String(id), '--grace-seconds', '0', '--expires', '2999-01-01', '--json'),
  )
  assert.equal(second['expiresAt'], '2999-01-01T00:00:00.000Z')
  assert.equal(await isValid(key), false)
  const again = await polyparse('keys', 'rotate', String(id))
  assert.equal(again.code, 1)
  assert.match(again.stderr, /has expired/)
})

test('accounts list shows the accounts', async () => {
  await polyparse('keys', 'create', '--account', 'Zoë')
  assert.ok(listOf(await polyparse('accounts', 'list', '--json'), 'accounts').some(({ name }) => name === 'Zoë'))
  assert.match((await polyparse('accounts', 'list')).stdout, /Zoë.* off$/m)
  const kept = await polyparse('accounts', 'judgements', 'Zoë', 'kept')
  assert.equal(kept.stdout, 'Judgements of the account Zoë: kept.\n')
  assert.match((await polyparse('accounts', 'list')).stdout, /Zoë.* kept$/m)
  assert.match((await polyparse('accounts', 'judgements', 'nobody', 'off')).stderr, /no account named nobody/)
})

test('accounts webhook-secret prints the secret that signs webhooks, and a new one after --rotate', async () => {
  await polyparse('keys', 'create', '--account', 'Hooked & Co')
  const { id } = await ensureAccount(database, 'Hooked & Co', new Date())
  const plain = await polyparse('accounts', 'webhook-secret', 'Hooked & Co')
  assert.deepEqual({ code: plain.code, stderr: plain.stderr }, { code: 0, stderr: '' })
  const old = plain.stdout.trim()
  assert.deepEqual(await secretsOf({ database }).signing(id, new Date()), [old])
  assert.equal(jsonOf(await polyparse('accounts', 'webhook-secret', 'Hooked & Co', '--json'))['secret'], old)

  const rotated = await polyparse('accounts', 'webhook-secret', 'Hooked & Co', '--rotate', '--json')
  const { account, secret, previousUntil } = jsonOf(rotated)
  assert.equal(account, 'Hooked & Co')
  assert.match(rotated.stderr, new RegExp(`signed with the previous secret until ${String(previousUntil)}`))
  assert.deepEqual(await secretsOf({ database }).signing(id, new Date()), [secret, old])

  const nobody = await polyparse('accounts', 'webhook-secret', 'nobody')
  assert.deepEqual(nobody, { code: 1, stdout: '', stderr: 'There is no account named nobody.\n' })
})

test('an empty jobs list is shown in words and in JSON', async () => {
  assert.deepEqual(jsonOf(await polyparse('jobs', 'list', '--status', 'failed', '--limit', '5', '--json')), {
    jobs: [],
  })
  assert.equal((await polyparse('jobs', 'list')).stdout, 'No jobs found.\n')
})

test('an unknown id ends with 1 and a plain sentence', async () => {
  const id = '0196f0f0-0000-7000-8000-000000000000'
  for (const argv of [
    ['keys', 'disable', id],
    ['keys', 'enable', id],
    ['keys', 'rotate', id],
    ['jobs', 'show', id],
    ['jobs', 'cancel', id],
    ['jobs', 'retry', id],
  ]) {
    const { code, stdout, stderr } = await run([...argv, '--json'], environment)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, new RegExp(`^There is no (key|job) with the id ${id}\\.\n$`))
  }
})

test('jobs retry queues a failed job again, and says why another is not', async () => {
  const failed = async (source: NewSource) => {
    const { id: accountId } = await ensureAccount(database, 'retried', new Date())
    const request = jobRequest()
    const [id, idempotencyKey] = [randomUUIDv7(), randomUUIDv7()]
    const job = {
      id,
      accountId,
      keyId: null,
      idempotencyKey,
      fingerprint: '',
      request,
      providers: ['provider-a'],
      fallback: null,
    }
    await createJob({ database, queue: enqueueOnly, clock: systemClock }, { ...job, source })
    await endJob(database, id, { status: 'failed', errorCode: 'internal_error', error: 'no' }, new Date())
    return id
  }
  const id = await failed({ url: 'https://example.com/a.pdf' })
  assert.deepEqual(jsonOf(await polyparse('jobs', 'retry', id, '--json')), { id, status: 'queued' })
  assert.equal((await polyparse('jobs', 'retry', id)).stdout, `The job ${id} is queued again.\n`)
  assert.match((await polyparse('jobs', 'show', id)).stdout, /^retries +1$/m)

  const upload = { filename: 'a.txt', mediaType: 'text/plain', path: 'sources/a', size: 1, sha256: 'a' }
  const uploaded = await failed(upload)
  const { code, stdout, stderr } = await polyparse('jobs', 'retry', uploaded)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(stderr, /was not retried\. The document was uploaded/)
})

test('POLYPARSE_URL takes precedence over PORT, and POLYPARSE_ADMIN_TOKEN over the data directory', async () => {
  const more = { POLYPARSE_URL: `http://127.0.0.1:${environment['PORT']}/`, PORT: '1' }
  assert.equal((await run(['keys', 'list'], { ...environment, ...more })).code, 0)
  const wrong = await run(['keys', 'list'], { ...environment, POLYPARSE_ADMIN_TOKEN: 'x'.repeat(20) })
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /rejected the admin token from POLYPARSE_ADMIN_TOKEN\.\n$/)
})

test('with the token of another data directory, or without one, the command says so and creates nothing', async () => {
  const other = await mkdtemp(join(folder, 'other-'))
  const none = await run(['keys', 'list'], { ...environment, POLYPARSE_DATA_DIR: other })
  assert.equal(none.code, 1)
  assert.match(none.stderr, /There is no admin token.*POLYPARSE_DATA_DIR/)
  assert.deepEqual(await readdir(other), [])
  await writeFile(join(other, 'admin-token'), 'another-token-of-some-length\n')
  const wrong = await run(['keys', 'list'], { ...environment, POLYPARSE_DATA_DIR: other })
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /rejected the admin token from .*admin-token/)
})

test('another program at the address is recognised, and gets no secret', async () => {
  const seen: unknown[] = []
  const foreign = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('<html>hello</html>')
  }).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => foreign.once('listening', resolve))
    const address = foreign.address()
    assert.ok(typeof address === 'object' && address !== null)
    const { code, stderr } = await run(['keys', 'list'], { ...environment, PORT: String(address.port) })
    assert.equal(code, 1)
    assert.match(stderr, /is not Polyparse/)
    assert.deepEqual(seen, [undefined])
  } finally {
    foreign.closeAllConnections()
    foreign.close()
  }
})
