import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/**
 * What a process uses of the machine: resident memory, private writable memory as RLIMIT_DATA counts it, and CPU time.
 */
export type Usage = { readonly residentBytes: number; readonly dataBytes: number; readonly cpuMs: number }

/** Null when the process is gone or the system does not say. */
export const usageOf = async (pid: number): Promise<Usage | null> => {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid)
  } catch {
    return null
  }
}

/** Linux counts CPU time for user space in ticks of 10 ms on every architecture that Node runs on. */
const tickMs = 10

/** See proc_pid_status(5) and proc_pid_stat(5). The program's name, in parentheses, may itself have spaces. */
const fromProc = async (pid: number): Promise<Usage | null> => {
  const [status, stat] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'latin1'),
    readFile(`/proc/${pid}/stat`, 'latin1'),
  ])
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return whole({
    residentBytes: bytes('VmRSS'),
    dataBytes: bytes('VmData'),
    cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
  })
}

const fromPs = async (pid: number): Promise<Usage | null> => {
  const { stdout } = await execute('ps', ['-o', 'rss=,time=', '-p', String(pid)], { timeout: 2000 })
  const [rss, time = ''] = stdout.trim().split(/\s+/)
  return whole({ residentBytes: Number(rss) * 1024, dataBytes: 0, cpuMs: cpuTimeOf(time) })
}

const whole = (usage: Usage): Usage | null => (Object.values(usage).every(Number.isFinite) ? usage : null)

/** The milliseconds of a time that `ps` prints: `1-02:03:04`, `02:03:04` or `03:04.56`. */
export const cpuTimeOf = (time: string): number => {
  const [clock = '', days = '0'] = time.split('-').toReversed()
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return (Number(days) * 86_400 + seconds) * 1000
}
