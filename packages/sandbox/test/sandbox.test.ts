import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Document } from '@polyparse/document'
import { defaultRequest, type EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { noObserver } from '../src/observer.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox.ts'
import { openDocument, type SerializedResult } from '../src/serialized-result.ts'
import { enginesOf, notLinux } from './support/engine-processes.ts'
import { troublesomeModule } from '@polyparse/test-support/troublesome-module'

const request: EngineRequest = { ...defaultRequest, mediaType: 'text/plain' }
const never = new AbortController().signal

const textOf = ({ pages }: Document): string => pages[0]?.blocks[0]?.text ?? ''
const work = (text: string) => ({ open: async () => Readable.from([Buffer.from(text)]), request })
const failsWith = (code: EngineFailure['code']) => (error: unknown) =>
  error instanceof EngineFailure && error.code === code

describe('the sandbox', () => {
  let spoolDirectory: string
  let sandbox: Sandbox
  let endedProcesses = 0

  const open = (context: TestContext, options: Partial<SandboxOptions>): Sandbox => {
    const made = create(options)
    context.after(() => made.close())
    return made
  }
  const create = (options: Partial<SandboxOptions>): Sandbox =>
    createSandbox({
      size: 1,
      spoolDirectory,
      ...troublesomeModule,
      ...options,
    })
  const run = async (engine: string, text = '', signal = never): Promise<string> =>
    textOf(openDocument(await sandbox.run(engine, work(text), signal)))
  const worksAgain = async () => assert.equal(await run('echo', 'still here'), 'still here')
  const spooled = () => readdir(spoolDirectory, { recursive: true })

  before(async () => {
    spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-spool-'))
    sandbox = create({ observer: { ...noObserver, processEnded: () => void (endedProcesses += 1) } })
  })
  after(async () => {
    await sandbox.close()
    assert.deepEqual(await spooled(), [], 'the spool folders are gone with the processes')
    await rm(spoolDirectory, { recursive: true })
  })

  it('passes a document to an engine and returns its answer', async () => {
    assert.equal(await run('echo', 'a document'), 'a document')
  })

  it('passes on pages as they are read, but for those that are too large, and has none made that nobody wants', async () => {
    const told: [number, string][] = []
    const onPageRead = (number: number, page: SerializedResult) => void told.push([number, textOf(openDocument(page))])
    const document = await sandbox.run('pages', { ...work('a page'), onPageRead }, never)
    assert.equal(textOf(openDocument(document)), 'told')
    assert.deepEqual(told, [
      [1, 'a page'],
      [3, 'a page'],
    ])
    assert.equal(await run('pages', 'a page'), 'untold')
  })

  it('ends a process that sends a page which nobody wants', async () => {
    await assert.rejects(run('unaskedPage'), failsWith('engine_crashed'))
    await worksAgain()
  })

  it('keeps no document after its run, whatever its outcome', async () => {
    await run('echo', 'a document')
    await assert.rejects(run('encrypted', 'a document'))
    await assert.rejects(run('fail', 'a document'))
    assert.deepEqual(
      (await spooled()).filter((name) => name.endsWith('source')),
      [],
    )
  })

  it('passes on why an engine failed, in a process that lives on', async () => {
    const identity = await run('identity')
    await assert.rejects(run('encrypted'), failsWith('document_encrypted'))
    assert.equal(await run('identity'), identity)
  })

  for (const engine of ['exit', 'abort', 'unhandled', 'misshapen']) {
    it(`reports a crash when an engine ends in "${engine}", and the next document is read`, async () => {
      await assert.rejects(run(engine), (error) => failsWith('engine_crashed')(error) && !isTransient(error))
      await worksAgain()
    })
  }

  it('reports a fault of an engine without anything from the document', async () => {
    await assert.rejects(run('fail', 'a secret'), (error) => {
      assert.ok(failsWith('engine_crashed')(error))
      assert.ok(error instanceof Error && !`${error.stack} ${String(error.cause)}`.includes('a secret'))
      return true
    })
    await worksAgain()
  })

  it('reports a crash when the process is killed while it reads', { skip: notLinux }, async () => {
    await worksAgain()
    const reading = run('loop')
    await spoolIsRead(spooled)
    killEngine()
    await assert.rejects(reading, failsWith('engine_crashed'))
    await worksAgain()
  })

  it('survives the death of an idle process', { skip: notLinux }, async () => {
    await worksAgain()
    killEngine()
    await run('echo').catch((error: unknown) => assert.ok(failsWith('engine_crashed')(error), String(error)))
    await worksAgain()
  })

  it(
    'does not blame a document for the death of a process that had yet to be given it',
    { skip: notLinux },
    async () => {
      await worksAgain()
      const slow = async function* () {
        const before = endedProcesses
        killEngine()
        yield Buffer.from('the first part')
        while (endedProcesses === before) await setTimeout(5)
        yield Buffer.from('the second')
      }
      const reading = sandbox.run('echo', { open: async () => Readable.from(slow()), request }, never)
      await assert.rejects(reading, isTransient)
      await worksAgain()
    },
  )

  it('gives no document to a process that was killed just as it answered', async () => {
    await worksAgain()
    const controller = new AbortController()
    const stopLate = (): void => {
      // The answer has arrived meanwhile, and is taken after the signal.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      controller.abort(new Error('stop'))
    }
    await sandbox.run('lastPage', { ...work('an answer'), onProgress: stopLate }, controller.signal)
    await worksAgain()
  })

  it('ends a run that never finishes, with timeout', async (context) => {
    const impatient = open(context, { limits: { timeoutMs: 300 } })
    await impatient.run('echo', work(''), never).catch(() => {})
    await assert.rejects(impatient.run('loop', work(''), never), failsWith('timeout'))
    await assert.rejects(impatient.run('sleep', work(''), never), failsWith('timeout'))
  })

  it('ends a run whose source never arrives, with timeout', async (context) => {
    const impatient = open(context, { limits: { timeoutMs: 300 } })
    const stalled = { open: async () => new Readable({ read: () => {} }), request }
    await assert.rejects(impatient.run('echo', stalled, never), failsWith('timeout'))
    await assert.rejects(
      impatient.run('echo', { open: () => new Promise(() => {}), request }, never),
      failsWith('timeout'),
    )
  })

  it('ends a run that takes too much memory, with out_of_memory', async (context) => {
    const small = open(context, { limits: { memoryBytes: 300 * 1024 ** 2 } })
    await assert.rejects(small.run('hoard', work(''), never), failsWith('out_of_memory'))
    assert.equal(textOf(openDocument(await small.run('echo', work('next'), never))), 'next')
  })

  it('stops at once when the signal is aborted, with its reason', async () => {
    const controller = new AbortController()
    const reading = run('loop', '', controller.signal)
    await spoolIsRead(spooled)
    controller.abort(new RangeError('enough'))
    await assert.rejects(reading, RangeError)
    await worksAgain()
  })

  it('passes on why a source could not be read', async () => {
    const broken = { open: async () => Readable.from(failing()), request }
    await assert.rejects(sandbox.run('echo', broken, never), /the storage broke/)
    await worksAgain()
  })

  it('serves callers in order of arrival, and drops those that give up waiting', async () => {
    const order: string[] = []
    const controller = new AbortController()
    const busy = run('loop', '', controller.signal).catch(() => order.push('busy'))
    const impatient = new AbortController()
    const leaving = run('echo', '', impatient.signal).catch(() => order.push('left'))
    const waiting = ['first', 'second'].map(async (name) => order.push(await run('echo', name)))
    impatient.abort()
    await leaving
    controller.abort()
    await Promise.all([busy, ...waiting])
    assert.deepEqual(order, ['left', 'busy', 'first', 'second'])
  })

  it('reads as many documents at once as it has processes', async (context) => {
    const two = open(context, { size: 2 })
    const identities = await Promise.all(
      ['', ''].map(async () => textOf(openDocument(await two.run('identity', work(''), never)))),
    )
    assert.equal(new Set(identities).size, 2)
  })

  it('starts processes as they are needed, and ends idle ones', async (context) => {
    const started: number[] = []
    const ended: string[] = []
    const observer = {
      ...noObserver,
      processStarted: () => started.push(1),
      processEnded: (why: string) => ended.push(why),
    }
    const idle = open(context, { size: 3, idleMs: 300, observer })
    await idle.warm
    assert.equal(started.length, 1)
    const identity = async () => textOf(openDocument(await idle.run('identity', work(''), never)))
    assert.equal(await identity(), await identity(), 'the one that is warm is taken')
    assert.equal(started.length, 1)
    while (ended.length === 0) await setTimeout(50)
    assert.deepEqual(ended, ['replaced'])
    await identity()
    assert.equal(started.length, 2)
  })

  it('replaces a process after a number of documents, and one that keeps too much memory', async (context) => {
    const thrifty = open(context, { documentsPerProcess: 2, idleMemoryBytes: 250 * 1024 ** 2 })
    const identity = async (engine = 'identity') => textOf(openDocument(await thrifty.run(engine, work(''), never)))
    const [first, second] = [await identity(), await identity()]
    assert.equal(first, second)
    while ((await identity()) === first);
    const grown = await identity('growing')
    assert.notEqual(await identity(), grown)
  })

  it('reads on with one that has read its share until the next is ready', { skip: notLinux }, async (context) => {
    const thrifty = open(context, { documentsPerProcess: 1 })
    await thrifty.warm
    const before = new Set(enginesOf(process.pid))
    const identity = async () => textOf(openDocument(await thrifty.run('identity', work(''), never)))
    const first = await identity()
    let next: number | undefined
    while (next === undefined) {
      next = enginesOf(process.pid).find((pid) => !before.has(pid))
      await setTimeout(5)
    }
    process.kill(next, 'SIGSTOP')
    assert.equal(await identity(), first)
    process.kill(next, 'SIGCONT')
    while ((await identity()) === first);
  })

  it('never reads documents of two owners in one process', async (context) => {
    const shared = open(context, { size: 2 })
    const identity = async (owner: string) =>
      textOf(openDocument(await shared.run('identity', { ...work(''), owner }, never)))
    const first = await identity('one')
    assert.notEqual(await identity('another'), first)
    assert.equal(await identity('one'), first, 'a process goes on with the documents of its owner')
    const third = await identity('a third')
    const all = [await identity('one'), await identity('another'), await identity('a third')]
    assert.ok(third !== first && new Set(all).size === 3)
  })

  it('never reads documents of two owners in one process, when one gives up waiting', async (context) => {
    const single = open(context, {})
    const run = async (owner: string, signal = never) =>
      textOf(openDocument(await single.run('identity', { ...work(''), owner }, signal)))
    const first = await run('one')
    const controller = new AbortController()
    const leaving = run('another', controller.signal).catch(() => 'left')
    controller.abort()
    const [left, next] = await Promise.all([leaving, run('one'), run('another')])
    assert.equal(left, 'left')
    assert.notEqual(next, first)
    assert.notEqual(await run('another'), await run('one'))
  })

  it('fails as transient when its engines cannot be started', async (context) => {
    const broken = open(context, { enginesModule: join(import.meta.dirname, 'no-such-engines.ts') })
    await assert.rejects(broken.run('echo', work(''), never), (error) => {
      assert.ok(isTransient(error) && error instanceof Error && error.cause instanceof Error)
      assert.match(error.cause.message, /no-such-engines/)
      return true
    })
  })

  it('does not wait for a process that is starting when it is closed', { timeout: 30_000 }, async () => {
    const enginesModule = join(spoolDirectory, 'engines-that-load-for-ever.mjs')
    await writeFile(enginesModule, 'await new Promise((resolve) => setTimeout(resolve, 1e9))')
    const closing = create({ enginesModule, folders: [...troublesomeModule.folders, spoolDirectory] })
    const waiting = assert.rejects(closing.run('echo', work(''), never), isTransient)
    await setTimeout(1000)
    await closing.close()
    await waiting
    await rm(enginesModule)
  })

  it('rejects the callers that wait and ends the runs under way when it is closed', async () => {
    const closing = create({})
    const working = closing.run('sleep', work(''), never)
    const waiting = closing.run('echo', work(''), never)
    const outcomes = Promise.allSettled([working, waiting])
    await closing.close()
    for (const outcome of await outcomes) assert.ok(outcome.status === 'rejected' && isTransient(outcome.reason))
    await assert.rejects(closing.run('echo', work(''), never), isTransient)
  })
})

const killEngine = (): void => {
  const engines = enginesOf(process.pid)
  assert.ok(engines.length > 0)
  for (const engine of engines) process.kill(engine, 'SIGKILL')
}

const isTransient = (error: unknown): boolean => error instanceof EngineFailure && error.transient

/** Waits until a source lies in a spool folder, so that its run has begun. */
const spoolIsRead = async (spooled: () => Promise<string[]>): Promise<void> => {
  while (!(await spooled()).some((name) => name.endsWith('source'))) {
    await setTimeout(5)
  }
}

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.from('a part')
  throw new Error('the storage broke')
}
