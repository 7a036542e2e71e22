import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readBlocksOf } from '@polyparse/test-support/code-blocks'
import { sign } from '../../src/webhooks/signed-post.ts'
import { openApiHarness } from '../support/api.ts'

/** The files that the blocks of docs/use/webhooks-and-events.md are, in their order. */
const names = ['verify.ts', 'verify.py', 'follow.ts']

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-docs-'))
  const blocks = await readBlocksOf('docs/use/webhooks-and-events.md')
  const tested = blocks.filter(({ marks }) => marks.has('tested-by'))
  assert.equal(tested.length, names.length)
  for (const [index, { code }] of tested.entries()) await writeFile(join(folder, names[index] ?? ''), code)
})
after(() => rm(folder, { recursive: true, force: true }))

const secret = `whsec_${randomBytes(32).toString('base64')}`
const body = '{"name":"Zoë"}'
const signed = (by: string, ageSeconds = 0) => {
  const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000) - ageSeconds, body }
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': sign([`whsec_${randomBytes(32).toString('base64')}`, by], message),
  }
}
const stranger = `whsec_${randomBytes(32).toString('base64')}`
const cases = [
  { name: 'genuine', headers: signed(secret), body, expected: true },
  { name: 'of a stranger', headers: signed(stranger), body, expected: false },
  { name: 'with another body', headers: signed(secret), body: `${body} `, expected: false },
  { name: 'old', headers: signed(secret, 600), body, expected: false },
]

test('the documented way to verify a signature in TypeScript works as it stands', async () => {
  const module: unknown = await import(pathToFileURL(join(folder, 'verify.ts')).href)
  assert.ok(typeof module === 'object' && module !== null && 'isGenuine' in module)
  const { isGenuine } = module
  assert.ok(typeof isGenuine === 'function')
  for (const { name, headers, body: received, expected } of cases)
    assert.equal(isGenuine(secret, new Headers(headers), received), expected, name)
})

const hasPython = spawnSync('python3', ['--version']).status === 0
test(
  'the documented way to verify a signature in Python works, too',
  { skip: !hasPython && 'there is no Python' },
  () => {
    for (const { name, headers, body: received, expected } of cases) {
      const program = `import json, sys; from verify import is_genuine
given = json.load(sys.stdin); print(is_genuine(given["secret"], given["headers"], given["body"].encode()))`
      const input = JSON.stringify({ secret, headers, body: received })
      const output = execFileSync('python3', ['-B', '-c', program], { cwd: folder, input, encoding: 'utf8' })
      assert.equal(output.trim(), expected ? 'True' : 'False', name)
    }
  },
)

test('the documented way to follow a job works as it stands', async () => {
  const api = await openApiHarness()
  const service = `http://127.0.0.1:${await api.listen()}`
  const { id } = (await api.create()).json()
  await api.complete(id)
  const module: unknown = await import(pathToFileURL(join(folder, 'follow.ts')).href)
  assert.ok(typeof module === 'object' && module !== null && 'follow' in module)
  const { follow } = module
  assert.ok(typeof follow === 'function')
  const events: unknown[] = []
  for await (const event of follow(service, id, api.key)) events.push(event)
  assert.deepEqual(events.at(-1), { event: 'status', data: { id, status: 'complete' } })
  assert.equal(events.length, 2)
  await api.close()
})
