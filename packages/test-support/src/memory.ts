import { readFile } from 'node:fs/promises'

/** Resident memory of a process in bytes, from /proc; null where there is none. */
export const residentBytes = async (pid: number): Promise<number | null> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
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
