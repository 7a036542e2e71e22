import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pythonClient, pythonObstacle, pythonWithTools, runProgram } from '../support/python.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

const skip = await pythonObstacle()

/** With it, the account keeps judgements. */
const adminToken = 'python-admin-token-0123456789'

describe('the Python client', { skip: skip ?? false }, () => {
  let python: string
  before(async () => {
    python = await pythonWithTools()
  })

  it('is typed, and its types are those of the API', async (t) => {
    const scratch = await mkdtemp(join(tmpdir(), 'polyparse-python-'))
    t.after(() => rm(scratch, { recursive: true }))
    const generated = join(scratch, '_wire.py')
    await Promise.all([
      runProgram(python, ['-m', 'ruff', 'check', '--no-cache']),
      runProgram(python, ['-m', 'ruff', 'format', '--check', '--no-cache']),
      runProgram(python, ['-m', 'mypy', '--cache-dir', join(scratch, 'mypy')]),
      runProgram(python, ['-m', 'datamodel_code_generator', '--output', generated]),
    ])
    const types = await readFile(join(pythonClient, 'src/polyparse/_wire.py'), 'utf8')
    assert.equal(types, await readFile(generated, 'utf8'), 'run datamodel-codegen in clients/python')
  })

  it('does everything with a service, as it is installed from its wheel', async (t) => {
    const scratch = await mkdtemp(join(tmpdir(), 'polyparse-python-'))
    t.after(() => rm(scratch, { recursive: true }))
    const server = await startServer(await temporaryPlace(t), {
      POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
      POLYPARSE_ADMIN_TOKEN: adminToken,
    })
    t.after(() => server.end('SIGTERM'))
    const allowed = await fetch(`${server.url}/api/admin/accounts/judgements`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'default', judgements: 'kept' }),
    })
    assert.equal(allowed.status, 200)
    const wheel = [
      '-m',
      'pip',
      'wheel',
      '--quiet',
      '--no-deps',
      '--no-build-isolation',
      '--wheel-dir',
      scratch,
      pythonClient,
    ]
    await runProgram(python, wheel)
    const built = (await readdir(scratch)).find((name) => name.endsWith('.whl'))
    const site = join(scratch, 'site')
    await runProgram(python, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-deps',
      '--target',
      site,
      join(scratch, String(built)),
    ])
    const env = { PYTHONPATH: site, POLYPARSE_URL: server.url, POLYPARSE_API_KEY: server.key ?? '' }
    const tested = await runProgram(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { env })
    assert.match(tested, /^\d+ passed in /m)
    assert.doesNotMatch(tested, /skipped/)
  })

  it('that a generator makes of the description uploads, polls, narrows and deletes without a hand’s help', async (t) => {
    const scratch = await mkdtemp(join(tmpdir(), 'polyparse-python-'))
    t.after(() => rm(scratch, { recursive: true }))
    const server = await startServer(await temporaryPlace(t))
    t.after(() => server.end('SIGTERM'))
    const description = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url))
    const out = join(scratch, 'generated')
    // It formats what it has generated with ruff, which it looks for.
    const env = { PATH: `${join(python, '..')}:${process.env['PATH'] ?? ''}` }
    const generate = ['-m', 'openapi_python_client', 'generate', '--path', description, '--output-path', out]
    await runProgram(python, [...generate, '--meta', 'none', '--fail-on-warning'], { cwd: scratch, env })
    await writeFile(join(scratch, 'use.py'), use)
    const used = await runProgram(python, ['use.py', server.url, server.key ?? ''], { cwd: scratch })
    assert.equal(used, '# Hello\nParseResult\nnot_found\n')
  })
})

/** A program with the generated client. */
const use = `
import io, sys, time
from generated import AuthenticatedClient
from generated.api.jobs import create_upload, delete_job, read_job, read_output
from generated.models import CompleteJob, CreateUploadOperation, JobAccepted, OutputId, ParseResult, Problem
from generated.types import File

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
accepted = create_upload.sync(
    client=client,
    body=File(payload=io.BytesIO(b"# Hello")),
    filename="a.md",
    operation=CreateUploadOperation.PARSE,
    outputs=[OutputId.MARKDOWN],
    idempotency_key="generated-1",
)
assert isinstance(accepted, JobAccepted), accepted
for _ in range(30):
    job = read_job.sync(accepted.id, client=client, wait=2)
    if isinstance(job, CompleteJob):
        break
assert isinstance(job, CompleteJob), job
print(job.result.outputs.markdown)
print(type(job.result).__name__)
assert isinstance(job.result, ParseResult)
delete_job.sync_detailed(accepted.id, client=client)
gone = read_job.sync(accepted.id, client=client)
assert isinstance(gone, Problem), gone
print(gone.code.value)
`
