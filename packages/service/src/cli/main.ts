import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { exitCodeOf, reportError } from './failures.ts'

type AddCommands = (program: Command, environment: NodeJS.ProcessEnv) => void

/** The commands in the order of the help, by their first word. Each loads what it needs, which for some is everything. */
const commands = new Map<string, () => Promise<AddCommands>>([
  ['serve', async () => (await import('./serve.ts')).addServeCommand],
  ['worker', async () => (await import('./serve.ts')).addWorkerCommand],
  ['parse', async () => (await import('./documents/parse-command.ts')).addParseCommand],
  ['compare', async () => (await import('./documents/compare-command.ts')).addCompareCommand],
  ['watch', async () => (await import('./sync/sync-commands.ts')).addSyncCommands],
  ['sync', async () => (await import('./sync/sync-commands.ts')).addSyncCommands],
  ['bench', async () => (await import('./bench/bench-command.ts')).addBenchCommand],
  ['mcp', async () => (await import('./mcp.ts')).addMcpCommand],
  ['login', async () => (await import('./login.ts')).addLoginCommands],
  ['logout', async () => (await import('./login.ts')).addLoginCommands],
  ['keys', async () => (await import('./keys.ts')).addKeyCommands],
  ['accounts', async () => (await import('./accounts.ts')).addAccountCommands],
  ['jobs', async () => (await import('./jobs.ts')).addJobCommands],
  ['languages', async () => (await import('./languages/languages-command.ts')).addLanguageCommands],
  ['providers', async () => (await import('./providers/commands.ts')).addProviderCommands],
  ['backup', async () => (await import('./backup.ts')).addBackupCommand],
  ['restore', async () => (await import('./restore.ts')).addRestoreCommand],
  ['completion', async () => (await import('./completion.ts')).addCompletionCommand],
  ['doctor', async () => (await import('./doctor.ts')).addDoctorCommand],
])

/**
 * The command `polyparse`, with `argv` as the process has it. Results go to standard output, everything else to standard
 * error. It exits with 0 on success, 1 on failure, and 2 when the command line is wrong.
 */
export const main = async (argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> => {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

  const program = new Command('polyparse')
    .description(
      'Document parsing jobs over HTTP: run the service, parse and compare documents, and manage keys, accounts and jobs.',
    )
    .version(packageJson.version, '-V, --version', 'print the version')
    .exitOverride()
    .showHelpAfterError('Run it with --help to see its arguments and options.')
  // The help, the error for an unknown command, and completion know all of them.
  const [, , word = ''] = argv
  const named = word === 'completion' ? undefined : commands.get(word)
  const needed = ['-V', '--version'].includes(word) ? [] : named === undefined ? commands.values() : [named]
  // Some add several commands.
  const adders = new Set(await Promise.all(Array.from(needed, (load) => load())))
  for (const add of adders) add(program, environment)

  try {
    await program.parseAsync(argv)
  } catch (error) {
    reportError(error)
    process.exitCode = exitCodeOf(error)
    // Handles that a failed command left open must not keep the process alive.
    setTimeout(() => process.exit(), 3000).unref()
  }
}
