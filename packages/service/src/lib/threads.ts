import { Worker, type Transferable } from 'node:worker_threads'

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
  readonly withinMs: number
  readonly signal: AbortSignal
  /** What is moved to the thread, and not copied. */
  readonly transfer?: readonly Transferable[]
}

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'
}

/** Whether a thread has ended because its heap is full. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** How long a thread may rest. */
const idleMs = 30_000

/** `maxMebibytes` is the heap of one thread. */
export const createThreads = <Order, Answer>(
  program: URL,
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

const startThread = <Order, Answer>(
  program: URL,
  maxMebibytes: number,
  all: Set<Resting<Order, Answer>>,
): Thread<Order, Answer> => {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: maxMebibytes } })
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
  const thread: Thread<Order, Answer> = {
    ask: async (order, { withinMs, signal, transfer = [] }) => {
      signal.throwIfAborted()
      if (ended !== null) throw ended.error
      const asked = Promise.withResolvers<Answer>()
      // An order that cannot be sent is not waited for.
      asked.promise.catch(() => {})
      settle = asked
      const late = setTimeout(() => asked.reject(new TookTooLong()), Math.max(0, withinMs))
      const abort = (): void => asked.reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      try {
        worker.postMessage(order, transfer)
        return await asked.promise
      } finally {
        clearTimeout(late)
        signal.removeEventListener('abort', abort)
      }
    },
    giveBack: () => {
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
