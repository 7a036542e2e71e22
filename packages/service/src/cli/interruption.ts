import { exitCodeOf } from './failures.ts'
import { InterruptedError } from './cli-error.ts'
import { remark } from './output.ts'

/** What ends a command from outside: Ctrl-C, `kill`, and the terminal that is closed. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Does work that can be interrupted: the signal is aborted with an {@link InterruptedError}, and the work cleans up
 * behind itself. Who asks a second time does not wait for that.
 */
export const interruptible = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const controller = new AbortController()
  const interrupt = (name: NodeJS.Signals): void => {
    const error = new InterruptedError(name)
    if (controller.signal.aborted) process.exit(exitCodeOf(error))
    remark('Stopping. Once more ends it at once.')
    controller.abort(error)
  }
  for (const name of endings) process.on(name, interrupt)
  try {
    return await work(controller.signal)
  } catch (error) {
    // Whatever failed because of it.
    controller.signal.throwIfAborted()
    throw error
  } finally {
    for (const name of endings) process.off(name, interrupt)
  }
}
