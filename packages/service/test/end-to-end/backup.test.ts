import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { jsonOf, listOf, run } from '../../../cli/test/run.ts'
import { createClient } from '../support/client.ts'
import { startOneAtATime } from '../support/one-at-a-time.ts'
import { openRemoteVendor } from '../support/remote-vendor.ts'
import { embeddedPlace, type Place } from '../support/server.ts'

test('a backup made under load is restored elsewhere: nothing that was acknowledged is lost, and all of it goes on', async (t) => {
  const vendor = await openRemoteVendor()
  t.after(() => vendor.close())
  const place = await embeddedPlace(t)
  const server = await startOneAtATime(t, place, { vendorUrl: vendor.url, answerSeconds: 60 })
  const key = server.key ?? ''
  const client = createClient(server.url, key)
  const remote = { more: { 'X-Service-Provider': 'remote' } }

  const done = await Promise.all(['One.', 'Two.', 'Three.'].map((content) => client.upload(content)))
  const results = await Promise.all(done.map(({ id }) => client.end(id)))
  assert.ok(results.every(({ status }) => status === 'complete'))
  vendor.takesPolls(1_000_000)
  const polled = vendor.arrival('poll')
  const atVendor = await client.upload('With the vendor', remote)
  await polled
  // From here on the worker works on this one, and the others wait.
  vendor.meet('submit', 'hold')
  const submitting = vendor.arrival('submit')
  const unanswered = await client.upload('On its way to the vendor', remote)
  await submitting
  const waiting: { readonly id: string; readonly idempotencyKey: string }[] = []
  let isOver = false
  const load = Promise.all(
    Array.from({ length: 3 }, async (_, caller) => {
      for (let n = 0; !isOver && n < 100; n += 1) {
        const idempotencyKey = `asked-before-${caller}-${n}`
        waiting.push({ ...(await client.upload('Waiting', { idempotencyKey })), idempotencyKey })
        // Every one of them is read after the restore, one at a time.
        await setTimeout(100)
      }
    }),
  )
  while (waiting.length < 10) await setTimeout(10)

  const file = join(place.folder, 'backup.tar')
  const acknowledged = [...waiting]
  const access = { POLYPARSE_URL: server.url, POLYPARSE_DATA_DIR: place.folder }
  const { missing } = jsonOf(await run(['backup', file, '--json'], access))
  assert.equal(missing, 0)
  isOver = true
  await load
  await server.end('SIGKILL')

  const target: Place = { folder: join(place.folder, 'restored'), databaseUrl: null }
  const environment = { POLYPARSE_DATA_DIR: target.folder, PORT: '0' }
  jsonOf(await run(['restore', file, '--json'], environment))
  const found = listOf(await run(['doctor', '--json'], environment), 'checks')
  assert.ok(found.length > 10 && found.every((check) => check['found'] === 0))

  vendor.finish()
  const again = await startOneAtATime(t, target, { vendorUrl: vendor.url, answerSeconds: 1 })
  assert.equal(again.key, null, 'the keys were restored, so there is no first one')
  const later = createClient(again.url, key)
  for (const [index, { id }] of done.entries()) assert.deepEqual(await later.read(id), results[index])
  for (const { id } of [atVendor, ...acknowledged]) {
    const { status, error } = await later.end(id)
    assert.equal(status, 'complete', String(error))
  }
  assert.match(String((await later.end(unanswered.id)).error), /did not respond/)
  assert.equal(vendor.asked.submit, 2, 'nothing was submitted again')
  for (const { id, idempotencyKey } of acknowledged.slice(0, 3))
    assert.equal((await later.upload('Waiting', { idempotencyKey })).id, id)
  // Some were created while the backup was made. Those that are in it end as well.
  const sources = async () => (await readdir(join(target.folder, 'blobs/sources')).catch(() => [])).length
  while ((await sources()) > 0) await setTimeout(50)
})

test('a service that is killed during a backup leaves no copy of it, and no document that was to be deleted', async (t) => {
  const place = await embeddedPlace(t)
  const vendor = await openRemoteVendor()
  t.after(() => vendor.close())
  const server = await startOneAtATime(t, place, { vendorUrl: vendor.url, answerSeconds: 60 })
  const key = server.key ?? ''
  vendor.meet('submit', 'hold')
  const submitting = vendor.arrival('submit')
  const more = { 'X-Service-Provider': 'remote' }
  // More than the sockets take, so that the backup is not over before the service is.
  const { id } = await createClient(server.url, key).upload('Document. '.repeat(3_000_000), { more })
  await submitting
  const token = (await readFile(join(place.folder, 'admin-token'), 'utf8')).trim()
  const backup = await fetch(`${server.url}/api/admin/backup`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  })
  assert.equal(backup.status, 200)
  const headers = { Authorization: `Bearer ${key}` }
  await fetch(`${server.url}/api/v1/jobs/${id}`, { method: 'DELETE', headers })
  const filesIn = async (name: string) => {
    const entries = await readdir(join(place.folder, name), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).length
  }
  while ((await filesIn('blobs/.kept').catch(() => 0)) === 0) await setTimeout(10)
  assert.ok(existsSync(join(place.folder, 'backup')))
  await server.end('SIGKILL')
  await assert.rejects(backup.arrayBuffer())

  await startOneAtATime(t, place, { vendorUrl: vendor.url, answerSeconds: 60 })
  assert.equal(await filesIn('blobs'), 0)
  assert.equal(existsSync(join(place.folder, 'backup')), false)
})
