import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { treeOf } from '../src/process-tree.ts'
import { readerEngines } from '@polyparse/readers'
import { createSandbox } from '../src/sandbox.ts'
import { enginesOf, notLinux } from './support/engine-processes.ts'

const symptom = 'leaves no process behind when the service is killed, and no document after the next start'
it(symptom, { skip: notLinux }, async (context) => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-orphans-'))
  context.after(() => rm(spoolDirectory, { recursive: true, force: true }))
  const program = join(import.meta.dirname, 'fixtures/lonely-parent.ts')
  const parent = spawn(process.execPath, [program, spoolDirectory], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(parent.stdout, 'data')
  assert.ok(parent.pid !== undefined)
  const tree = treeOf(parent.pid).filter((pid) => pid !== parent.pid)
  assert.ok(enginesOf(parent.pid).length > 0)

  parent.kill('SIGKILL')
  await once(parent, 'exit')
  while (tree.some(isAlive)) await pause()

  assert.equal((await readdir(spoolDirectory)).length, 1)
  const sandbox = createSandbox({ ...readerEngines, size: 0, spoolDirectory })
  context.after(() => sandbox.close())
  while ((await readdir(spoolDirectory)).length > 0) await pause()
})

it(
  'leaves no blocked process behind in any confinement when the service is killed',
  { skip: notLinux },
  async (context) => {
    const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-orphans-'))
    context.after(() => rm(spoolDirectory, { recursive: true, force: true }))
    const program = join(import.meta.dirname, 'fixtures/lonely-parent-of-all.ts')
    const parent = spawn(process.execPath, [program, spoolDirectory], { stdio: ['ignore', 'pipe', 'inherit'] })
    context.after(() => parent.kill('SIGKILL'))
    await once(parent.stdout, 'data')
    assert.ok(parent.pid !== undefined)
    const tree = treeOf(parent.pid).filter((pid) => pid !== parent.pid)
    // One without layers, and in ours another with some.
    assert.ok(enginesOf(parent.pid).length > 1)

    parent.kill('SIGKILL')
    await once(parent, 'exit')
    while (tree.some(isAlive)) await pause()
  },
)

it('inherits nothing that whoever started the service had open', { skip: notLinux }, async (context) => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-orphans-'))
  context.after(() => rm(spoolDirectory, { recursive: true, force: true }))
  const program = join(import.meta.dirname, 'fixtures/lonely-parent.ts')
  // Node keeps descriptors with low numbers from others by itself.
  const number = 40
  const between = Array.from({ length: number - 3 }, () => 'ignore' as const)
  const stdio = ['ignore', 'pipe', 'inherit', ...between, 'pipe'] as const
  const parent = spawn(process.execPath, [program, spoolDirectory], { stdio: [...stdio] })
  context.after(() => parent.kill('SIGKILL'))
  assert.ok(parent.stdout !== null && parent.pid !== undefined)
  await once(parent.stdout, 'data')
  const opened = await readlink(`/proc/${parent.pid}/fd/${number}`)
  assert.match(opened, /^(?:pipe|socket):/)
  const engines = enginesOf(parent.pid)
  assert.ok(engines.length > 0)
  for (const engine of engines) {
    const names = await readdir(`/proc/${engine}/fd`)
    const links = await Promise.all(names.map((name) => readlink(`/proc/${engine}/fd/${name}`).catch(() => '')))
    assert.ok(links.length > 3)
    assert.ok(!links.includes(opened), links.join(' '))
  }
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
