import { glob, readFile } from 'node:fs/promises'

/** Resident memory of a process in bytes, from /proc; null where there is none. */
export const residentBytes = async (pid: number): Promise<number | null> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
  } catch {
    return null
  }
}

/**
 * Memory of a process and of all that it has started, in bytes, from /proc; null where there is none. What they share
 * counts once.
 */
export const treeBytes = async (pid: number): Promise<number | null> => {
  try {
    const own = Number(/^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024
    const lists = await Array.fromAsync(glob(`/proc/${pid}/task/*/children`), (path) => readFile(path, 'utf8'))
    const children = lists.flatMap((list) => list.split(' ').filter((child) => child !== ''))
    const all = await Promise.all(children.map((child) => treeBytes(Number(child))))
    return all.reduce<number>((sum, bytes) => sum + (bytes ?? 0), own)
  } catch {
    return null
  }
}

/** Watches a process during the work: how far its memory rises above its initial size. */
export const memoryGrowth = async (pid: number, work: () => Promise<unknown>): Promise<number | null> => {
  const before = await residentBytes(pid)
  if (before === null) return null
  let peak = before
  const timer = setInterval(() => {
    void residentBytes(pid).then((bytes) => {
      peak = Math.max(peak, bytes ?? 0)
    })
  }, 10)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak - before
}
