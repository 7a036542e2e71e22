import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { treeOf } from './process-tree.ts'

const execute = promisify(execFile)

/**
 * The use of the machine by a process and all that it has started: resident memory, the private writable memory of the
 * largest as RLIMIT_DATA counts it, and CPU time.
 */
export type EngineUsage = { readonly residentBytes: number; readonly dataBytes: number; readonly cpuMs: number }

/** Null when the process is gone or the system does not say. */
export const usageOf = async (pid: number): Promise<EngineUsage | null> => {
  try {
    return process.platform === 'linux' ? ofTree(pid) : await fromPs(pid)
  } catch {
    return null
  }
}

/** Reading /proc waits for nothing, and costs a fifth of what it costs through other threads. */
const ofTree = (pid: number): EngineUsage | null => {
  const usages = treeOf(pid).flatMap((each) => fromProc(each) ?? [])
  if (usages.length === 0) return null
  return {
    residentBytes: usages.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
    dataBytes: Math.max(...usages.map(({ dataBytes }) => dataBytes)),
    cpuMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  }
}

/** Linux counts CPU time for user space in ticks of 10 ms on every architecture that Node runs on. */
const tickMs = 10

/**
 * See proc_pid_status(5) and proc_pid_stat(5). The program's name, in parentheses, may itself have spaces. The CPU time
 * is with that of the children that it has waited for. Null when the process is gone, or ends right now.
 */
const fromProc = (pid: number): EngineUsage | null => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return finiteUsageOrNull({
      residentBytes: bytes('VmRSS'),
      dataBytes: bytes('VmData'),
      cpuMs: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs,
    })
  } catch {
    return null
  }
}

const fromPs = async (pid: number): Promise<EngineUsage | null> => {
  const { stdout } = await execute('ps', ['-o', 'rss=,time=', '-p', String(pid)], { timeout: 2000 })
  const [rss, time = ''] = stdout.trim().split(/\s+/)
  return finiteUsageOrNull({ residentBytes: Number(rss) * 1024, dataBytes: 0, cpuMs: cpuTimeOf(time) })
}

const finiteUsageOrNull = (usage: EngineUsage): EngineUsage | null =>
  Object.values(usage).every(Number.isFinite) ? usage : null

/**
 * The milliseconds of a time that `ps` prints: `1-02:03:04`, `02:03:04` or `03:04.56`.
 * @example cpuTimeOf('1-02:03:04') // 93784000
 */
export const cpuTimeOf = (time: string): number => {
  const [clock = '', days = '0'] = time.split('-').toReversed()
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return (Number(days) * 86_400 + seconds) * 1000
}
