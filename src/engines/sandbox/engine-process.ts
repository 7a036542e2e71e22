import { spawn, type ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import { extname, join } from 'node:path'
import { Compile } from 'typebox/compile'
import type { Document } from '../../document/model.ts'
import { untilAborted } from '../../lib/until-aborted.ts'
import type { EngineRequest, OnPage } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import type { Confinement } from './confinement/confinements.ts'
import { readFrames, writeFrame } from './frames.ts'
import { resultTooLarge, type Limits } from './limits.ts'
import { Report, type ReadOrder } from './messages.ts'
import { codeFolders, permissionFlags } from './permissions.ts'
import { makeSpoolFolder, removeSpoolFolder } from './spool.ts'

/** One sandboxed process. It reads one document at a time; after any mishap it is gone and another one is started. */
export type EngineProcess = {
  readonly pid: number
  /** The one folder whose documents it can read. */
  readonly spool: string
  /** Aborted once the process and its spool folder are gone, with why as the reason. */
  readonly ended: AbortSignal
  read(order: ReadOrder, onPage: OnPage): Promise<Document>
  /** Whether it has been killed, has ended or can be trusted no more. */
  isEnding(): boolean
  /** Whether it ended by itself, or broke off, and not because it was told to. */
  hasFailed(): boolean
  /** Ends it at once; what waits for it is rejected with `reason`. */
  kill(reason: unknown): void
}

export type EngineProcessOptions = {
  readonly spoolDirectory: string
  readonly limits: Limits
  readonly confinement: Confinement
  /** The module with the engines; further folders it needs. */
  readonly enginesModule: string
  readonly folders: readonly string[]
}

const program = join(import.meta.dirname, `child${extname(import.meta.filename)}`)
const startMs = 60_000
const reports = Compile(Report)

/** Resolves when the engines are loaded; rejects with a transient failure when that does not succeed in a minute. */
export const startEngineProcess = async (options: EngineProcessOptions): Promise<EngineProcess> => {
  const spool = await makeSpoolFolder(options.spoolDirectory, options.confinement.user)
  const child = spawnProgram(spool, options)
  const { ended, isEnding, hasFailed, fail, kill } = watchEnd(child, spool)
  const { send, answer } = converse(child, options.limits, { fail, kill })
  const complaints = hearComplaints(child)

  const pid = child.pid
  const timer = setTimeout(() => kill(notStarted(null)), startMs)
  try {
    const report = await untilAborted(answer(noPages), ended)
    if (report.kind !== 'ready' || pid === undefined) throw notStarted(null)
    const read: EngineProcess['read'] = async (order, onPage) => {
      const reported = answer({ onPage, most: 2 * order.request.maxPages })
      send(order)
      const report = await untilAborted(reported, ended)
      // Where an engine broke off, its libraries may be left in any state.
      if (report.kind === 'broken') fail(broken(report.frames))
      return documentOf(report)
    }
    return { pid, spool, ended, read, isEnding, hasFailed, kill }
  } catch (error) {
    kill(error)
    throw notStarted(new Error(complaints.text() || 'no reason was given', { cause: error }))
  } finally {
    complaints.ignore()
    clearTimeout(timer)
  }
}

/** Whatever the confinement puts before the command ends by becoming it, so its number is the engine's. */
const spawnProgram = (
  spool: string,
  { limits, confinement, enginesModule, folders }: EngineProcessOptions,
): ChildProcess => {
  const readable = [...codeFolders(), spool, ...folders]
  const flags = permissionFlags(readable, limits.memoryBytes)
  const command = [...confinement.command(readable), process.execPath, ...flags, program, enginesModule]
  const [first = '', ...rest] = command
  // The parent's environment holds secrets.
  return spawn(first, rest, { env: {}, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
}

type Ending = Pick<EngineProcess, 'ended' | 'isEnding' | 'hasFailed' | 'kill'> & { fail(why: unknown): void }

const watchEnd = (child: ChildProcess, spool: string): Ending => {
  const controller = new AbortController()
  let reason: unknown = null
  let isToldTo = false
  const abort = (): void => controller.abort(reason ?? crashed(null))
  const end = (): void => {
    removeSpoolFolder(spool).then(abort, abort)
  }
  child.once('exit', end)
  child.once('error', (error) => {
    reason ??= notStarted(error)
    if (child.pid === undefined) end()
  })
  const fail = (why: unknown): void => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const kill = (why: unknown): void => {
    isToldTo ||= reason === null
    fail(why)
  }
  const isEnding = (): boolean => reason !== null || controller.signal.aborted
  return { ended: controller.signal, isEnding, hasFailed: () => isEnding() && !isToldTo, fail, kill }
}

/** Who hears of pages, and how often at most: a process that has been taken over may not keep its parent busy. */
type PageListener = { readonly onPage: OnPage; readonly most: number }
const noPages: PageListener = { onPage: () => {}, most: 0 }

type Conversation = {
  send(order: ReadOrder): void
  /** The next report that is not of a page. */
  answer(pages: PageListener): Promise<Report>
}

/** A report that nobody asked for, of another shape, too large or one too many ends the process. */
const converse = (child: ChildProcess, limits: Limits, { fail, kill }: Pick<Ending, 'fail' | 'kill'>): Conversation => {
  const channel = child.stdio[3]
  if (!(channel instanceof Socket)) throw new TypeError('the channel to a new process is a socket')
  channel.on('error', (error) => fail(crashed(error)))
  let receive: ((report: Report) => void) | null = null
  let pages = noPages
  let count = 0

  const distrust = (): void => fail(crashed(new TypeError('an engine process reported what it was not asked for')))
  readFrames(channel, limits.resultBytes, {
    take: (message: unknown) => {
      if (receive === null || !reports.Check(message)) return distrust()
      if (message.kind === 'page') {
        count += 1
        return count > pages.most ? distrust() : pages.onPage(message.number)
      }
      receive(message)
      receive = null
    },
    refuse: (reason) => (reason === 'too_large' ? kill(resultTooLarge(limits)) : distrust()),
  })
  const answer: Conversation['answer'] = (listener) => {
    pages = listener
    count = 0
    return new Promise((resolve) => {
      receive = resolve
    })
  }
  return { answer, send: (order) => writeFrame(channel, order) }
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
