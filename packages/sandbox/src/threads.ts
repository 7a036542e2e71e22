import { Worker, type Transferable } from 'node:worker_threads'
import { clockFactor, createStopwatch, type Stopwatch } from '@polyparse/engine'
import { standThreadBack } from './thread-number.ts'

/** Threads of one program, each for one piece of work at a time; those that rest are kept for a while. */
export type Threads<Order, Answer> = {
  take(): Thread<Order, Answer>
  /** Ends those that rest. */
  close(): Promise<void>
}

export type Thread<Order, Answer> = {
  /** Rejects with the error that ended the thread, the reason of the signal, or {@link TookTooLong}. */
  ask(order: Order, options: AskOptions): Promise<Answer>
  /** Keeps it for the next piece of work. */
  giveBack(): void
  end(): Promise<void>
}

type AskOptions = {
  readonly allowance: Allowance
  readonly signal: AbortSignal
  /** The objects that are moved to the thread instead of copied. */
  readonly transfer?: readonly Transferable[]
}

/** The time that a thread may take for one piece of work, however many orders that has. */
export type Allowance = { readonly cpuMs: number; readonly clockMs: number; readonly watch: Stopwatch }

/** Allows so much CPU time, and ten times that by the clock. */
export const createAllowance = (cpuMs: number, clockMs: number = clockFactor * cpuMs): Allowance => ({
  cpuMs,
  clockMs,
  watch: createStopwatch(),
})

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'
  /** `clock`: the thread may have waited for our machine, so the same may succeed later. */
  readonly limit: 'cpu' | 'clock'

  constructor(limit: TookTooLong['limit']) {
    super()
    this.limit = limit
  }
}

/**
 * The limit in words, to follow what took too long; `seconds` is that of CPU time.
 * @example limitInWords({ limit: 'cpu' }, 120) // 'more than the 120 seconds of CPU time allowed'
 */
export const limitInWords = ({ limit }: TookTooLong, seconds: number): string =>
  limit === 'cpu'
    ? `more than the ${seconds} seconds of CPU time allowed`
    : `longer than ${clockFactor * seconds} seconds`

/**
 * Tells whether a thread has ended because its heap is full.
 * @example isOutOfMemory(Object.assign(new Error(), { code: 'ERR_WORKER_OUT_OF_MEMORY' })) // true
 */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * New values of a thread. Node ends a thread that reaches its limit with 16 MiB to spare; where more than that survives at
 * once, as when one JSON of three million values is parsed, V8 ends the process: 3 of 4 did with V8's own size, none of 4
 * with this.
 */
const youngMebibytes = 16

/** CPU time of one piece of work. Threads that take more give way to the others of the process. */
const longWorkMs = 1000

/** The time that a thread may rest. */
const idleMs = 30_000

/** `maxMebibytes` is the heap of one thread. */
export const createThreads = <Order, Answer>(
  program: string,
  { maxMebibytes }: { readonly maxMebibytes: number },
): Threads<Order, Answer> => {
  const resting = new Set<Resting<Order, Answer>>()
  return {
    take: () => {
      const rested = [...resting].at(-1)
      if (rested === undefined) return startThread(program, maxMebibytes, resting)
      resting.delete(rested)
      rested.wake()
      return rested.thread
    },
    close: async () => void (await Promise.all([...resting].map(({ thread }) => thread.end()))),
  }
}

type Resting<Order, Answer> = { readonly thread: Thread<Order, Answer>; wake(): void }

const threadWatchIntervalMs = 100

/** Watches until the returned function is called. */
const watchThread = (
  worker: Worker,
  { cpuMs, clockMs, watch }: Allowance,
  { worksLong, exceeded }: { worksLong: () => void; exceeded: (error: TookTooLong) => void },
): (() => void) => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  watch.resume()
  const look = async (): Promise<void> => {
    const used = await cpuMsOf(worker)
    if (stopped) return
    const taken = watch.look(used)
    if (taken.cpuMs > longWorkMs) worksLong()
    if (taken.cpuMs > cpuMs) return exceeded(new TookTooLong('cpu'))
    if (taken.clockMs > clockMs) return exceeded(new TookTooLong('clock'))
    timer = setTimeout(() => void look(), threadWatchIntervalMs)
  }
  void look()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Answers at once, whatever the thread does. Null once it has ended. */
const cpuMsOf = async (worker: Worker): Promise<number | null> => {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return null
  }
}

const startThread = <Order, Answer>(
  program: string,
  maxMebibytes: number,
  all: Set<Resting<Order, Answer>>,
): Thread<Order, Answer> => {
  const number = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const resourceLimits = { maxOldGenerationSizeMb: maxMebibytes, maxYoungGenerationSizeMb: youngMebibytes }
  const worker = new Worker(program, { resourceLimits, workerData: number })
  let standsBack = false
  let ended: { readonly error: unknown } | null = null
  let settle: PromiseWithResolvers<Answer> | null = null
  let timer: NodeJS.Timeout | undefined
  const fail = (error: unknown): void => {
    ended ??= { error }
    settle?.reject(ended.error)
  }
  worker.on('message', (answer: Answer) => settle?.resolve(answer))
  worker.on('error', fail)
  worker.on('exit', () => {
    fail(new Error('the thread has ended'))
    all.delete(self)
  })
  const end = async (): Promise<void> => {
    clearTimeout(timer)
    await worker.terminate()
  }
  const worksLong = (): void => {
    if (!standsBack) standThreadBack(number)
    standsBack = true
  }
  const thread: Thread<Order, Answer> = {
    ask: async (order, { allowance, signal, transfer = [] }) => {
      signal.throwIfAborted()
      if (ended !== null) throw ended.error
      const asked = Promise.withResolvers<Answer>()
      // An order that cannot be sent is not waited for.
      asked.promise.catch(() => {})
      settle = asked
      const stopWatching = watchThread(worker, allowance, { worksLong, exceeded: asked.reject })
      const abort = (): void => asked.reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      try {
        worker.postMessage(order, transfer)
        return await asked.promise
      } finally {
        stopWatching()
        signal.removeEventListener('abort', abort)
      }
    },
    giveBack: () => {
      // The thread may not come forward again without privileges.
      if (standsBack) return void end()
      all.add(self)
      // A thread that rests keeps no process alive.
      worker.unref()
      timer = setTimeout(() => {
        all.delete(self)
        void end()
      }, idleMs)
      timer.unref()
    },
    end,
  }
  const self: Resting<Order, Answer> = {
    thread,
    wake: () => {
      clearTimeout(timer)
      worker.ref()
    },
  }
  return thread
}
