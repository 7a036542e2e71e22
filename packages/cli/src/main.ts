import { loadProgram } from '@polyparse/document/compiled-program'
import { startedModule } from '@polyparse/document/started-module'
import type { Invocation } from './invocation.ts'

/** The time for which open handles of a failed command may keep the process alive. */
const lastExitMs = 3000

/** The program `polyparse`: the command line of this process. */
export const main = async (argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> => {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

  const runCommandLine = await loadCommandLine(argv, environment)
  const code = await runCommandLine(argv, {
    environment,
    // Opened only by a command that reads it.
    get stdin() {
      return process.stdin
    },
    stdout: process.stdout,
    stderr: process.stderr,
    signals: process,
    exit: (code) => process.exit(code),
  })
  if (code === 0) return
  process.exitCode = code
  setTimeout(() => process.exit(), lastExitMs).unref()
}

type CommandLine = { readonly runCommandLine: (argv: readonly string[], invocation: Invocation) => Promise<number> }

/** They start once, and then stay. */
const stayingCommands = new Set(['serve', 'worker'])

/**
 * Bundled, a command loads in two thirds of the CPU time. Plugins import modules of these packages, whose errors are known by
 * their class, so with plugins there is only one copy of each.
 */
const loadCommandLine = async (
  [, , command = '']: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandLine['runCommandLine']> => {
  const isBundled = !stayingCommands.has(command) && environment['POLYPARSE_PLUGINS'] === undefined
  if (!isBundled) return (await import('./run-command-line.ts')).runCommandLine
  const { exports } = await loadProgram<CommandLine>(startedModule(import.meta.filename, 'run-command-line'))
  return exports.runCommandLine
}
