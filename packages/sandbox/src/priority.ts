import { readdirSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { treeOf } from './process-tree.ts'

/**
 * The steps of niceness by which engines give way to the service, whose answers they would delay where there are
 * too few cores. An engine still gets a quarter of a core that another process wants whole: its limit by the clock is
 * ten times that of CPU time.
 */
export const stepsBack = 5

/**
 * Lets a process give way to this one, with all that it has started and will start. What the system refuses stays as it
 * is and costs only time.
 */
export const standBack = (pid: number): void => {
  const priority = Math.min(19, getPriority() + stepsBack)
  if (process.platform !== 'linux') return attempt(() => setPriority(pid, priority))
  // The innermost session first: of several changes at once, the system may grant one.
  for (const each of treeOf(pid).toReversed()) {
    for (const thread of threadsOf(each)) attempt(() => setPriority(thread, priority))
    // Each engine is a session of its own, and the kernel may share the processor between sessions first (`sched_autogroup`).
    attempt(() => writeFileSync(`/proc/${each}/autogroup`, String(stepsBack)))
  }
}

/** Empty when the process is gone. */
const threadsOf = (pid: number): readonly number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

const attempt = (action: () => void): void => {
  try {
    action()
  } catch {
    // It is gone, or may not be changed.
  }
}
