import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { troublesomeModule } from '@polyparse/test-support/troublesome-module'
import { stepsBack } from '../src/priority.ts'
import { createSandbox } from '../src/sandbox.ts'
import { enginesOf, notLinux } from './support/engine-processes.ts'

test(
  'engines stand back behind the service with all their threads, and as a session',
  { skip: notLinux },
  async (context) => {
    const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-priority-'))
    const sandbox = createSandbox({ size: 1, spoolDirectory, ...troublesomeModule })
    context.after(async () => {
      await sandbox.close()
      await rm(spoolDirectory, { recursive: true })
    })
    await sandbox.warm
    const engines = enginesOf(process.pid)
    assert.equal(engines.length, 1)
    const threads = engines.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map(Number))
    assert.ok(threads.length > 1)
    assert.deepEqual([...new Set(threads.map((thread) => getPriority(thread)))], [getPriority() + stepsBack])
    // Some kernels have no such groups.
    const session = await readFile(`/proc/${engines[0]}/autogroup`, 'latin1').catch(() => null)
    if (session !== null) assert.match(session, / nice 5$/m)
  },
)
