import { glob, readFile } from 'node:fs/promises'

/** Linux counts in ticks of 10 ms. */
const tickMs = 10

/** CPU time in milliseconds, from /proc: of a process, and of those that it has waited for. */
const timesOf = async (pid: number): Promise<{ own: number; waitedFor: number }> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  // The program's name, in parentheses, may have spaces.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = ticks
  return { own: (user + system) * tickMs, waitedFor: (childrenUser + childrenSystem) * tickMs }
}

/** CPU time of a process with all its threads, in milliseconds. */
export const processCpu = async (pid: number): Promise<number> => (await timesOf(pid)).own

/** How long the main thread of a process has been ready to work but without a core to work on, in milliseconds. */
export const mainThreadWaited = async (pid: number): Promise<number> => {
  const [, nanoseconds = ''] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'latin1')).split(' ')
  return Number(nanoseconds) / 1e6
}

/** CPU time of all that a process has started, running or ended, in milliseconds. */
export const childrenCpu = async (pid: number): Promise<number> => {
  const { waitedFor } = await timesOf(pid)
  const lists = await Array.fromAsync(glob(`/proc/${pid}/task/*/children`), (path) => readFile(path, 'latin1'))
  const children = lists.flatMap((list) => list.split(' ').filter((child) => child !== '')).map(Number)
  // One that ends right now counts with those that were waited for the next time.
  const all = await Promise.all(
    children
      .map(async (child) => (await processCpu(child)) + (await childrenCpu(child)))
      .map((it) => it.catch(() => 0)),
  )
  return all.reduce((sum, milliseconds) => sum + milliseconds, waitedFor)
}
