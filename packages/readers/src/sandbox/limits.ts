import { EngineFailure } from '../engine-failure.ts'
import { usageOf, type Usage } from './usage.ts'

/** The limits of one document. Its memory is that of the process, engines included. */
export type Limits = {
  /** Resident memory. */
  readonly memoryBytes: number
  /** By the clock, for the whole document. */
  readonly timeoutMs: number
  /** Of all processors together, for the whole document. */
  readonly cpuMs: number
  /** By the clock, for each page of which the engine says that it begins with it. */
  readonly pageMs: number
  /** Of the document as its process writes it. */
  readonly resultBytes: number
}

const lookEveryMs = 100

export type RunWatch = {
  /** Sets the page that is being read; null for none in particular. */
  readonly page: (number: number | null) => void
  /** Whether the process was so large at the last measurement that its death is attributed to memory. */
  isNearMemoryLimit(): boolean
  stop(): void
}

/**
 * Watches one run from outside, because a process that hangs cannot watch itself, and reports once which limit it has
 * exceeded. V8's own limits do not count what native code, WebAssembly and buffers hold, which is nearly all of an
 * engine.
 */
export const watchRun = (pid: number, limits: Limits, exceeded: (failure: EngineFailure) => void): RunWatch => {
  const timer = setTimeout(() => exceeded(tookTooLong(limits.timeoutMs)), limits.timeoutMs)
  let pageTimer: NodeJS.Timeout | undefined
  let lookTimer: NodeJS.Timeout | undefined
  let stopped = false
  let isNear = false
  /** The process has read other documents before; null until the first measurement. */
  let cpuMsBefore: number | null = null

  const look = async (): Promise<void> => {
    const usage = await usageOf(pid)
    if (stopped) return
    if (usage !== null) {
      cpuMsBefore ??= usage.cpuMs
      isNear = isNearLimit(usage, limits)
      if (usage.residentBytes > limits.memoryBytes) return exceeded(grewTooLarge(limits))
      if (usage.cpuMs - cpuMsBefore > limits.cpuMs) return exceeded(workedTooLong(limits.cpuMs))
    }
    lookTimer = setTimeout(() => void look(), lookEveryMs)
  }
  void look()

  return {
    page: (number) => {
      clearTimeout(pageTimer)
      if (number === null || stopped) return
      pageTimer = setTimeout(() => exceeded(pageTookTooLong(number, limits.pageMs)), limits.pageMs)
    },
    isNearMemoryLimit: () => isNear,
    stop: () => {
      stopped = true
      for (const each of [timer, pageTimer, lookTimer]) clearTimeout(each)
    },
  }
}

/** Added to the watched limit for the system's limit, so that normally the watch ends a process first. */
const headroomBytes = 3 * 1024 ** 3

/** For RLIMIT_DATA, which also counts reserved memory: 600 MiB in a process that has done nothing yet. */
export const dataLimitOf = (memoryBytes: number): number => memoryBytes + headroomBytes

const isNearLimit = ({ residentBytes, dataBytes }: Usage, { memoryBytes }: Limits): boolean =>
  residentBytes > 0.8 * memoryBytes || dataBytes > 0.8 * dataLimitOf(memoryBytes)

const inSeconds = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

const inMebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MiB`

const tookTooLong = (milliseconds: number): EngineFailure =>
  new EngineFailure('timeout', `Reading the document took longer than ${inSeconds(milliseconds)}.`)

const pageTookTooLong = (page: number, milliseconds: number): EngineFailure =>
  new EngineFailure('timeout', `Reading page ${page} took longer than ${inSeconds(milliseconds)}.`)

const workedTooLong = (milliseconds: number): EngineFailure =>
  new EngineFailure(
    'timeout',
    `Reading the document took more than the ${inSeconds(milliseconds)} of CPU time allowed.`,
  )

export const grewTooLarge = ({ memoryBytes }: Limits): EngineFailure =>
  new EngineFailure(
    'out_of_memory',
    `Reading the document took more than the ${inMebibytes(memoryBytes)} of memory allowed.`,
  )

export const resultTooLarge = ({ resultBytes }: Limits): EngineFailure =>
  new EngineFailure(
    'out_of_memory',
    `What was read from the document is larger than the ${inMebibytes(resultBytes)} allowed.`,
  )
