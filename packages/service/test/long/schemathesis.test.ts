import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pythonObstacle, runProgram } from '../support/python.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

const skip = await pythonObstacle()
const description = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url))
const configuration = fileURLToPath(new URL('../support/schemathesis.toml', import.meta.url))

test('schemathesis finds nothing that contradicts the description of the API', { skip: skip ?? false }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-schemathesis-'))
  t.after(() => rm(folder, { recursive: true }))
  await runProgram('python3', ['-m', 'venv', folder])
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'schemathesis==4.*']
  await runProgram(join(folder, 'bin/python'), pip)
  const server = await startServer(await temporaryPlace(t))
  t.after(() => server.end('SIGTERM'))
  const authorization = `Authorization: Bearer ${server.key}`
  const schemathesis = [join(folder, 'bin/schemathesis'), '--config-file', configuration]
  const options = ['--checks', 'all', '--max-examples', '100', '--request-timeout', '40']
  const said = await runProgram(
    join(folder, 'bin/python'),
    [...schemathesis, 'run', description, '--url', server.url, '--header', authorization, ...options],
    { cwd: folder },
  )
  assert.match(said, /Selected: +(\d+)\/\1\n +Tested: +\1\n/)
  assert.match(said, /Stateful/)
})
