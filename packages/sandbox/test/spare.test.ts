import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import { troublesomeModule } from '@polyparse/test-support/troublesome-module'
import { createSandbox, type SandboxOptions } from '../src/sandbox.ts'
import { openDocument } from '../src/serialized-result.ts'
import { createSpare } from '../src/spare.ts'
import type { EngineProcess } from '../src/engine-process.ts'

const request = { ...defaultRequest, mediaType: 'text/plain' }

/** A sandbox, and what is told of its processes as it happens. */
const open = async (context: TestContext, options: Partial<SandboxOptions>) => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-spare-'))
  const events = new EventEmitter()
  const counts = { started: 0, ended: 0 }
  const observer = {
    processStarted: () => events.emit('started', (counts.started += 1)),
    processEnded: () => events.emit('ended', (counts.ended += 1)),
    processNotStarted: () => {},
  }
  const sandbox = createSandbox({ size: 1, spoolDirectory, ...troublesomeModule, observer, preload: false, ...options })
  context.after(async () => {
    await sandbox.close()
    await rm(spoolDirectory, { recursive: true })
  })
  const identity = async (owner: string): Promise<string> => {
    const work = { open: async () => Readable.from([Buffer.from('')]), request, owner }
    const result = await sandbox.run('identity', work, new AbortController().signal)
    return openDocument(result).pages[0]?.blocks[0]?.text ?? ''
  }
  const next = (event: 'started' | 'ended') => once(events, event)
  return { sandbox, identity, counts, next }
}

describe('a spare process', () => {
  it('is there before the first document of another owner comes', async (context) => {
    const { sandbox, identity, counts, next } = await open(context, { spareMs: 60_000 })
    await sandbox.warm
    const spare = next('started')
    const first = await identity('one')
    await spare
    assert.equal(counts.started, 2)
    const refilled = next('started')
    assert.notEqual(await identity('another'), first)
    await refilled
    assert.equal(counts.started, 3, 'the document had a process that was there, and another took its place')
  })

  it('is left when an idle process is ended, and read by the next document', async (context) => {
    const { sandbox, identity, counts, next } = await open(context, { spareMs: 60_000, idleMs: 100 })
    const spare = next('ended')
    await sandbox.warm
    const started = next('started')
    await Promise.all([spare, started])
    assert.deepEqual(counts, { started: 2, ended: 1 })
    await identity('one')
    assert.ok(counts.started <= 3 && counts.ended <= 2)
  })
})

const fakeProcess = (): EngineProcess => ({
  pid: 0,
  spool: '',
  ended: new AbortController().signal,
  read: () => Promise.reject(new TypeError('it reads nothing')),
  isEnding: () => false,
  hasFailed: () => false,
  kill: () => {},
})

describe('the engines of a spare process', () => {
  const openSpare = (context: TestContext, minFreeBytes = 0) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const started: string[][] = []
    let ended = 0
    const spare = createSpare({
      start: async (engines) => {
        started.push([...engines])
        return fakeProcess()
      },
      end: () => (ended += 1),
      activeMs: 600_000,
      minFreeBytes,
    })
    return { spare, started, ended: () => ended }
  }

  it('are those in use for ten minutes after a document, and none later', (context) => {
    const { spare, started, ended } = openSpare(context)
    spare.used('auto')
    assert.deepEqual(started, [['auto']])
    context.mock.timers.tick(599_999)
    assert.equal(ended(), 0)
    spare.used('auto')
    context.mock.timers.tick(599_999)
    assert.equal(ended(), 0, 'another document came')
    context.mock.timers.tick(1)
    assert.equal(ended(), 1)
    assert.deepEqual(started, [['auto'], []])
    assert.notEqual(spare.take(), null)
    assert.equal(spare.take(), null, 'nobody else gets it')
  })

  it('are not loaded where the memory is not there', (context) => {
    const { spare, started } = openSpare(context, Number.MAX_SAFE_INTEGER)
    spare.refill()
    spare.used('auto')
    assert.deepEqual(started, [])
    assert.equal(spare.take(), null)
  })

  it('are forgotten when it is closed', (context) => {
    const { spare, started } = openSpare(context)
    spare.refill()
    assert.notEqual(spare.close(), null)
    spare.refill()
    assert.equal(started.length, 1)
  })
})
