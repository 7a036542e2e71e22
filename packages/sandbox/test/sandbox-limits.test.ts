import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { after, before, describe, it, type TestContext } from 'node:test'
import { deserialize, serialize } from 'node:v8'
import { defaultRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { readFrames, writeFrame } from '../src/frames.ts'
import type { EngineLimits } from '../src/limits.ts'
import { createSandbox, type Sandbox } from '../src/sandbox.ts'
import { openDocument } from '../src/serialized-result.ts'
import { treeOf } from '../src/process-tree.ts'
import { cpuTimeOf, usageOf } from '../src/usage.ts'
import { enginesOf, notLinux } from './support/engine-processes.ts'
import { troublesomeModule } from '@polyparse/test-support/troublesome-module'

const never = new AbortController().signal
const mebibyte = 1024 ** 2

describe('the limits of a document', () => {
  let spoolDirectory: string

  const open = (context: TestContext, limits: Partial<EngineLimits>, confine = true): Sandbox => {
    const sandbox = createSandbox({
      size: 1,
      spoolDirectory,
      ...troublesomeModule,
      limits,
      confine,
    })
    context.after(() => sandbox.close())
    return sandbox
  }
  const run = async (sandbox: Sandbox, engine: string, text = '', maxPages = 10): Promise<string> => {
    const request = { ...defaultRequest, mediaType: 'text/plain', maxPages }
    const work = { open: async () => Readable.from([Buffer.from(text)]), request }
    const { pages } = openDocument(await sandbox.run(engine, work, never))
    return pages[0]?.blocks[0]?.text ?? ''
  }
  /** `opening` is called whenever the document is asked for, before an engine has it. */
  const runWith = async (
    sandbox: Sandbox,
    engine: string,
    { opening = () => {}, onProgress = () => {} }: { opening?: () => void; onProgress?: () => void },
  ): Promise<string> => {
    const request = { ...defaultRequest, mediaType: 'text/plain' }
    const source = async (): Promise<Readable> => {
      opening()
      return Readable.from([Buffer.from('text')])
    }
    const { pages } = openDocument(await sandbox.run(engine, { open: source, request, onProgress }, never))
    return pages[0]?.blocks[0]?.text ?? ''
  }
  const signalEngines = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    const engines = enginesOf(process.pid)
    assert.ok(engines.length > 0)
    for (const pid of engines) process.kill(pid, signal)
  }
  /** The run fails so, and only that run. */
  const fails = async (sandbox: Sandbox, engine: string, code: EngineFailure['code'], message: RegExp, text = '') => {
    await assert.rejects(run(sandbox, engine, text), (error) => {
      assert.ok(error instanceof EngineFailure)
      assert.deepEqual([error.code, error.transient], [code, false])
      assert.match(error.message, message)
      return true
    })
    assert.equal(await run(sandbox, 'echo', 'next'), 'next')
  }

  before(async () => {
    spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-limits-'))
  })
  after(() => rm(spoolDirectory, { recursive: true }))

  it('end a run that waits for ever by the clock, and state the limit', async (context) => {
    await fails(open(context, { timeoutMs: 1000 }), 'sleep', 'timeout', /document took longer than 1 second\.$/)
  })

  it('end a run that uses too much CPU time, even with time left, and do not try it again', async (context) => {
    const sandbox = open(context, { cpuMs: 1000 })
    await fails(sandbox, 'loop', 'timeout', /more than the 1 second of CPU time allowed\.$/)
    let tries = 0
    await assert.rejects(runWith(sandbox, 'loop', { opening: () => void (tries += 1) }), { code: 'timeout' })
    assert.equal(tries, 1)
  })

  it(
    'do not charge a document for the time in which the machine does not run it',
    { skip: notLinux },
    async (context) => {
      const sandbox = open(context, { cpuMs: 1000, pageMs: 1000 })
      const stop = (): void => {
        signalEngines('SIGSTOP')
        setTimeout(signalEngines, 2000, 'SIGCONT')
      }
      assert.equal(await runWith(sandbox, 'stoppedPage', { onProgress: stop }), 'was stopped')
    },
  )

  it('try a run once more that only the clock has ended', { skip: notLinux }, async (context) => {
    const sandbox = open(context, { timeoutMs: 2000 })
    await sandbox.warm
    let tries = 0
    const opening = (): void => {
      tries += 1
      if (tries === 1) signalEngines('SIGSTOP')
    }
    const text = await runWith(sandbox, 'echo', { opening })
    assert.deepEqual([text, tries], ['text', 2])
  })

  it('do not charge a document for the CPU time of earlier ones', async (context) => {
    const sandbox = open(context, { cpuMs: 400 })
    for (let times = 0; times < 5; times++) assert.equal(await run(sandbox, 'work'), 'worked')
  })

  it('end a run whose page takes too long, and name the page', async (context) => {
    const sandbox = open(context, { pageMs: 100 })
    await fails(sandbox, 'slowPage', 'timeout', /^Reading page 7 took longer than 1 second\.$/)
    // A machine that gives the loop less than a tenth of a core comes to the end of the clock first.
    const eitherTime = /^Reading page 8 took (?:more than the 1 second of CPU time allowed|longer than 5 seconds)\.$/
    await fails(open(context, { pageMs: 500 }), 'slowPageInALoop', 'timeout', eitherTime)
  })

  it('apply to each page by itself, and no longer once the pages are read', async (context) => {
    assert.equal(await run(open(context, { pageMs: 1000 }), 'busyPages', '8', 8), 'all pages')
  })

  for (const engine of ['hoard', 'hoardAtOnce', 'heap', 'webAssembly']) {
    it(`end a run that takes too much memory in "${engine}", and state the limit`, async (context) => {
      const sandbox = open(context, { memoryBytes: 400 * mebibyte })
      await fails(sandbox, engine, 'out_of_memory', /more than the 400 MiB of memory allowed\.$/)
    })
  }

  it('leave no room for more between two measurements, where the system sets a limit', async (context) => {
    const sandbox = open(context, { memoryBytes: 400 * mebibyte })
    const { dataBytes } = await sandbox.layers
    if (dataBytes === null) return context.skip('this system sets no limit on data')
    assert.match(await run(sandbox, 'allocate', String(dataBytes)), /Error$/)
    assert.equal(await run(sandbox, 'allocate', String(mebibyte)), 'allowed')
  })

  it('end a run whose result is too large', async (context) => {
    const sandbox = open(context, { resultBytes: 16 * mebibyte })
    await fails(sandbox, 'hugeResult', 'out_of_memory', /larger than the 16 MiB allowed\.$/, 'eight by')
    await fails(sandbox, 'hugeFrame', 'out_of_memory', /larger than the 16 MiB allowed\.$/)
  })

  for (const engine of ['flood', 'noise', 'endlessPages']) {
    it(`end a run whose process sends what it was not asked for, as in "${engine}"`, async (context) => {
      await fails(open(context, {}), engine, 'engine_crashed', /stopped unexpectedly/)
    })
  }
})

describe('frames', () => {
  const readAll = async (parts: readonly Buffer[], limit: number): Promise<unknown[]> => {
    const received: unknown[] = []
    const stream = new PassThrough()
    readFrames(stream, limit, {
      take: (message) => received.push(message),
      takeDocument: (serialized) => received.push({ document: deserialize(serialized) }),
      refuse: (reason) => received.push(reason),
    })
    for (const part of parts) stream.write(part)
    stream.end()
    await once(stream, 'end')
    return received
  }
  const frames = async (...values: readonly unknown[]): Promise<Buffer> => {
    const stream = new PassThrough()
    for (const value of values) writeFrame(stream, value)
    stream.end()
    return Buffer.concat(await stream.toArray())
  }

  it('come out as they went in, however the bytes are split', async () => {
    const values = ['text', { list: [1, null] }, new Uint8Array([1, 2])]
    const bytes = await frames(...values)
    assert.deepEqual(await readAll([bytes], 1000), values)
    assert.deepEqual(
      await readAll(
        Array.from(bytes, (byte) => Buffer.from([byte])),
        1000,
      ),
      values,
    )
  })

  it('pass on a document as it was written', async () => {
    const stream = new PassThrough()
    writeFrame(stream, 'before')
    writeFrame(stream, { pages: [] }, 'document')
    stream.end()
    assert.deepEqual(await readAll([Buffer.concat(await stream.toArray())], 1000), [
      'before',
      { document: { pages: [] } },
    ])
  })

  it('end at the first one that is too large or malformed', async () => {
    const stream = new PassThrough()
    writeFrame(stream, 'x'.repeat(100), 'document')
    const large = Buffer.concat([await frames('one'), stream.read(), await frames('two')])
    assert.deepEqual(await readAll([large], serialize('x'.repeat(100)).length - 1), ['one', 'too_large'])
    assert.deepEqual(await readAll([await frames('x'.repeat(2 ** 21), 'two')], 2 ** 22), ['too_large'])
    assert.deepEqual(await readAll([Buffer.from([0, 0, 0, 0, 0]), await frames('two')], 100), ['unreadable'])
    assert.deepEqual(await readAll([Buffer.from([2, 0, 0, 0, 0, 1, 2]), await frames('two')], 100), ['unreadable'])
    assert.deepEqual(await readAll([Buffer.from([2, 0, 0, 0, 7, 1, 2]), await frames('two')], 100), ['unreadable'])
  })
})

describe('the usage of a process', () => {
  it('is known while it runs', async () => {
    const child = spawn(process.execPath, ['-e', 'for (;;);'])
    assert.ok(child.pid !== undefined)
    let usage = await usageOf(child.pid)
    while (usage === null || usage.cpuMs < 100) usage = await usageOf(child.pid)
    assert.ok(usage.residentBytes > 10 * mebibyte && usage.residentBytes < 1024 * mebibyte)
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.equal(await usageOf(child.pid), null)
  })

  it('includes the processes that it has started', { skip: notLinux }, async () => {
    const hoard = `require('node:child_process').spawn(process.execPath, ['-e', 'Buffer.alloc(3e8, 1); setInterval(() => {}, 1e6)'])
      setInterval(() => {}, 1e6)`
    const child = spawn(process.execPath, ['-e', hoard])
    assert.ok(child.pid !== undefined)
    let usage = await usageOf(child.pid)
    while (usage === null || usage.residentBytes < 300 * mebibyte) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      usage = await usageOf(child.pid)
    }
    for (const pid of treeOf(child.pid).toReversed()) process.kill(pid, 'SIGKILL')
    await once(child, 'exit')
  })

  it('is parsed from the output of ps', () => {
    assert.deepEqual(
      ['0:01.50', '02:03', '01:02:03', '1-00:00:01'].map(cpuTimeOf),
      [1500, 123_000, 3_723_000, 86_401_000],
    )
  })
})
