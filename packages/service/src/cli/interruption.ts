import { exitCodeOf } from './failures.ts'
import { InterruptedError } from './cli-error.ts'
import { notify } from './output.ts'

/** The signals that end a command: Ctrl-C, `kill`, and closing the terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that can be interrupted: the first signal aborts it with an {@link InterruptedError} and lets it clean up; a
 * second one exits at once.
 */
export const interruptible = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const controller = new AbortController()
  const interrupt = (name: NodeJS.Signals): void => {
    const error = new InterruptedError(name)
    if (controller.signal.aborted) process.exit(exitCodeOf(error))
    notify('Stopping. Interrupt again to exit immediately.')
    controller.abort(error)
  }
  for (const name of signals) process.on(name, interrupt)
  try {
    return await work(controller.signal)
  } catch (error) {
    // An error after the interruption is a consequence of it.
    controller.signal.throwIfAborted()
    throw error
  } finally {
    for (const name of signals) process.off(name, interrupt)
  }
}
