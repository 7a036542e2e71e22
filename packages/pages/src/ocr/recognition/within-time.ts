import { EngineFailure } from '@polyparse/engine'
import { clockFactor, createStopwatch } from '@polyparse/engine'

/** Returns the CPU time of this process, which reads one document at a time and waits for its threads. */
export const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const recognitionCheckIntervalMs = 200

/**
 * Resolves to the value of work that may use `cpuMs` milliseconds of CPU time, and ten times that by the clock.
 * @throws {EngineFailure} `timeout`; the work itself goes on.
 */
export const withinTime = async <Value>(work: Promise<Value>, cpuMs: number): Promise<Value> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const watch = createStopwatch()
  watch.look(ownCpuMs())
  const timer = setInterval(() => {
    const taken = watch.look(ownCpuMs())
    if (taken.cpuMs > cpuMs) reject(workedTooLong(cpuMs))
    else if (taken.clockMs > clockFactor * cpuMs) reject(tookTooLong(clockFactor * cpuMs))
  }, recognitionCheckIntervalMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearInterval(timer)
  }
}

export const workedTooLong = (milliseconds: number): EngineFailure =>
  new EngineFailure(
    'timeout',
    `Reading the text of an image took more than the ${milliseconds / 1000} seconds of CPU time allowed.`,
  )

const tookTooLong = (milliseconds: number): EngineFailure =>
  new EngineFailure('timeout', `Reading the text of an image took longer than ${milliseconds / 1000} seconds.`)
