import { EngineFailure } from '@polyparse/engine'
import { clockFactor, createStopwatch, type Stopwatch } from '@polyparse/engine'
import { usageOf, type EngineUsage } from './usage.ts'

/** The limits of one document. Its memory is that of the process, engines included. */
export type EngineLimits = {
  /** Resident memory. */
  readonly memoryBytes: number
  /** CPU time of all processors together, for the whole document. */
  readonly cpuMs: number
  /**
   * CPU time of all processors together for each page, counted from the engine's report that it begins the page; by the
   * clock ten times that.
   */
  readonly pageMs: number
  /**
   * The time by the clock for the whole document, against an engine that waits for ever. It should be ten times the CPU
   * time. A run that it ends is tried once more.
   */
  readonly timeoutMs: number
  /** Bytes of the document as its process writes it. */
  readonly resultBytes: number
}

const limitCheckIntervalMs = 100

export type RunWatch = {
  /** Sets the page that is being read; null for none in particular. */
  readonly page: (number: number | null) => void
  /** Tells whether the process was so large at the last measurement that its death is attributed to memory. */
  isNearMemoryLimit(): boolean
  stop(): void
}

/**
 * Watches one run from outside, because a process that hangs cannot watch itself, and reports once which limit it has
 * exceeded. V8's own limits do not count what native code, WebAssembly and buffers hold, which is nearly all of an
 * engine.
 */
export const watchRun = (pid: number, limits: EngineLimits, exceeded: (failure: EngineFailure) => void): RunWatch => {
  const whole = createStopwatch()
  let page: { readonly number: number; readonly watch: Stopwatch } | null = null
  let lookTimer: NodeJS.Timeout | undefined
  let stopped = false
  let isNear = false

  const look = async (): Promise<void> => {
    const usage = await usageOf(pid)
    if (stopped) return
    const cpuMs = usage?.cpuMs ?? null
    const ofRun = whole.look(cpuMs)
    const ofPage = page?.watch.look(cpuMs)
    if (usage !== null) {
      isNear = isNearLimit(usage, limits)
      if (usage.residentBytes > limits.memoryBytes) return exceeded(grewTooLarge(limits))
    }
    if (ofRun.cpuMs > limits.cpuMs) return exceeded(workedTooLong('the document', limits.cpuMs))
    if (page !== null && ofPage !== undefined) {
      const { number } = page
      if (ofPage.cpuMs > limits.pageMs) return exceeded(workedTooLong(`page ${number}`, limits.pageMs))
      const pageClockMs = clockFactor * limits.pageMs
      if (ofPage.clockMs > pageClockMs) return exceeded(tookTooLong(`page ${number}`, pageClockMs))
    }
    if (ofRun.clockMs > limits.timeoutMs) return exceeded(tookTooLong('the document', limits.timeoutMs))
    lookTimer = setTimeout(() => void look(), limitCheckIntervalMs)
  }
  void look()

  return {
    page: (number) => {
      page = number === null ? null : { number, watch: createStopwatch() }
    },
    isNearMemoryLimit: () => isNear,
    stop: () => {
      stopped = true
      clearTimeout(lookTimer)
    },
  }
}

/** Added to the watched limit for the system's limit, so that normally the watch ends a process first. */
const headroomBytes = 3 * 1024 ** 3

/**
 * Returns RLIMIT_DATA, which also counts reserved memory: 600 MiB in a process that has done nothing yet.
 * @example dataLimitOf(1024 ** 3) // 4294967296
 */
export const dataLimitOf = (memoryBytes: number): number => memoryBytes + headroomBytes

const isNearLimit = ({ residentBytes, dataBytes }: EngineUsage, { memoryBytes }: EngineLimits): boolean =>
  residentBytes > 0.8 * memoryBytes || dataBytes > 0.8 * dataLimitOf(memoryBytes)

const inSeconds = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

const inMebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MiB`

/** The process may have waited for our machine, so the same may succeed later. */
const tookTooLong = (what: string, milliseconds: number): EngineFailure =>
  new EngineFailure('timeout', `Reading ${what} took longer than ${inSeconds(milliseconds)}.`, { transient: true })

const workedTooLong = (what: string, milliseconds: number): EngineFailure =>
  new EngineFailure('timeout', `Reading ${what} took more than the ${inSeconds(milliseconds)} of CPU time allowed.`)

/** A run that only the clock has ended. */
export const isOutOfTime = (error: unknown): error is EngineFailure =>
  error instanceof EngineFailure && error.code === 'timeout' && error.transient

/** The clock has ended it twice, so it counts as the document's fault. */
export const outOfTimeForGood = (failure: EngineFailure): EngineFailure =>
  new EngineFailure(failure.code, failure.message, { cause: failure })

export const grewTooLarge = ({ memoryBytes }: EngineLimits): EngineFailure =>
  new EngineFailure(
    'out_of_memory',
    `Reading the document took more than the ${inMebibytes(memoryBytes)} of memory allowed.`,
  )

export const resultTooLarge = ({ resultBytes }: EngineLimits): EngineFailure =>
  new EngineFailure(
    'out_of_memory',
    `What was read from the document is larger than the ${inMebibytes(resultBytes)} allowed.`,
  )
