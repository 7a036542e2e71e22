import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { maxContainerEntries } from '@polyparse/engine'
import type { EngineRequest } from '@polyparse/engine'
import { startedModule } from '@polyparse/document/started-module'
import { EngineFailure } from '@polyparse/engine'
import type { Confinement } from './confinement/confinements.ts'
import { giveBackUser, takeUser } from './confinement/users.ts'
import { type EngineReply, type PageListener, converse, noPages } from './conversation.ts'
import { brokenEngine, crashed, endedEarly, notStarted } from './failures.ts'
import { withoutInherited } from './inherited-descriptors.ts'
import type { EngineLimits } from './limits.ts'
import type { ReadOrder } from './messages.ts'
import { codeFolders, permissionFlags } from './permissions.ts'
import { originalFrames } from './original-frames.ts'
import { standBack } from './priority.ts'
import { endNamespace } from './process-tree.ts'
import type { SerializedResult } from './serialized-result.ts'
import { makeSpoolFolder, removeSpoolFolder } from './spool.ts'
import { untilAborted } from '@polyparse/engine'
import { NotReady, watchStart } from './why-not-started.ts'

/** One sandboxed process. It reads one document at a time; after any failure it is ended and another one is started. */
export type EngineProcess = {
  /** The process from which everything that belongs to it descends. */
  readonly pid: number
  /** The folder with the document; it can read no other documents. */
  readonly spool: string
  /** Aborted once the process, all that it has started and its spool folder are gone; the reason says why. */
  readonly ended: AbortSignal
  read(order: Omit<ReadOrder, 'tellsPages'>, listener: Omit<PageListener, 'max'>): Promise<SerializedResult>
  /** Tells whether it has ended, is being ended, or can no longer be trusted. */
  readonly isEnding: () => boolean
  /** Tells whether it failed by itself, rather than being ended by `kill`. */
  readonly hasFailed: () => boolean
  /** Ends it at once; pending reads are rejected with `reason`. */
  readonly kill: (reason: unknown) => void
}

export type EngineProcessOptions = {
  readonly spoolDirectory: string
  readonly limits: EngineLimits
  readonly confinement: Confinement
  /** The module with the engines, and the folders with their code and what else they need. */
  readonly enginesModule: string
  readonly folders: readonly string[]
  /** The engines that are loaded before the process is ready; any other is loaded when a document first needs it. */
  readonly preload: 'all' | ReadonlySet<string>
  /** Ends a start that is under way; a process that has started is ended by `kill`. */
  readonly stopping: AbortSignal
}

/** An engine goes over its pages a few times, and says of each that it is done; each file in a container has a report or two, even if it is not read. */
const maxReports = ({ maxPages }: EngineRequest): number => 10 * maxPages + 2 * maxContainerEntries

const engineProgramPath = startedModule(import.meta.filename, 'child')
const startMs = 60_000

/** Resolves when the engines are loaded; rejects with a transient failure when that takes longer than a minute. */
export const startEngineProcess = (options: EngineProcessOptions): Promise<EngineProcess> =>
  launchEngineProcess(options).catch((error: unknown) => {
    throw error instanceof EngineFailure ? error : notStarted(error)
  })

const launchEngineProcess = async (options: EngineProcessOptions): Promise<EngineProcess> => {
  requireProc()
  const home = await makeHome(options)
  const child = spawnProgram(home, options)
  // A start takes seconds of CPU time.
  if (child.pid !== undefined) standBack(child.pid)
  const { ended, isEnding, hasFailed, fail, kill, setReading } = watchEnd(child, home, options.confinement)
  const { spool } = home
  const { send, answer } = converse(child, options.limits, { fail, kill })
  const starting = watchStart(child)
  const bundleFolders = [options.enginesModule, engineProgramPath].map((path) => dirname(path))

  const pid = child.pid
  const timer = setTimeout(() => kill(new NotReady(startMs)), startMs)
  const stop = (): void => kill(options.stopping.reason)
  options.stopping.addEventListener('abort', stop, { once: true })
  if (options.stopping.aborted) stop()
  try {
    const report = await untilAborted(answer(noPages), ended)
    if (report.kind !== 'ready' || pid === undefined) throw notStarted(null)
    // It ends with what it has started meanwhile.
    standBack(pid)
    const read: EngineProcess['read'] = async (order, listener) => {
      const reported = answer({ ...listener, max: maxReports(order.request) })
      setReading(true)
      send({ ...order, tellsPages: listener.onPageRead !== null })
      const report = await untilAborted(reported, ended)
      setReading(false)
      try {
        return documentOfEngineReply(report, bundleFolders)
      } catch (error) {
        // Its libraries may be in any state after an unexpected error in an engine.
        if (report.kind !== 'failure') fail(error)
        throw error
      }
    }
    return { pid, spool, ended, read, isEnding, hasFailed, kill }
  } catch (error) {
    kill(error)
    throw notStarted(new Error(await starting.why(error), { cause: error }))
  } finally {
    starting.ignore()
    clearTimeout(timer)
    options.stopping.removeEventListener('abort', stop)
  }
}

/** Throws without /proc, where Node cannot find its own program, and the memory of an engine cannot be measured. */
const requireProc = (): void => {
  if (process.platform === 'linux' && !existsSync('/proc/self/status'))
    throw new Error('/proc is not mounted: engines are started and watched with it')
}

/** The possessions of one process: its folder and, if it has one, its user. */
type Home = { readonly spool: string; readonly user: number | null }

const makeHome = async ({ spoolDirectory, confinement }: EngineProcessOptions): Promise<Home> => {
  const user = confinement.hasOwnUser ? takeUser() : null
  try {
    return { spool: await makeSpoolFolder(spoolDirectory, user), user }
  } catch (error) {
    if (user !== null) giveBackUser(user)
    throw error
  }
}

const leaveHome = async ({ spool, user }: Home): Promise<void> => {
  if (user !== null) giveBackUser(user)
  await removeSpoolFolder(spool)
}

const spawnProgram = (
  { spool, user }: Home,
  { limits, confinement, enginesModule, folders, preload }: EngineProcessOptions,
): ChildProcess => {
  const readable = [...codeFolders(), spool, ...folders]
  const flags = permissionFlags(readable, limits.memoryBytes)
  const command = [
    ...confinement.command(readable, user),
    process.execPath,
    ...flags,
    engineProgramPath,
    enginesModule,
    ...(confinement.endsWithParent ? [] : ['--watch-parent']),
    ...(preload === 'all' ? ['--all'] : preload),
  ]
  const [first = '', ...rest] = command
  // The parent's environment holds secrets. A thread may read the folder in which its process was started. And a process
  // may signal all of its process group.
  const detached = process.platform !== 'win32'
  const stdio = withoutInherited(['ignore', 'ignore', 'pipe', 'pipe'])
  return spawn(first, rest, { env: {}, cwd: spool, stdio, detached })
}

type Ending = Pick<EngineProcess, 'ended' | 'isEnding' | 'hasFailed' | 'kill'> & {
  readonly fail: (why: unknown) => void
  /** Tells whether it has been given a document that it has not answered for: only that one can be to blame for its end. */
  readonly setReading: (isReading: boolean) => void
}

const watchEnd = (child: ChildProcess, home: Home, { hasNamespace }: Confinement): Ending => {
  const controller = new AbortController()
  let reason: unknown = null
  let isKilled = false
  let isReading = false
  let hasExited = false
  const abort = (): void => controller.abort(reason ?? (isReading ? crashed(null) : endedEarly(null)))
  const end = (): void => {
    hasExited = true
    leaveHome(home).then(abort, abort)
  }
  child.once('exit', end)
  child.once('error', (error) => {
    reason ??= child.pid === undefined ? error : crashed(error)
    if (child.pid === undefined) end()
  })
  const fail = (why: unknown): void => {
    reason ??= why
    if (hasNamespace) endNamespace(child)
    else child.kill('SIGKILL')
  }
  const kill = (why: unknown): void => {
    isKilled ||= reason === null
    fail(why)
  }
  const isEnding = (): boolean => reason !== null || hasExited
  const setReading = (value: boolean): void => {
    isReading = value
  }
  return { ended: controller.signal, isEnding, hasFailed: () => isEnding() && !isKilled, fail, kill, setReading }
}

const documentOfEngineReply = (report: EngineReply, bundleFolders: readonly string[]): SerializedResult => {
  if (report.kind === 'document') return report.document
  if (report.kind === 'failure') throw new EngineFailure(report.code, report.message)
  if (report.kind === 'broken') throw brokenEngine(originalFrames(report.frames, bundleFolders))
  throw crashed(new TypeError('an engine process was ready twice'))
}
