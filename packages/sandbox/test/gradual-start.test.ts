import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import { troublesomeModule } from '@polyparse/test-support/troublesome-module'
import { createGradualStart, isWorthStarting, type WaitingWork } from '../src/gradual-start.ts'
import { createSandbox, type SandboxOptions } from '../src/sandbox.ts'
import { openDocument } from '../src/serialized-result.ts'

const request = { ...defaultRequest, mediaType: 'text/plain' }

/** A sandbox of two processes, and how many have been started. */
const open = async (context: TestContext, options: Partial<SandboxOptions>) => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-gradual-'))
  let started = 0
  const observer = { processStarted: () => (started += 1), processEnded: () => {}, processNotStarted: () => {} }
  const all = { size: 2, spoolDirectory, ...troublesomeModule, observer, preload: false, ...options }
  const sandbox = createSandbox(all)
  context.after(async () => {
    await sandbox.close()
    await rm(spoolDirectory, { recursive: true })
  })
  const run = async (engine: string, signal = new AbortController().signal): Promise<string> => {
    const work = { open: async () => Readable.from([Buffer.from('')]), request }
    return openDocument(await sandbox.run(engine, work, signal)).pages[0]?.blocks[0]?.text ?? ''
  }
  return { sandbox, run, started: () => started }
}

describe('a process beside others', () => {
  it('is not started for a few documents', async (context) => {
    const { run, started } = await open(context, { documentsLeft: () => 4 })
    const identities = await Promise.all(Array.from({ length: 4 }, () => run('identity')))
    assert.equal(new Set(identities).size, 1)
    assert.equal(started(), 1)
  })

  it('is started at once where nobody knows how many documents there will be', async (context) => {
    const { run, started } = await open(context, {})
    await Promise.all(Array.from({ length: 4 }, () => run('identity')))
    assert.equal(started(), 2)
  })

  it('reads what waits for a document that takes long', async (context) => {
    const { run, started } = await open(context, { documentsLeft: () => 2 })
    const ending = new AbortController()
    const long = run('loop', ending.signal)
    assert.notEqual(await run('identity'), '')
    assert.equal(started(), 2)
    ending.abort(new Error('it has taken long enough'))
    await assert.rejects(long, /long enough/)
  })
})

describe('one more process is worth its start', () => {
  const quickly: WaitingWork = { processes: 1, left: 10, documentMs: 200, leastSpentMs: 0 }

  it('where there is work enough for all', () => {
    assert.equal(isWorthStarting(quickly), false)
    assert.equal(isWorthStarting({ ...quickly, documentMs: null }), false)
    assert.equal(isWorthStarting({ ...quickly, left: 60 }), true)
    assert.equal(isWorthStarting({ ...quickly, left: 60, processes: 2 }), false)
    assert.equal(isWorthStarting({ ...quickly, left: 60, documentMs: 1000, processes: 8 }), true)
  })

  it('where every document has taken as long as that start', () => {
    assert.equal(isWorthStarting({ ...quickly, left: 2, leastSpentMs: 1900 }), false)
    assert.equal(isWorthStarting({ ...quickly, left: 2, leastSpentMs: 2000 }), true)
  })
})

describe('the cost of the documents so far', () => {
  const spend = (milliseconds: number): void => {
    const from = process.cpuUsage()
    const spent = () => process.cpuUsage(from).user + process.cpuUsage(from).system
    while (spent() < milliseconds * 1000);
  }
  const openGradual = (left: number) => {
    const released: string[] = []
    const gradual = createGradualStart(['second', 'third'], {
      left: () => left,
      release: (slot) => released.push(slot),
    })
    const read = async (isFirst: boolean): Promise<void> => {
      await using _ = await gradual.begin(process.pid, isFirst)
      spend(50)
    }
    return { released, gradual, read }
  }

  it('gives slots away one by one, and not for the first, which compiles what the others need', async () => {
    const { released, gradual, read } = openGradual(1_000_000)
    using _ = gradual.wait()
    await read(true)
    assert.deepEqual(released, [])
    await read(false)
    assert.deepEqual(released, ['second'])
    await read(false)
    assert.deepEqual(released, ['second', 'third'])
  })

  it('gives no slot away where nobody waits for one', async () => {
    const { released, gradual, read } = openGradual(1_000_000)
    gradual.wait()[Symbol.dispose]()
    await read(false)
    assert.deepEqual(released, [])
  })
})
