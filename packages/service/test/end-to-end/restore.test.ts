import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { jsonOf, listOf, run } from '../../../cli/test/run.ts'
import { createClient } from '../support/client.ts'
import { createServerDatabase, testServerUrl } from '../support/database.ts'
import { startOneAtATime } from '../support/one-at-a-time.ts'
import { openRemoteVendor } from '../support/remote-vendor.ts'
import { temporaryPlace, type Place } from '../support/server.ts'

const runProgram = promisify(execFile)

/** The newest version that Debian installed, or the one on the path. */
const programs = await readdir('/usr/lib/postgresql')
  .then((versions) => `/usr/lib/postgresql/${versions.toSorted((a, b) => Number(a) - Number(b)).at(-1)}/bin/`)
  .catch(() => '')
const hasPrograms = await runProgram(`${programs}pg_dump`, ['--version']).then(
  () => true,
  () => false,
)
const skip =
  testServerUrl === undefined ? 'POLYPARSE_TEST_DATABASE_URL names no server' : !hasPrograms && 'there is no pg_dump'

test('a dump taken while jobs wait and run is restored elsewhere, and the jobs continue', { skip }, async (t) => {
  const vendor = await openRemoteVendor()
  t.after(() => vendor.close())
  const place = await temporaryPlace(t)
  const server = await startOneAtATime(t, place, { vendorUrl: vendor.url, answerSeconds: 60 })
  const key = server.key ?? ''
  const client = createClient(server.url, key)
  const remote = { more: { 'X-Service-Provider': 'remote' } }

  const done = await client.upload('Done')
  assert.equal((await client.end(done.id)).status, 'complete')
  vendor.takesPolls(1_000_000)
  const polled = vendor.arrival('poll')
  const atVendor = await client.upload('With the vendor', remote)
  await polled
  // From here on the worker works on this one, and the others wait.
  vendor.meet('submit', 'hold')
  const submitting = vendor.arrival('submit')
  const unanswered = await client.upload('On its way to the vendor', remote)
  await submitting
  const waiting = await client.upload('Waiting', { idempotencyKey: 'asked-before' })
  const ended = await client.upload('Ended between dump and copy')

  const dump = join(place.folder, 'dump')
  await runProgram(`${programs}pg_dump`, ['--format=custom', `--file=${dump}`, place.databaseUrl ?? ''])
  const headers = { Authorization: `Bearer ${key}` }
  const cancelled = await fetch(`${server.url}/api/v1/jobs/${ended.id}`, { method: 'DELETE', headers })
  assert.equal(cancelled.status, 204)
  const target: Place = { folder: (await temporaryPlace(t)).folder, databaseUrl: null }
  await cp(join(place.folder, 'blobs'), join(target.folder, 'blobs'), { recursive: true })
  await server.end('SIGKILL')

  const { url, drop } = await createServerDatabase(testServerUrl ?? '')
  t.after(() => drop())
  await runProgram(`${programs}pg_restore`, ['--no-owner', '--exit-on-error', `--dbname=${url}`, dump])
  const environment = { DATABASE_URL: url, POLYPARSE_DATA_DIR: target.folder }
  const repaired = listOf(await run(['doctor', '--repair', '--json'], environment), 'checks')
  const wrong = repaired.filter(({ found }) => found !== 0).map(({ name }) => name)
  assert.deepEqual(wrong, ['blobs-kept'], 'nothing but the source that went between dump and copy')

  vendor.finish()
  const again = await startOneAtATime(t, { ...target, databaseUrl: url }, { vendorUrl: vendor.url, answerSeconds: 1 })
  const later = createClient(again.url, key)
  for (const { id } of [done, atVendor, waiting]) {
    const { status, error } = await later.end(id)
    assert.equal(status, 'complete', String(error))
  }
  assert.match(String((await later.end(unanswered.id)).error), /did not respond/)
  assert.match(String((await later.end(ended.id)).error), /no longer has the document/)
  assert.equal(vendor.asked.submit, 2, 'nothing was submitted again')
  assert.equal((await later.upload('Waiting', { idempotencyKey: 'asked-before' })).id, waiting.id)
  jsonOf(await run(['doctor', '--json'], environment))
})
