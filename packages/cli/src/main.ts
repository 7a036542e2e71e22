import { runCommandLine } from './run-command-line.ts'

/** How long what a failed command has left open may keep the process alive. */
const lastExitMs = 3000

/** The program `polyparse`: the command line of this process. */
export const main = async (argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> => {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

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
