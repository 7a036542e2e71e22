import type { EngineProcess } from './engine-process.ts'
import { whenAborted } from '@polyparse/engine'

/** A process that has read nothing, ready for the next document that needs one. */
export type Spare = {
  /** The process, which is the caller's from now on; null where there is none. */
  take(): Promise<EngineProcess> | null
  /** Starts one, if there is none and the machine has room for it. */
  refill(): void
  /** Says that a document was read with an engine: the next process has it loaded, as long as that was not long ago. */
  used(engine: string): void
  /** Keeps no process from now on, and returns the one that there is. */
  close(): Promise<EngineProcess> | null
}

export type SpareOptions = {
  readonly start: (engines: ReadonlySet<string>) => Promise<EngineProcess>
  readonly end: (process: Promise<EngineProcess>) => void
  /** The process keeps the engines loaded that were used meanwhile for this long after a document; after that none. */
  readonly activeMs: number
  /** The memory of the machine that has to be free for a process to be kept. */
  readonly minFreeBytes: number
}

/**
 * Starting a process takes half a second, most of which is the system's confinement and Node itself: one without engines saves
 * that, holds 20 MB, and loads an engine with the document that needs it.
 */
export const createSpare = ({ start, end, activeMs, minFreeBytes }: SpareOptions): Spare => {
  let spare: { readonly process: Promise<EngineProcess>; readonly engines: number } | null = null
  const recent = new Set<string>()
  let quiet: NodeJS.Timeout | undefined
  let isClosed = false

  const take: Spare['take'] = () => {
    const taken = spare?.process ?? null
    spare = null
    return taken
  }
  const refill: Spare['refill'] = () => {
    if (isClosed || spare !== null || process.availableMemory() < minFreeBytes) return
    const started = { process: start(new Set(recent)), engines: recent.size }
    spare = started
    const forget = (): void => {
      if (spare === started) spare = null
    }
    started.process.then(({ ended }) => whenAborted(ended, forget), forget)
  }
  const rest = (): void => {
    recent.clear()
    if (spare === null || spare.engines > 0) {
      const left = take()
      if (left !== null) end(left)
      refill()
    }
  }
  const used: Spare['used'] = (engine) => {
    recent.add(engine)
    clearTimeout(quiet)
    quiet = setTimeout(rest, activeMs).unref()
    // One without engines is better than none, and takes the next document as well.
    refill()
  }
  const close: Spare['close'] = () => {
    isClosed = true
    clearTimeout(quiet)
    return take()
  }
  return { take, refill, used, close }
}
