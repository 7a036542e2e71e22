import { clockFactor, createStopwatch, type Stopwatch, type TimeTaken } from '@polyparse/engine'
import { usageOf } from './usage.ts'

/*
 * A new process compiles for its first documents what others have compiled already, so a few documents are read by one process in
 * less CPU time than by two, and nearly as soon.
 */

/** The work that waits for a process, and what is known of it. Milliseconds of CPU time. */
export type WaitingWork = {
  /** Processes that there are. */
  readonly processes: number
  /** Documents that are still to be read, those being read among them. */
  readonly left: number
  /** The mean cost of the last documents; null while it is unknown. */
  readonly documentMs: number | null
  /** The cost so far of the document that was begun last. */
  readonly leastSpentMs: number
}

/**
 * The additional cost of a process over that of one that has read documents before, until it is as fast: 1.8 s where 25
 * PDFs of 63 pages cost 11 s by two processes and .84 of that by one.
 */
const startMs = 2000
/**
 * The work that falls to each process, at least. Of two such shares a second process saves 4 s, twice what it costs; of two halves
 * of them, it saves as much as it costs, and whatever else the machine does is slowed down for that.
 */
const minShareMs = 5000

/**
 * Says whether one more process is worth its start: because there is enough for all of them to do, or because the wait for one
 * has taken as long as that start, and nobody knows how much longer it takes.
 */
export const isWorthStarting = ({ processes, left, documentMs, leastSpentMs }: WaitingWork): boolean =>
  left * (documentMs ?? 0) >= (processes + 1) * minShareMs || leastSpentMs >= startMs

/** Gives the slots of processes away one by one, as the work is there for them. */
export type GradualStart = {
  /** Says that a document waits for a slot, until this is disposed of. */
  readonly wait: () => Disposable
  /** Says that a process reads a document, until this is disposed of; `isFirst` if it has read none before. */
  readonly begin: (pid: number, isFirst: boolean) => Promise<AsyncDisposable>
}

type RunningDocument = { readonly pid: number; readonly watch: Stopwatch }

/** The mean is that of these. */
const lastDocuments = 5
const lookEveryMs = 250

/** Holds slots back until each is worth the start of a process; then `release` is called with it. */
export const createGradualStart = <Slot>(
  slots: readonly Slot[],
  { left, release }: { readonly left: () => number; readonly release: (slot: Slot) => void },
): GradualStart => {
  const held = [...slots]
  let processes = 1
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  const running = new Set<RunningDocument>()
  const costs: number[] = []

  const look = async (): Promise<void> => {
    const spent = await Promise.all([...running].map(spentOn))
    const [next] = held
    if (waiting === 0 || next === undefined) return
    const documentMs = costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0) / costs.length
    const leastSpentMs = spent.length < processes ? 0 : Math.min(...spent)
    if (!isWorthStarting({ processes, left: left(), documentMs, leastSpentMs })) return
    held.shift()
    processes += 1
    release(next)
  }

  const wait: GradualStart['wait'] = () => {
    waiting += 1
    timer ??= setInterval(() => void look(), lookEveryMs).unref()
    return {
      [Symbol.dispose]: () => {
        waiting -= 1
        if (waiting > 0) return
        clearInterval(timer)
        timer = undefined
      },
    }
  }

  const begin: GradualStart['begin'] = async (pid, isFirst) => {
    const document = { pid, watch: createStopwatch() }
    await takenBy(document)
    running.add(document)
    return {
      [Symbol.asyncDispose]: async () => {
        running.delete(document)
        // The first has everything compiled.
        if (isFirst) return
        costs.push((await takenBy(document)).cpuMs)
        if (costs.length > lastDocuments) costs.shift()
        await look()
      },
    }
  }

  return { wait, begin }
}

const takenBy = async ({ pid, watch }: RunningDocument): Promise<TimeTaken> =>
  watch.look((await usageOf(pid))?.cpuMs ?? null)

/** A process that waits for something, or for our machine, is not waited for longer than ten times as long as one that works. */
const spentOn = async (document: RunningDocument): Promise<number> => {
  const { cpuMs, clockMs } = await takenBy(document)
  return Math.max(cpuMs, clockMs / clockFactor)
}
