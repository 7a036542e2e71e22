import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../service/test/support/client.ts'
import { startServer, temporaryPlace } from '../../service/test/support/server.ts'
import { jsonOf, listOf, run } from './run.ts'

test('the command works through the running service, and its changes take effect at once', async (context) => {
  const place = await temporaryPlace(context)
  const server = await startServer(place)
  context.after(() => server.end('SIGTERM'))
  const polyparse = (...argv: string[]) =>
    run([...argv, '--json'], { POLYPARSE_URL: server.url, POLYPARSE_DATA_DIR: place.folder })
  const status = async (key: unknown) =>
    (await fetch(`${server.url}/api/v1/jobs`, { headers: { authorization: `Bearer ${String(key)}` } })).status

  const { id, key } = jsonOf(await polyparse('keys', 'create', '--account', 'Acme'))
  assert.equal(await status(key), 200)
  await polyparse('keys', 'disable', String(id))
  assert.equal(await status(key), 401)
  await polyparse('keys', 'enable', String(id))
  assert.equal(await status(key), 200)
  const rotated = jsonOf(await polyparse('keys', 'rotate', String(id), '--grace-seconds', '0'))
  assert.equal(await status(key), 401)
  assert.equal(await status(rotated['key']), 200)
  const expired = jsonOf(await polyparse('keys', 'create', '--account', 'Acme', '--expires', '2020-01-01'))
  assert.equal(await status(expired['key']), 401)
  assert.ok(listOf(await polyparse('accounts', 'list'), 'accounts').some(({ name }) => name === 'Acme'))

  const { url, role } = jsonOf(await polyparse('accounts', 'sign-in-link', 'Acme', '--operator'))
  assert.equal(role, 'operator')
  assert.match(String(url), /^http:\/\/[^/]+:\d+\/#\/sign-in\/pp_signin_/)
  const signedIn = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    headers: { 'x-polyparse-session': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ code: String(url).split('/').at(-1) }),
  })
  assert.partialDeepStrictEqual(await signedIn.json(), { session: { account: 'Acme', role: 'operator' } })
  assert.match((await polyparse('accounts', 'sign-in-link', 'nobody')).stderr, /no account named nobody/)

  const client = createClient(server.url, String(rotated['key']))
  const job = await client.upload('Hello.')
  await client.end(job.id)
  const shown = jsonOf(await polyparse('jobs', 'show', job.id))
  assert.equal(shown['account'], 'Acme')
  assert.equal(shown['status'], 'complete')
  assert.equal(listOf(await polyparse('jobs', 'list', '--status', 'complete'), 'jobs')[0]?.['id'], job.id)
  const cancelled = await polyparse('jobs', 'cancel', job.id)
  assert.equal(cancelled.code, 1)
  assert.match(cancelled.stderr, /has already ended/)
})
