import { exitCodeOf } from './failures.ts'
import { InterruptedError } from './cli-error.ts'
import type { Invocation } from './invocation.ts'
import { notify } from './output.ts'

/** The signals that end a command: Ctrl-C, `kill`, and closing the terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that can be interrupted: the first signal aborts it with an {@link InterruptedError} and lets it clean up; a
 * second one exits at once.
 */
export const interruptible = async <Result>(
  invocation: Invocation,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const controller = new AbortController()
  const interrupt = (name: NodeJS.Signals): void => {
    const error = new InterruptedError(name)
    if (controller.signal.aborted) return invocation.exit(exitCodeOf(error))
    notify(invocation, 'Stopping. Interrupt again to exit immediately.')
    controller.abort(error)
  }
  for (const name of signals) invocation.signals.on(name, interrupt)
  try {
    return await work(controller.signal)
  } catch (error) {
    // An error after the interruption is a consequence of it.
    controller.signal.throwIfAborted()
    throw error
  } finally {
    for (const name of signals) invocation.signals.off(name, interrupt)
  }
}
