import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cacheFolder } from './test-database/cache.ts'

/** The Python client. */
export const pythonClient = fileURLToPath(new URL('../../../../clients/python/', import.meta.url))

const execute = promisify(execFile)

type Options = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }

/** What the program prints; rejects with that when it fails. */
export const runProgram = async (
  program: string,
  argv: readonly string[],
  { cwd = pythonClient, env = {} }: Options = {},
): Promise<string> => {
  const options = { cwd, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env }, maxBuffer: 16 * 1024 * 1024 }
  const { stdout, stderr } = await execute(program, argv, options).catch((error: unknown) => {
    const { stdout: out = '', stderr: err = '' } = Object(error)
    throw new Error(`${program} ${argv.join(' ')}: ${String(out)}${String(err)}`, { cause: error })
  })
  return `${stdout}${stderr}`
}

/** Why the client cannot be tested here; null: it can. */
export const pythonObstacle = async (): Promise<string | null> => {
  try {
    await runProgram('python3', ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'])
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
  'numpy',
  'docling-serve-client==1.*',
  'datalab-python-sdk==0.5.*',
  'tika>=2',
  'openapi-python-client>=0.29',
]

/** The Python of a virtual environment with everything but the client, made once for what the client declares. */
export const pythonWithTools = async (): Promise<string> => {
  const declared = await readFile(join(pythonClient, 'pyproject.toml'))
  const key = createHash('sha256').update(declared).update(tools.join()).digest('hex').slice(0, 16)
  const path = join(await cacheFolder(), `python-${key}`)
  const python = join(path, 'bin/python')
  if (existsSync(python)) return python
  await makeEnvironment(path, [...tools, 'httpx>=0.27,<1', 'typing-extensions>=4.10'])
  return python
}

/**
 * A virtual environment with packages, at a path. Of several that are made at once, one stays. Its programs name the
 * folder that they were installed in: they are run as modules.
 */
export const makeEnvironment = async (path: string, packages: readonly string[]): Promise<void> => {
  const made = await mkdtemp(`${path}-`)
  try {
    await runProgram('python3', ['-m', 'venv', made])
    const python = join(made, 'bin/python')
    // Pip itself takes fifteen times as long for the same packages.
    await runProgram(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'uv'])
    await runProgram(python, ['-m', 'uv', 'pip', 'install', '--quiet', '--python', python, ...packages])
    await rename(made, path).catch((error: unknown) => {
      if (!existsSync(path)) throw error
    })
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}
