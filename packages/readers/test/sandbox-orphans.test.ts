import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { treeOf } from '../src/sandbox/process-tree.ts'
import { createSandbox } from '../src/sandbox/sandbox.ts'
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
  const sandbox = createSandbox({ size: 0, spoolDirectory })
  context.after(() => sandbox.close())
  while ((await readdir(spoolDirectory)).length > 0) await pause()
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
