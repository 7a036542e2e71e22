import type { ChildProcess } from 'node:child_process'

/** What is known of a process that is to start: what it says, and how it ends. */
export type Start = {
  /** Why it has not started, in words for whoever runs the service. Resolves at most a second after its end. */
  why(error: unknown): Promise<string>
  /** What it says from now on is read and thrown away. */
  ignore(): void
}

const settleMs = 1000
const longestComplaint = 8192

/**
 * Listens before the process has seen any document: what it says on its standard error is then about itself. Later,
 * libraries chat there, maybe of documents; and a process would wait for somebody who reads it.
 */
export const watchStart = (child: ChildProcess): Start => {
  let text = ''
  const hear = (part: Buffer): void => {
    text = (text + part.toString()).slice(0, longestComplaint)
  }
  child.stderr?.on('data', hear)
  // What it said last may come after it has ended.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))

  const why: Start['why'] = async (failure) => {
    if (child.pid !== undefined) await Promise.race([closed, pause(settleMs)])
    return [wayOut(child, failure), text.trim()].filter((part) => part !== '').join(': ')
  }
  const ignore = (): void => {
    child.stderr?.off('data', hear).resume()
  }
  return { why, ignore }
}

const wayOut = ({ pid, exitCode, signalCode }: ChildProcess, error: unknown): string => {
  if (error instanceof NotReady) return error.message
  if (pid === undefined) return `the engine process could not be run (${textOf(error)})`
  if (exitCode !== null) return `the engine process ended with exit code ${exitCode}`
  return signalCode === null ? textOf(error) : `the engine process was ended by ${signalCode}`
}

/** That a process has neither ended nor said that it is ready. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
  constructor(milliseconds: number) {
    super(`the engine process was not ready after ${milliseconds / 1000} seconds`)
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
