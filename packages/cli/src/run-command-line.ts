import { Command, CommanderError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import type { Invocation } from './invocation.ts'

type AddCommands = (program: Command, invocation: Invocation) => void

/** The commands in the order of the help, by their first word. Each loads what it needs, which for some is everything. */
const commands = new Map<string, () => Promise<AddCommands>>([
  ['serve', async () => (await import('./serve.ts')).addServeCommand],
  ['worker', async () => (await import('./serve.ts')).addWorkerCommand],
  ['extract', async () => (await import('./documents/extract-command.ts')).addExtractCommand],
  ['classify', async () => (await import('./documents/classify-command.ts')).addClassifyCommand],
  ['parse', async () => (await import('./documents/parse-command.ts')).addParseCommand],
  ['compare', async () => (await import('./documents/compare-command.ts')).addCompareCommand],
  ['watch', async () => (await import('./sync/sync-commands.ts')).addSyncCommands],
  ['sync', async () => (await import('./sync/sync-commands.ts')).addSyncCommands],
  ['bench', async () => (await import('./bench/bench-command.ts')).addBenchCommand],
  ['judgements', async () => (await import('./bench/judgements-command.ts')).addJudgementsCommand],
  ['mcp', async () => (await import('./mcp.ts')).addMcpCommand],
  ['login', async () => (await import('./login.ts')).addLoginCommands],
  ['logout', async () => (await import('./login.ts')).addLoginCommands],
  ['keys', async () => (await import('./keys.ts')).addKeyCommands],
  ['audit', async () => (await import('./audit.ts')).addAuditCommands],
  ['accounts', async () => (await import('./accounts.ts')).addAccountCommands],
  ['jobs', async () => (await import('./jobs.ts')).addJobCommands],
  ['schemas', async () => (await import('./schemas.ts')).addSchemaCommands],
  ['corrections', async () => (await import('./corrections.ts')).addCorrectionCommands],
  ['models', async () => (await import('./models/models-command.ts')).addModelCommands],
  ['languages', async () => (await import('./languages/languages-command.ts')).addLanguageCommands],
  ['providers', async () => (await import('./providers/commands.ts')).addProviderCommands],
  ['backup', async () => (await import('./backup.ts')).addBackupCommand],
  ['restore', async () => (await import('./restore.ts')).addRestoreCommand],
  ['completion', async () => (await import('./completion.ts')).addCompletionCommand],
  ['doctor', async () => (await import('./doctor.ts')).addDoctorCommand],
])

/** Returns what the help says of a command, with the names of the commands in it. */
const subcommandDescription = (command: Command): string => {
  const names = command.commands.map((each) => each.name())
  return [command.description(), ...(names.length === 0 ? [] : [names.join(', ')])].join(': ')
}

/** The width of the help where none is known. */
const usualColumns = 80

/**
 * Runs `polyparse` with `argv` as a process has it, and resolves to the exit code: 0 on success, 1 on failure, and 2 when
 * the command line is wrong. Results go to standard output, everything else to standard error.
 */
export const runCommandLine = async (argv: readonly string[], invocation: Invocation): Promise<number> => {
  const { stdout, stderr } = invocation
  const program = new Command('polyparse')
    .description(
      'Document parsing jobs over HTTP: run the service, parse and compare documents, and manage keys, accounts and jobs.',
    )
    .version(packageJson.version, '-V, --version', 'print the version')
    .exitOverride()
    .configureHelp({ subcommandDescription })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? usualColumns,
      getErrHelpWidth: () => stderr.columns ?? usualColumns,
    })
    .showHelpAfterError('Run it with --help to see its arguments and options.')
  // The help, the error for an unknown command, and completion know all of them.
  const [, , word = ''] = argv
  const named = word === 'completion' ? undefined : commands.get(word)
  const needed = ['-V', '--version'].includes(word) ? [] : named === undefined ? commands.values() : [named]
  // Some add several commands.
  const adders = new Set(await Promise.all(Array.from(needed, (load) => load())))
  for (const add of adders) add(program, invocation)

  try {
    await program.parseAsync(argv)
    return 0
  } catch (error) {
    // It has been reported already; the help and the version end so as well.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { exitCodeOf, reportError } = await import('./failures.ts')
    reportError(invocation, error)
    return exitCodeOf(error)
  }
}
