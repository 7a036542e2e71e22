import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import { command, runProcess } from './run.ts'

const older = `Object.defineProperty(process.versions, 'node', { value: '20.11.1' })`
const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]

/** A package with only the command in it, a program in place of the service, and a Node where one is wanted. */
const packageWith = async (test: TestContext, { program = '', node }: { program?: string; node: string | null }) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-older-node-'))
  test.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'src'), { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'src/main.ts'), `export const main = () => { ${program} }`)
  await copyFile(command, join(folder, 'bin/polyparse.js'))
  if (node !== null) await symlink(node, join(folder, 'node_modules/node'))
  return join(folder, 'bin/polyparse.js')
}

const installed = dirname(createRequire(import.meta.url).resolve('node/package.json'))

const start = async (test: TestContext, program: string): Promise<{ child: ChildProcess; lines: string[] }> => {
  const bin = await packageWith(test, { program, node: installed })
  const child = spawn(process.execPath, [...nodeOptions, bin], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  test.after(() => child.kill('SIGKILL'))
  assert.ok(child.stdout !== null)
  const lines: string[] = []
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line))
  await once(output, 'line')
  return { child, lines }
}

describe('a Node that is too old', { skip: process.platform === 'win32' }, () => {
  it('hands over to the Node that was installed, with output and exit code', async () => {
    const { code, stdout, stderr } = await runProcess(['frobnicate'], {}, { nodeOptions })
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.match(stderr, /unknown command 'frobnicate'/)
  })

  it('says in one sentence what is missing when there is none', async (test) => {
    const bin = await packageWith(test, { node: null })
    const { promise, resolve } = Promise.withResolvers<string>()
    const child = execFile(process.execPath, [...nodeOptions, bin], (_, __, stderr) => resolve(stderr))
    assert.match(await promise, /^Polyparse needs Node 24 or newer and this is Node 20\.11\.1; .*npm install.*\n$/)
    assert.equal(child.exitCode, 1)
  })

  it('passes each signal on once, even when a terminal sends it to the whole group', async (test) => {
    const { child, lines } = await start(
      test,
      `process.on('SIGINT', () => console.log('SIGINT')).on('SIGTERM', () => process.exit(7))
       setInterval(() => {}, 1000)
       console.log('ready')`,
    )
    assert.ok(child.pid !== undefined)
    process.kill(-child.pid, 'SIGINT')
    while (lines.length < 2) await pause()
    process.kill(child.pid, 'SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [7, null])
    assert.deepEqual(lines, ['ready', 'SIGINT'])
  })

  it('ends by the same signal as the other Node', async (test) => {
    const { child } = await start(test, `console.log('ready'); process.kill(process.pid, 'SIGKILL')`)
    assert.deepEqual(child.signalCode === null ? await once(child, 'exit') : [null, child.signalCode], [
      null,
      'SIGKILL',
    ])
  })
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
