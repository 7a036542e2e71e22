import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { processCpu } from './cpu.ts'

/** Measures the CPU time of a process and all that it starts, those that nobody waits for and that have ended among them. */
export type CpuMeter = {
  /** Since the meter was made. */
  milliseconds(): Promise<number>
  close(): Promise<void>
  /** A cgroup is exact; looking at the processes misses a little of what each did before its end. */
  readonly method: 'cgroup' | 'processes'
}

/** The folders where the two versions of cgroups are mounted, and the file with the usage of a group. */
const hierarchies = [
  { folder: '/sys/fs/cgroup/cpuacct', usage: 'cpuacct.usage', read: (text: string) => Number(text) / 1e6 },
  {
    folder: '/sys/fs/cgroup',
    usage: 'cpu.stat',
    read: (text: string) => Number(/^usage_usec (\d+)$/m.exec(text)?.[1]) / 1000,
  },
] as const

let made = 0

/** Measures a running process from now on: one that has started others already is measured without those. */
export const meterTree = async (pid: number): Promise<CpuMeter> => (await meterByCgroup(pid)) ?? meterByProcesses(pid)

/** Null where this process may make no group. */
const meterByCgroup = async (pid: number): Promise<CpuMeter | null> => {
  for (const { folder, usage, read } of hierarchies) {
    if (!existsSync(`${folder}/cgroup.procs`)) continue
    const group = `${folder}/polyparse-${process.pid}-${(made += 1)}`
    try {
      await mkdir(group)
      if (!existsSync(`${group}/${usage}`)) throw new Error('this group does not count')
      await writeFile(`${group}/cgroup.procs`, String(pid))
    } catch {
      await rmdir(group).catch(() => {})
      continue
    }
    return {
      method: 'cgroup',
      milliseconds: async () => read(await readFile(`${group}/${usage}`, 'utf8')),
      close: async () => {
        // A group can be removed once its last process has ended.
        for (let tries = 0; tries < 50 && existsSync(group); tries += 1) await rmdir(group).catch(() => setTimeout(100))
      },
    }
  }
  return null
}

const lookEveryMs = 20

const meterByProcesses = (pid: number): CpuMeter => {
  const used = new Map<number, number>()
  const look = async (): Promise<void> => {
    await Promise.all(
      (await treeOf(pid)).map(async (each) => {
        const milliseconds = await processCpu(each).catch(() => 0)
        used.set(each, Math.max(used.get(each) ?? 0, milliseconds))
      }),
    )
  }
  const before = look().then(() => sumOf(used))
  const timer = setInterval(() => void look(), lookEveryMs)
  return {
    method: 'processes',
    milliseconds: async () => {
      const earlier = await before
      await look()
      return sumOf(used) - earlier
    },
    close: async () => clearInterval(timer),
  }
}

const sumOf = (used: ReadonlyMap<number, number>): number => [...used.values()].reduce((sum, one) => sum + one, 0)

const treeOf = async (pid: number): Promise<number[]> => {
  const lists = await Array.fromAsync(glob(`/proc/${pid}/task/*/children`), (path) =>
    readFile(path, 'latin1').catch(() => ''),
  )
  const children = lists.flatMap((list) => list.split(' ').filter((child) => child !== '')).map(Number)
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()]
}

export type CommandCost = { readonly cpuMs: number; readonly clockMs: number; readonly method: CpuMeter['method'] }

/**
 * Runs a command to its end, and resolves with what it has cost, its start and all that it has started among it. It begins when
 * its group is there.
 * @throws when it ends with another code than 0
 */
export const costOfCommand = async (
  command: readonly [program: string, ...rest: readonly string[]],
  options: { readonly cwd?: string; readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<CommandCost> => {
  const child = spawn('/bin/sh', ['-c', 'read -r begin && exec "$@"', 'sh', ...command], {
    cwd: options.cwd,
    env: options.environment ?? process.env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2000)))
  const ended = once(child, 'close')
  const meter = await meterTree(child.pid ?? 0)
  try {
    const begun = performance.now()
    child.stdin.end('\n')
    await ended
    const clockMs = performance.now() - begun
    if (child.exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${child.exitCode}: ${errors}`)
    return { cpuMs: await meter.milliseconds(), clockMs, method: meter.method }
  } finally {
    child.kill('SIGKILL')
    await meter.close()
  }
}
