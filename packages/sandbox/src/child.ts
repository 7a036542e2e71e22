import { readFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Engine, EngineFailure, EngineTable, ReadListener } from '@polyparse/engine'
import { loadProgram } from '@polyparse/document/compiled-program'
import { takeChannel } from './channel.ts'
import { maxPageBytes, readFrames, writeFrame } from './frames.ts'
import type { ReadOrder, Report } from './messages.ts'
import { stackFrames } from './stack-frames.ts'

/*
 * The program of a sandboxed process: loads the engines, reads one document at a time, exits with its parent.
 * Anything unforeseen ends the process; the parent takes that as a crash of the engine.
 */

const [enginesModule, ...words] = process.argv.slice(2)
if (enginesModule === undefined) throw new TypeError('this program is started by a sandbox')

// A terminal or service manager signals every process at once; but the parent decides when this one ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

/** The channel to the parent; it closes when the parent is gone. */
const channelToParent = takeChannel()
channelToParent.on('error', () => process.exit(1))
channelToParent.on('close', () => process.exit(0))

/**
 * An engine may never return control of the main thread, so that `close` is not handled: where the system does not end this
 * process with its parent, a thread checks that the parent exists. It takes a tenth of a start, and 10 MB.
 */
const watchParent = `
const parent = process.ppid
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000)
`
if (words.includes('--watch-parent'))
  new Worker(watchParent, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, codeRangeSizeMb: 8 } }).unref()

const { exports } = await loadProgram<{ engines: EngineTable }>(enginesModule)
const { engines } = exports
const enginePromisesByName = new Map<string, Promise<Engine<unknown>>>()

/** Loads an engine once, when it is first asked for. */
const engineOf = (name: string): Promise<Engine<unknown>> => {
  const engine = enginePromisesByName.get(name) ?? loadEngine(name)
  enginePromisesByName.set(name, engine)
  return engine
}
const loadEngine = async (name: string): Promise<Engine<unknown>> => {
  const engine = await engines[name]?.()
  if (engine === undefined) throw new TypeError('no such engine')
  return engine
}

// An engine that is loaded for its first document loads only what that needs.
const warmUp = async (name: string): Promise<void> => (await engineOf(name)).warmUp()
const preloaded = words.filter((word) => !word.startsWith('--'))
await Promise.all((words.includes('--all') ? Object.keys(engines) : preloaded).map(warmUp))

const report = (message: Report): void => writeFrame(channelToParent, message)

const reportPageRead: ReadListener['onPageRead'] = (document) => {
  const [page] = document.pages
  const serialized = serialize(document)
  if (page !== undefined && serialized.byteLength <= maxPageBytes)
    report({ kind: 'page_read', number: page.number, serialized })
}

const executeReadOrder = async ({ engine: name, path, request, tellsPages }: ReadOrder): Promise<void> => {
  const engine = await engineOf(name)
  try {
    const listener: ReadListener = {
      onPage: (number) => report({ kind: 'page', number }),
      onProgress: (progress) => report({ kind: 'progress', ...progress }),
      ...(tellsPages && { onPageRead: reportPageRead }),
    }
    writeFrame(channelToParent, await engine.read(await readFile(path), request, listener), 'document')
  } catch (error) {
    if (isEngineFailure(error)) report({ kind: 'failure', code: error.code, message: error.message })
    else report({ kind: 'broken', frames: stackFrames(error) })
  }
}

/** Knows the failure by its name, because bundled engines have a class of their own. */
const isEngineFailure = (error: unknown): error is EngineFailure =>
  error instanceof Error && error.name === 'EngineFailure' && 'code' in error

const isOrder = (message: unknown): message is ReadOrder =>
  typeof message === 'object' &&
  message !== null &&
  'engine' in message &&
  'path' in message &&
  'request' in message &&
  'tellsPages' in message

readFrames(channelToParent, 0, {
  take: (message) => (isOrder(message) ? void executeReadOrder(message) : process.exit(1)),
  refuse: () => process.exit(1),
})
report({ kind: 'ready' })
