import assert from 'node:assert/strict'

/**
 * Does some work, and fails if it costs this thread that much CPU time: for work that would cost far more if it grew
 * faster than its input. A clock would measure how busy the machine is.
 *
 * @param what names the work in the failure
 *
 * @example
 * const document = await withinCpu(3000, () => read('<'.repeat(40_000)))
 */
export const withinCpu = async <Result>(
  milliseconds: number,
  work: () => Result | Promise<Result>,
  what = 'it',
): Promise<Result> => {
  const start = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(start)
  const spent = Math.round((user + system) / 1000)
  assert.ok(spent < milliseconds, `${what} took ${spent} ms of CPU time, and may take ${milliseconds}`)
  return result
}
