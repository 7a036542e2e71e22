import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The numbers of a process and of all that descend from it, each after its parent. Linux only. */
export const treeOf = (pid: number): readonly number[] => {
  const found = [pid]
  for (const each of found) found.push(...childPidsOfProcess(each))
  return found
}

/** Empty when the process is gone. A child belongs to the thread that started it. */
const childPidsOfProcess = (pid: number): readonly number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => readPidList(`/proc/${pid}/task/${thread}/children`))
  } catch {
    return []
  }
}

/** Empty when the thread is gone. */
const readPidList = (path: string): readonly number[] => {
  try {
    return readFileSync(path, 'latin1').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/**
 * Ends the first process of a PID namespace, for which a child waits, and the kernel all others with it. The
 * child is the last to end. Ended itself, it would take the others with it as well, but they might end later.
 */
export const endNamespace = (child: ChildProcess): void => {
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const [first] = child.pid === undefined || hasEnded ? [] : childPidsOfProcess(child.pid)
  try {
    if (first === undefined) child.kill('SIGKILL')
    else process.kill(first, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
