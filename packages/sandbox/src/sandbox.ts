import type { Readable } from 'node:stream'
import type { EngineRequest, PageProgress } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Layers } from './confinement/choose.ts'
import { type ProofMemory, processMemory } from './confinement/proofs.ts'
import type { EngineProcess } from './engine-process.ts'
import { noObserver, type ProcessEnd, type SandboxObserver } from './observer.ts'
import { grewTooLarge, isOutOfTime, type EngineLimits, outOfTimeForGood, watchRun } from './limits.ts'
import type { SerializedResult } from './serialized-result.ts'
import { createGradualStart } from './gradual-start.ts'
import { createSpare } from './spare.ts'
import { removeLeftFolders, removeSource, spoolSource } from './spool.ts'
import { createStarter } from './start-processes.ts'
import { createTurns } from './turns.ts'
import { usageOf } from './usage.ts'
import { untilAborted, whenAborted } from '@polyparse/engine'

/** Processes that read documents, and how they are confined. */
export type Sandbox = {
  /**
   * Reads one document in a process that has read none before but of the same owner, and reads no other meanwhile: what
   * it does there, hangs or breaks touches nothing else. Callers that find every process busy are served in the order
   * they came. The source is gone when this settles. A run that only the clock has ended is tried once more, beside no
   * other such run.
   *
   * @param engine a name in `engines`; any other is a crash
   * @returns the document as the process wrote it, for `openDocument` to open
   * @throws {EngineFailure} when the engine cannot read it, when it breaks a limit (`timeout`, `out_of_memory`), or
   *   when its process crashes (`engine_crashed`; transient when it could not be started, or the sandbox was closed)
   * @throws the reason of `signal`, or whatever broke the source's stream
   */
  run(engine: string, work: SandboxWork, signal: AbortSignal): Promise<SerializedResult>
  /** Ends every process, and resolves when they and their folders are gone. Runs that have not ended are rejected. */
  close(): Promise<void>
  /** Resolves when the first process has been started, or could not be: a document that comes before waits for it. */
  readonly warm: Promise<void>
  /**
   * The resources that the system keeps from native code, as proven when the first process was started. Rejects with an
   * {@link EngineFailure} when that process could not be started.
   */
  readonly layers: Promise<Layers>
}

export type SandboxWork = {
  /** The document's bytes, from the start. */
  readonly open: () => Promise<Readable>
  /** A process never reads documents of two owners. Default: all have the same. */
  readonly owner?: string
  readonly request: EngineRequest
  /** Called as the engine gets on, as often as it says so. */
  readonly onProgress?: (progress: PageProgress) => void
  /**
   * Called with each page as soon as it has been read, as a document of it alone for `openDocument`, where the engine tells
   * of single pages. It may come again, if the document is. Absent: no page is sent, and the engine makes none.
   */
  readonly onPageRead?: (number: number, page: SerializedResult) => void
}

export type SandboxOptions = {
  /** The number of documents that are read at once. */
  readonly size: number
  /** The limits of each document. */
  readonly limits?: Partial<EngineLimits>
  /** True if the system's own layers are tried around Node's permissions. Default: true. */
  readonly confine?: boolean
  /**
   * True if the first process loads every engine when it starts, which proves that they run in the confinement. Any
   * other process loads an engine for the first document that needs it. Default: true.
   */
  readonly preload?: boolean
  /**
   * The memory of the proof how engines can be confined here, without which the proof is made before the first one
   * starts. Default: this process.
   */
  readonly proofs?: ProofMemory
  /** The folder for sources while they are read, on this machine and for this purpose only. */
  readonly spoolDirectory: string
  /** A process is replaced after this many documents (200), or when it keeps more than this between two (768 MiB). */
  readonly documentsPerProcess?: number
  readonly idleMemoryBytes?: number
  /** A process that has been idle for this long is ended. Default: 60,000. */
  readonly idleMs?: number
  /**
   * Says whether a process that has read nothing is kept for the next document that would have to wait for one: for this long
   * after a document with the engines in use, and later without any. Default: none is kept.
   */
  readonly spareMs?: number | null
  /**
   * The number of documents that are still to be read, those being read among them, where the caller knows it: then a process is
   * started beside others only where there is work enough for it. Default: as soon as a document would have to wait.
   */
  readonly documentsLeft?: (() => number) | null
  /** The path of a module that exports `engines`, and the folders with their code and what else they need to read. */
  readonly enginesModule: string
  readonly folders: readonly string[]
  readonly observer?: SandboxObserver
}

type Slot = {
  process: Promise<EngineProcess> | null
  documents: number
  /** That it has loaded for its documents. */
  engines: Set<string>
  /** Takes the place of a process that has read its share, which reads on until this one is ready. */
  successor: { readonly process: Promise<EngineProcess>; isReady: boolean } | null
  /** The owner of the documents that the process has read. */
  owner: string | null
  isTaken: boolean
  idle: NodeJS.Timeout | undefined
}

const mebibyte = 1024 ** 2

/**
 * A page takes four seconds to recognise, so this allows two hundred of them. Recognition gives up on a page by itself
 * after 60 seconds of CPU time, with a warning, before the limit of the page, which would end the run.
 */
export const defaultLimits: EngineLimits = {
  memoryBytes: 1536 * mebibyte,
  cpuMs: 900_000,
  pageMs: 120_000,
  timeoutMs: 9_000_000,
  resultBytes: 256 * mebibyte,
}

const forget = (slot: Slot, process: Slot['process']): void => {
  if (slot.successor?.process === process) slot.successor = null
  if (slot.process !== process) return
  slot.process = null
  slot.documents = 0
  slot.engines.clear()
}

/**
 * Processes for reading untrusted documents: without network, without files but the engines' own code and the
 * document, with limits on memory, time and the size of the result. `layers` says how far that binds native code too.
 * One process is started at once, so that the first document finds it warm, and others as they are needed, up to
 * `size`. Close it: they keep this process alive.
 *
 * A mistake in the options, such as a folder that cannot be written, shows when a document is read.
 *
 * @example
 * const sandbox = createSandbox({ ...readerEngines, size: 1, spoolDirectory: join(tmpdir(), 'spool') })
 * const request = { ...defaultRequest, mediaType: 'application/pdf' }
 * const work = { open: async () => createReadStream('report.pdf'), request }
 * const document = openDocument(await sandbox.run('structure', work, AbortSignal.timeout(60_000)))
 * await sandbox.close()
 */
export const createSandbox = ({
  size,
  limits: ownLimits = {},
  confine = true,
  preload = true,
  proofs = processMemory,
  spoolDirectory,
  documentsPerProcess = 200,
  idleMemoryBytes = 768 * mebibyte,
  idleMs = 60_000,
  spareMs = null,
  documentsLeft = null,
  enginesModule,
  folders,
  observer = noObserver,
}: SandboxOptions): Sandbox => {
  const limits = { ...defaultLimits, ...ownLimits }
  const closing = new AbortController()
  const starter = createStarter(
    { spoolDirectory, limits, enginesModule, folders, stopping: closing.signal },
    { confine, preload, memory: proofs },
  )
  const slots = Array.from({ length: size }, (): Slot => ({
    process: null,
    documents: 0,
    engines: new Set(),
    successor: null,
    owner: null,
    isTaken: false,
    idle: undefined,
  }))
  const heldBack = documentsLeft === null ? [] : slots.slice(1)
  const turns = createTurns(slots.slice(0, slots.length - heldBack.length))
  const gradual =
    documentsLeft === null
      ? null
      : createGradualStart(heldBack, { left: documentsLeft, release: (slot) => turns.giveBack(slot) })

  /**
   * The process of a slot, started if necessary. One that fails to start is forgotten, so that the next caller tries
   * again.
   */
  const processOf = (slot: Slot): Promise<EngineProcess> => {
    if (closing.signal.aborted) return Promise.reject(stopping())
    slot.process ??= nextFor(slot)
    return slot.process
  }
  const nextFor = (slot: Slot): Promise<EngineProcess> => {
    const { successor } = slot
    slot.successor = null
    slot.documents = 0
    if (successor !== null) return successor.process
    slot.engines.clear()
    return forSlot(slot, spare?.take() ?? start(new Set()))
  }
  const start = (engines: ReadonlySet<string>): Promise<EngineProcess> =>
    starter.start(engines).then(
      (started) => {
        if (closing.signal.aborted) started.kill(stopping())
        observer.processStarted()
        whenAborted(started.ended, () => observer.processEnded(whyEnded(started)))
        return started
      },
      (error: unknown) => {
        observer.processNotStarted()
        throw error
      },
    )
  const forSlot = (slot: Slot, process: Promise<EngineProcess>): Promise<EngineProcess> => {
    process.then(
      ({ ended }) => whenAborted(ended, () => forget(slot, process)),
      () => forget(slot, process),
    )
    return process
  }
  const endLater = (processes: readonly Promise<EngineProcess>[]): void => {
    const left = endAll(processes).finally(() => leaving.delete(left))
    leaving.add(left)
  }
  const spare =
    spareMs === null
      ? null
      : createSpare({
          start,
          end: (process) => endLater([process]),
          activeMs: spareMs,
          // A document that takes all it may still fits beside it.
          minFreeBytes: limits.memoryBytes,
        })
  /** Returns a process as {@link processOf} does, but never one that has read the document of another owner. */
  const processFor = (slot: Slot, owner: string | null): Promise<EngineProcess> => {
    const leaves = slot.documents > 0 && slot.owner !== owner ? letGo(slot) : null
    // This is before anything is awaited: whoever gives up waiting leaves the slot to the next.
    slot.owner = owner
    return leaves === null ? processOf(slot) : leaves.then(() => processOf(slot))
  }
  const warmUp = async (slot: Slot): Promise<void> => {
    if (!closing.signal.aborted) await processOf(slot).catch(() => {})
  }

  const read = async (
    process: EngineProcess,
    engine: string,
    { open, request, onProgress = () => {}, onPageRead }: SandboxWork,
    signal: AbortSignal,
  ): Promise<SerializedResult> => {
    const watch = watchRun(process.pid, limits, process.kill)
    const abort = (): void => process.kill(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      signal.throwIfAborted()
      return await process.read(
        { engine, path: await spool(process, open), request },
        { onPage: watch.page, onProgress, onPageRead: onPageRead ?? null },
      )
    } catch (error) {
      if (!process.isEnding()) throw error
      // Whichever promise was rejected first, the error is the reason why the process ended; by then its folder is
      // gone.
      await waitForProcessEnd(process)
      throw process.hasFailed() && watch.isNearMemoryLimit() ? grewTooLarge(limits) : process.ended.reason
    } finally {
      watch.stop()
      signal.removeEventListener('abort', abort)
      await removeSource(process.spool)
    }
  }

  /**
   * Called between two documents: a process that holds too much memory is ended, and so is one that has read its share, as
   * soon as there is another in its place, because a start takes a hundred times as long as a small document. One that
   * was killed just as it answered leaves the slot before the next document comes.
   */
  const tidy = async (slot: Slot, process: EngineProcess): Promise<void> => {
    if (process.isEnding()) return waitForProcessEnd(process)
    const usage = await usageOf(process.pid)
    const isTooLarge = (usage?.residentBytes ?? 0) > idleMemoryBytes
    if (!isTooLarge && slot.documents < documentsPerProcess) return
    if (!isTooLarge) slot.successor ??= startSuccessor(slot)
    if (!isTooLarge && slot.successor?.isReady === false) return
    slot.process = nextFor(slot)
    process.kill(stopping())
    await waitForProcessEnd(process)
  }

  const startSuccessor = (slot: Slot): NonNullable<Slot['successor']> => {
    const successor = { process: forSlot(slot, start(new Set(slot.engines))), isReady: false }
    successor.process.then(
      () => {
        successor.isReady = true
      },
      () => {},
    )
    return successor
  }

  /** Ends the process of a slot when it has been idle for a while. */
  const letGoLater = (slot: Slot): void => {
    if (slot.isTaken || closing.signal.aborted) return
    clearTimeout(slot.idle)
    slot.idle = setTimeout(() => {
      const left = letGo(slot).finally(() => leaving.delete(left))
      leaving.add(left)
      spare?.refill()
    }, idleMs)
    slot.idle.unref()
  }
  const letGo = async (slot: Slot): Promise<void> => {
    const processes = processesOf(slot)
    for (const process of processes) forget(slot, process)
    await endAll(processes)
  }
  const leaving = new Set<Promise<void>>()

  const takeSlot = async (owner: string | null, signal: AbortSignal): Promise<Slot> => {
    using _ = gradual?.wait()
    return await turns.take(signal, [
      (slot) => slot.documents > 0 && slot.owner === owner,
      (slot) => slot.documents === 0 && slot.process !== null,
      (slot) => slot.process === null,
    ])
  }

  const runOnce: Sandbox['run'] = async (engine, work, signal) => {
    const owner = work.owner ?? null
    const slot = await takeSlot(owner, signal)
    slot.isTaken = true
    clearTimeout(slot.idle)
    try {
      const process = await untilAborted(processFor(slot, owner), signal)
      slot.documents += 1
      await using _ = await gradual?.begin(process.pid, slot.documents === 1)
      const document = await read(process, engine, work, signal)
      slot.engines.add(engine)
      spare?.used(engine)
      await tidy(slot, process)
      return document
    } finally {
      slot.isTaken = false
      void warmUp(slot).then(() => letGoLater(slot))
      turns.giveBack(slot)
    }
  }

  /** A machine that was too busy for several is not given all of them again at once. */
  const secondTries = createTurns([null])
  const run: Sandbox['run'] = async (engine, work, signal) => {
    try {
      return await runOnce(engine, work, signal)
    } catch (error) {
      if (!isOutOfTime(error)) throw error
    }
    const turn = await secondTries.take(signal)
    try {
      return await runOnce(engine, work, signal)
    } catch (error) {
      throw isOutOfTime(error) ? outOfTimeForGood(error) : error
    } finally {
      secondTries.giveBack(turn)
    }
  }

  const close = async (): Promise<void> => {
    closing.abort(stopping())
    turns.close(stopping())
    secondTries.close(stopping())
    for (const slot of slots) clearTimeout(slot.idle)
    const spared = spare?.close() ?? null
    await endAll([...slots.flatMap(processesOf), ...(spared === null ? [] : [spared])])
    await Promise.all(leaving)
  }

  removeLeftFolders(spoolDirectory).catch(() => {})
  const [first] = slots
  const warm = first === undefined ? Promise.resolve() : warmUp(first).then(() => letGoLater(first))
  return { run, close, warm, layers: starter.layers }
}

/** A process that ended by itself has crashed; for one that was ended, the reason says why. */
const whyEnded = ({ hasFailed, ended: { reason } }: EngineProcess): ProcessEnd => {
  if (hasFailed()) return reason instanceof EngineFailure && reason.code === 'out_of_memory' ? reason.code : 'crashed'
  if (!(reason instanceof EngineFailure)) return 'cancelled'
  if (reason.code === 'out_of_memory' || reason.code === 'timeout') return reason.code
  return reason.transient ? 'replaced' : 'other'
}

const processesOf = ({ process, successor }: Slot): readonly Promise<EngineProcess>[] =>
  [process, successor?.process ?? null].filter((one) => one !== null)

const endAll = async (processes: readonly Promise<EngineProcess>[]): Promise<void> => {
  const started = await Promise.allSettled(processes)
  const ending = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const process of ending) process.kill(stopping())
  await Promise.all(ending.map(waitForProcessEnd))
}

/** Resolves when the process and its folder are gone. */
const waitForProcessEnd = ({ ended }: EngineProcess): Promise<void> =>
  new Promise((resolve) => whenAborted(ended, resolve))

const spool = async (process: EngineProcess, open: SandboxWork['open']): Promise<string> => {
  const opening = open()
  try {
    return await spoolSource(process.spool, await untilAborted(opening, process.ended), process.ended)
  } finally {
    if (process.ended.aborted) opening.then((source) => source.destroy()).catch(() => {})
  }
}

const stopping = (): EngineFailure =>
  new EngineFailure('engine_crashed', 'The engine was stopped before it had read the document.', { transient: true })
