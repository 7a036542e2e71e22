import { Command } from 'commander'
import { addAccountCommands } from './accounts.ts'
import { addBenchCommand } from './bench/bench-command.ts'
import { addDoctorCommand } from './doctor.ts'
import { addCompareCommand } from './documents/compare-command.ts'
import { addParseCommand } from './documents/parse-command.ts'
import { exitCodeOf, tell } from './failures.ts'
import { addJobCommands } from './jobs.ts'
import { addKeyCommands } from './keys.ts'
import { addServiceCommands } from './serve.ts'

/**
 * The command `polyparse`: results on standard output, everything else on standard error. It ends with 0, with 1 when
 * what was asked could not be done, and with 2 when it was not asked rightly.
 */
export const main = async (argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> => {
  // Whoever reads the output may have seen enough, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

  const program = new Command('polyparse')
    .description(
      'Document parsing jobs over HTTP: the service, commands that have documents read, and what its operator needs.',
    )
    .exitOverride()
    .showHelpAfterError('Run it with --help to see what it takes.')
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
    tell(error)
    process.exitCode = exitCodeOf(error)
    // Nothing that a failed command has left open may keep the process.
    setTimeout(() => process.exit(), 3000).unref()
  }
}
