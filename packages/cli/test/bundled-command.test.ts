import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { runProcess } from './run.ts'

const execute = promisify(execFile)
const packageFolder = join(import.meta.dirname, '..')
/** As Node writes it of a script that has run; those that its source map leads to are listed otherwise. */
const urlOf = (path: string): string =>
  JSON.stringify({ url: pathToFileURL(join(packageFolder, path)).href }).slice(1, -1)
const bundled = urlOf('bundle/run-command-line.cjs')
const source = urlOf('src/run-command-line.ts')

/** The modules that a command loads, by what Node writes about the scripts of a process. */
const loadedBy = async (
  test: TestContext,
  commandLine: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-loaded-'))
  test.after(() => rm(folder, { recursive: true }))
  await runProcess(commandLine, { ...environment, NODE_V8_COVERAGE: folder })
  const files = await readdir(folder)
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('')
}

describe('the command in a clone', () => {
  it('runs from its bundle', async (test) => {
    const loaded = await loadedBy(test, ['jobs', '--help'], {})
    assert.ok(loaded.includes(bundled))
    assert.ok(!loaded.includes(source))
  })

  for (const [kind, commandLine, environment] of [
    [
      'with plugins, which know errors by the classes of the modules',
      ['jobs', '--help'],
      { POLYPARSE_PLUGINS: './none.js' },
    ],
    ['when it stays', ['serve', '--help'], {}],
  ] as const)
    it(`runs from its modules ${kind}`, async (test) => {
      const loaded = await loadedBy(test, commandLine, environment)
      assert.ok(loaded.includes(source))
      assert.ok(!loaded.includes(bundled))
    })
})

/** Neither uses it, and to load it takes 40 ms of CPU time: whoever imports `node:http` does. */
const clientOfNode = 'NativeModule internal/deps/undici/undici'
const list = 'process.on("exit", () => process.stderr.write(process.moduleLoadList.join("\\n")))'
const listingAtEnd = `--import=data:text/javascript,${encodeURIComponent(list)}`

describe("Node's own HTTP client", () => {
  it('is not loaded by a command', async () => {
    const { code, stderr } = await runProcess(['jobs', '--help'], {}, { nodeOptions: [listingAtEnd] })
    assert.equal(code, 0)
    assert.ok(stderr.includes('NativeModule net'))
    assert.ok(!stderr.includes(clientOfNode))
  })

  it('is not loaded by the service', async () => {
    const script = 'await import("@polyparse/service/serve")'
    const options = ['--input-type=module', listingAtEnd, '--eval', script]
    const { stderr } = await execute(process.execPath, options, { cwd: packageFolder })
    assert.ok(stderr.includes('NativeModule net'))
    assert.ok(!stderr.includes(clientOfNode))
  })
})
