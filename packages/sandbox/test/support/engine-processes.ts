import { readFileSync } from 'node:fs'
import { treeOf } from '../../src/process-tree.ts'

/**
 * The numbers of the engine processes that descend from a process, as they are outside of their namespaces. Linux only.
 */
export const enginesOf = (pid: number): readonly number[] => treeOf(pid).filter(isEngine)

const isEngine = (pid: number): boolean => {
  try {
    const [program, ...options] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return program === process.execPath && options.includes('--permission')
  } catch {
    return false
  }
}

export const notLinux = process.platform !== 'linux' && 'only /proc tells the processes of engines'
