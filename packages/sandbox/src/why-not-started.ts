import type { ChildProcess } from 'node:child_process'

/** The observation of a process that is starting: its output, and its end. */
export type Start = {
  /** Returns why it has not started, in words for the operator. Resolves at most a second after its end. */
  why(error: unknown): Promise<string>
  /** Reads and discards its output from now on. */
  ignore(): void
}

const settleMs = 1000
const longestComplaint = 8192

/**
 * Collects standard error before the process has seen any document, while it can only be about the process itself.
 * Later, libraries print there, maybe about documents; it must still be read, or the process would block.
 */
export const watchStart = (child: ChildProcess): Start => {
  let text = ''
  const collect = (part: Buffer): void => {
    text = (text + part.toString()).slice(0, longestComplaint)
  }
  child.stderr?.on('data', collect)
  // The last output may arrive after the process has ended.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))

  const why: Start['why'] = async (failure) => {
    if (child.pid !== undefined) await Promise.race([closed, pause(settleMs)])
    return [wayOut(child, failure), text.trim()].filter((part) => part !== '').join(': ')
  }
  const ignore = (): void => {
    child.stderr?.off('data', collect).resume()
  }
  return { why, ignore }
}

const wayOut = ({ pid, exitCode, signalCode }: ChildProcess, error: unknown): string => {
  if (error instanceof NotReady) return error.message
  if (pid === undefined) return `the engine process could not be run (${messageOfStartError(error)})`
  if (exitCode !== null) return `the engine process ended with exit code ${exitCode}`
  return signalCode === null ? messageOfStartError(error) : `the engine process was ended by ${signalCode}`
}

/** The process has neither ended nor reported that it is ready. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
  constructor(milliseconds: number) {
    super(`the engine process was not ready after ${milliseconds / 1000} seconds`)
  }
}

const messageOfStartError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
