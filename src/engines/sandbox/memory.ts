import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Resident memory of a process in bytes; null when it is gone or the system does not tell. */
export const residentBytes = async (pid: number): Promise<number | null> => {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid)
  } catch {
    return null
  }
}

const fromProc = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1')
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]
  return kibibytes === undefined ? null : Number(kibibytes) * 1024
}

const fromPs = async (pid: number): Promise<number | null> => {
  const { stdout } = await execute('ps', ['-o', 'rss=', '-p', String(pid)], { timeout: 2000 })
  const kibibytes = Number(stdout.trim())
  return Number.isSafeInteger(kibibytes) && kibibytes > 0 ? kibibytes * 1024 : null
}

/**
 * Looks at a process every 100 ms until it is stopped, and says once when it has grown beyond `limit`.
 * V8's own limits do not count what native code, WebAssembly and buffers hold, which is nearly all of an engine.
 */
export const watchMemory = (pid: number, limit: number, exceeded: () => void): { stop(): void } => {
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const look = async (): Promise<void> => {
    const bytes = await residentBytes(pid)
    if (stopped) return
    if (bytes !== null && bytes > limit) exceeded()
    else timer = setTimeout(() => void look(), 100)
  }
  timer = setTimeout(() => void look(), 100)
  return {
    stop: () => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
