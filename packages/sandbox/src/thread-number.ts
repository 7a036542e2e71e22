import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { workerData } from 'node:worker_threads'

/* Linux has a priority for each thread, by a number that only the thread itself can tell. */

/**
 * The steps of niceness by which a thread that works for long gives way: it still gets a quarter of a core that
 * another wants whole.
 */
const steps = 5

/** The program of a thread calls this as it begins. */
export const tellThreadNumber = (): void => {
  if (process.platform !== 'linux' || !(workerData instanceof Int32Array)) return
  workerData[0] = Number(basename(readlinkSync('/proc/thread-self')))
}

/** Lets a thread give way to the others of this process, where its number is known. */
export const standThreadBack = ([number = 0]: Int32Array): void => {
  // The number 0 would be the thread that asks.
  if (number === 0) return
  try {
    setPriority(number, Math.min(19, getPriority() + steps))
  } catch {
    // The thread has ended.
  }
}
