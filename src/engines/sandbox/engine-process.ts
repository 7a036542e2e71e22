import { fork, type ChildProcess } from 'node:child_process'
import { extname, join } from 'node:path'
import { Compile } from 'typebox/compile'
import type { Document } from '../../document/model.ts'
import { untilAborted } from '../../lib/until-aborted.ts'
import type { EngineRequest } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { Report } from './messages.ts'
import { permissionFlags } from './permissions.ts'
import { makeSpoolFolder, removeSpoolFolder } from './spool.ts'

/** One sandboxed process. It reads one document at a time; after any mishap it is gone and another one is started. */
export type EngineProcess = {
  readonly pid: number
  /** The one folder whose documents it can read. */
  readonly spool: string
  /** Aborted once the process and its spool folder are gone, with why as the reason. */
  readonly ended: AbortSignal
  read(engine: string, path: string, request: EngineRequest): Promise<Document>
  /** Whether it has been killed, has ended or can be trusted no more. */
  isEnding(): boolean
  /** Ends it at once; what waits for it is rejected with `reason`. */
  kill(reason: unknown): void
}

export type EngineProcessOptions = {
  readonly spoolDirectory: string
  readonly memoryBytes: number
  /** The module with the engines; further folders it needs. */
  readonly enginesModule: string
  readonly folders: readonly string[]
}

const program = join(import.meta.dirname, `child${extname(import.meta.filename)}`)
const startMs = 60_000
const reports = Compile(Report)

/** Resolves when the engines are loaded; rejects with a transient failure when that does not succeed in a minute. */
export const startEngineProcess = async (options: EngineProcessOptions): Promise<EngineProcess> => {
  const spool = await makeSpoolFolder(options.spoolDirectory)
  const child = fork(program, [options.enginesModule], {
    execArgv: permissionFlags([spool, ...options.folders], options.memoryBytes),
    // The parent's environment holds secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const { ended, isEnding, kill } = watchEnd(child, spool)
  const answer = listen(child, kill)
  const complaints = hearComplaints(child)

  const pid = child.pid
  const timer = setTimeout(() => kill(notStarted(null)), startMs)
  try {
    const report = await untilAborted(answer(), ended)
    if (report.kind !== 'ready' || pid === undefined) throw notStarted(null)
    const read: EngineProcess['read'] = async (engine, path, request) => {
      const reported = answer()
      child.send({ engine, path, request }, (error) => error !== null && kill(crashed(error)))
      const report = await untilAborted(reported, ended)
      // Where an engine broke off, its libraries may be left in any state.
      if (report.kind === 'broken') kill(broken(report.frames))
      return documentOf(report)
    }
    return { pid, spool, ended, isEnding, read, kill }
  } catch (error) {
    kill(error)
    throw notStarted(new Error(complaints.text() || 'no reason was given', { cause: error }))
  } finally {
    complaints.ignore()
    clearTimeout(timer)
  }
}

const watchEnd = (child: ChildProcess, spool: string): Pick<EngineProcess, 'ended' | 'isEnding' | 'kill'> => {
  const controller = new AbortController()
  let reason: unknown = null
  const abort = (): void => controller.abort(reason ?? crashed(null))
  const end = (): void => {
    removeSpoolFolder(spool).then(abort, abort)
  }
  child.once('exit', end)
  child.once('error', (error) => {
    reason ??= notStarted(error)
    if (child.pid === undefined) end()
  })
  const kill = (why: unknown): void => {
    reason ??= why
    child.kill('SIGKILL')
  }
  return { ended: controller.signal, isEnding: () => reason !== null || controller.signal.aborted, kill }
}

/** Makes the next report a promise. A report that nobody asked for, or of another shape, ends the process. */
const listen = (child: ChildProcess, kill: EngineProcess['kill']): (() => Promise<Report>) => {
  let receive: ((report: Report) => void) | null = null
  child.on('message', (message: unknown) => {
    const deliver = receive
    receive = null
    if (deliver !== null && reports.Check(message)) deliver(message)
    else kill(crashed(new TypeError('an engine process reported something of no known shape')))
  })
  return () =>
    new Promise((resolve) => {
      receive = resolve
    })
}

const documentOf = (report: Report): Document => {
  if (report.kind === 'document') return report.document
  if (report.kind === 'failure') throw new EngineFailure(report.code, report.message)
  if (report.kind === 'broken') throw broken(report.frames)
  throw crashed(new TypeError('an engine process was ready twice'))
}

const broken = (frames: string): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine failed on this document.', { cause: frames })

const crashed = (cause: unknown): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine stopped unexpectedly while it read the document.', { cause })

const notStarted = (cause: unknown): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine could not be started.', { transient: true, cause })

/**
 * What a process says on its standard error before it has seen any document, as the reason why it did not start.
 * Later, libraries chat there, maybe of documents: that is read and thrown away, or the process would wait for a reader.
 */
const hearComplaints = ({ stderr }: ChildProcess): { text(): string; ignore(): void } => {
  let text = ''
  const hear = (part: Buffer): void => {
    text = (text + part.toString()).slice(0, 8192)
  }
  stderr?.on('data', hear)
  const ignore = (): void => {
    stderr?.off('data', hear).resume()
  }
  return { text: () => text.trim(), ignore }
}
