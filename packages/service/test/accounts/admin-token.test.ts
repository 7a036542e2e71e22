import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { AdminTokenError, loadAdminToken, readAdminToken, sameToken } from '../../src/accounts/admin-token.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-admin-token-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('the admin token is created at the first start, and only its owner can read it', async () => {
  const data = join(folder, 'first')
  assert.equal(await readAdminToken(data), null)
  const token = await loadAdminToken(data)
  assert.match(token, /^pp_admin_[\w-]{43}$/)
  assert.equal((await stat(join(data, 'admin-token'))).mode & 0o777, 0o600)
  assert.equal(await loadAdminToken(data), token)
  assert.equal(await readAdminToken(data), token)
})

test('any number of starts at once agree on one token and leave nothing else behind', async () => {
  const data = join(folder, 'many')
  const tokens = await Promise.all(Array.from({ length: 16 }, () => loadAdminToken(data)))
  assert.equal(new Set(tokens).size, 1)
  assert.deepEqual(await readdir(data), ['admin-token'])
})

test('a configured token is used as it is, and written nowhere', async () => {
  const data = join(folder, 'configured')
  assert.equal(await loadAdminToken(data, 'configured-by-hand'), 'configured-by-hand')
  assert.equal(await readAdminToken(data), null)
})

test('a file that does not hold a token is refused, and its content is not shown', async () => {
  const path = join(folder, 'admin-token')
  for (const content of ['', '\n', 'short', 'two words of some length']) {
    await writeFile(path, content)
    await chmod(path, 0o600)
    await assert.rejects(loadAdminToken(folder), (error) => {
      assert.ok(error instanceof AdminTokenError)
      assert.ok(error.message.includes(path))
      assert.ok(content.trim() === '' || !error.message.includes(content))
      return true
    })
    assert.equal(await readFile(path, 'utf8'), content)
  }
})

test('tokens match only if every character does', () => {
  assert.equal(sameToken('abc', 'abc'), true)
  for (const other of ['', 'ab', 'abcd', 'abC']) assert.equal(sameToken(other, 'abc'), false)
})
