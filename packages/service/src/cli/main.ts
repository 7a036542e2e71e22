import { Command } from 'commander'
import { addAccountCommands } from './accounts.ts'
import { addBenchCommand } from './bench/bench-command.ts'
import { addDoctorCommand } from './doctor.ts'
import { addCompareCommand } from './documents/compare-command.ts'
import { addParseCommand } from './documents/parse-command.ts'
import { exitCodeOf, reportError } from './failures.ts'
import { addJobCommands } from './jobs.ts'
import { addKeyCommands } from './keys.ts'
import { addServiceCommands } from './serve.ts'

/**
 * The command `polyparse`. Results go to standard output, everything else to standard error. It exits with 0 on success,
 * 1 on failure, and 2 when the command line is wrong.
 */
export const main = async (argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> => {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

  const program = new Command('polyparse')
    .description(
      'Document parsing jobs over HTTP: run the service, parse and compare documents, and manage keys, accounts and jobs.',
    )
    .exitOverride()
    .showHelpAfterError('Run it with --help to see its arguments and options.')
  addServiceCommands(program, environment)
  addParseCommand(program, environment)
  addCompareCommand(program, environment)
  addBenchCommand(program, environment)
  addKeyCommands(program, environment)
  addAccountCommands(program, environment)
  addJobCommands(program, environment)
  addDoctorCommand(program, environment)

  try {
    await program.parseAsync(argv)
  } catch (error) {
    reportError(error)
    process.exitCode = exitCodeOf(error)
    // Handles that a failed command left open must not keep the process alive.
    setTimeout(() => process.exit(), 3000).unref()
  }
}
