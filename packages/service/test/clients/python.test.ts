import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer, temporaryPlace } from '../support/server.ts'
import { cacheFolder } from '../support/test-database/cache.ts'

const folder = fileURLToPath(new URL('../../../../clients/python/', import.meta.url))

const execute = promisify(execFile)

type Options = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }

/** What the program prints; rejects with that when it fails. */
const run = async (
  program: string,
  argv: readonly string[],
  { cwd = folder, env = {} }: Options = {},
): Promise<string> => {
  const options = { cwd, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env }, maxBuffer: 16 * 1024 * 1024 }
  const { stdout, stderr } = await execute(program, argv, options).catch((error: unknown) => {
    const { stdout: out = '', stderr: err = '' } = Object(error)
    throw new Error(`${program} ${argv.join(' ')}: ${String(out)}${String(err)}`, { cause: error })
  })
  return `${stdout}${stderr}`
}

/** Why the client cannot be tried here; null: it can. */
const obstacle = async (): Promise<string | null> => {
  try {
    await run('python3', ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'])
    return null
  } catch {
    return 'there is no Python 3.10 or newer with venv'
  }
}

/** What the tests need beside the client and what it depends on. */
const tools = [
  'hatchling',
  'pytest>=8',
  'mypy>=1.15',
  'ruff>=0.11',
  'datamodel-code-generator==0.*',
  'langchain-core>=0.3',
  'openapi-python-client>=0.29',
]

/** A virtual environment with everything but the client, made once for what the client declares. */
const environment = async (): Promise<string> => {
  const declared = await readFile(join(folder, 'pyproject.toml'))
  const key = createHash('sha256').update(declared).update(tools.join()).digest('hex').slice(0, 16)
  const path = join(await cacheFolder(), `python-${key}`)
  const isThere = await access(join(path, 'ready')).then(
    () => true,
    () => false,
  )
  if (isThere) return path
  const made = await mkdtemp(`${path}-`)
  await run('python3', ['-m', 'venv', made])
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  await run(join(made, 'bin/python'), [...pip, ...tools, 'httpx>=0.27,<1', 'typing-extensions>=4.10'])
  await run('touch', [join(made, 'ready')])
  // Of several that are made at once, one stays. Programs of a virtual environment name its folder: they are run as modules.
  await rename(made, path).catch(() => rm(made, { recursive: true, force: true }))
  return path
}

const skip = await obstacle()

describe('the Python client', { skip: skip ?? false }, () => {
  let python: string
  before(async () => {
    python = join(await environment(), 'bin/python')
  })

  it('is typed, and its types are those of the API', async (t) => {
    const scratch = await mkdtemp(join(tmpdir(), 'polyparse-python-'))
    t.after(() => rm(scratch, { recursive: true }))
    const generated = join(scratch, '_wire.py')
    await Promise.all([
      run(python, ['-m', 'ruff', 'check', '--no-cache']),
      run(python, ['-m', 'ruff', 'format', '--check', '--no-cache']),
      run(python, ['-m', 'mypy', '--cache-dir', join(scratch, 'mypy')]),
      run(python, ['-m', 'datamodel_code_generator', '--output', generated]),
    ])
    const types = await readFile(join(folder, 'src/polyparse/_wire.py'), 'utf8')
    assert.equal(types, await readFile(generated, 'utf8'), 'run datamodel-codegen in clients/python')
  })

  it('does everything with a service, as it is installed from its wheel', async (t) => {
    const scratch = await mkdtemp(join(tmpdir(), 'polyparse-python-'))
    t.after(() => rm(scratch, { recursive: true }))
    const server = await startServer(await temporaryPlace(t), { POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8' })
    t.after(() => server.end('SIGTERM'))
    const wheel = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir', scratch, folder]
    await run(python, wheel)
    const built = (await readdir(scratch)).find((name) => name.endsWith('.whl'))
    const site = join(scratch, 'site')
    await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', site, join(scratch, String(built))])
    const env = { PYTHONPATH: site, POLYPARSE_URL: server.url, POLYPARSE_API_KEY: server.key ?? '' }
    const tested = await run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { env })
    assert.match(tested, /^\d+ passed in /m)
    assert.doesNotMatch(tested, /skipped/)

    // The quick start of the README, as it stands.
    const readme = await readFile(join(folder, 'README.md'), 'utf8')
    const [, quickStart = ''] = /```python\n(from polyparse import Polyparse\n.*?)```/s.exec(readme) ?? []
    const sample = fileURLToPath(new URL('../../../../examples/sample.pdf', import.meta.url))
    await run('cp', [sample, join(scratch, 'report.pdf')])
    assert.match(await run(python, ['-c', quickStart], { cwd: scratch, env }), /^# Harbour Light Ferries\n/)
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
    await run(python, [...generate, '--meta', 'none', '--fail-on-warning'], { cwd: scratch, env })
    await writeFile(join(scratch, 'use.py'), use)
    const used = await run(python, ['use.py', server.url, server.key ?? ''], { cwd: scratch })
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
