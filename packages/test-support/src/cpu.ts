import { readFile } from 'node:fs/promises'

/** Linux counts in ticks of 10 ms. */
const tickMs = 10

/** CPU time of a process with all its threads, in milliseconds, from /proc. */
export const processCpu = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  // The program's name, in parentheses, may have spaces.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * tickMs
}

/** Returns how long the main thread of a process has been ready to work but without a core to work on, in milliseconds. */
export const mainThreadWaited = async (pid: number): Promise<number> => {
  const [, nanoseconds = ''] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'latin1')).split(' ')
  return Number(nanoseconds) / 1e6
}
