import { constants } from 'node:os'
import { CommanderError } from 'commander'
import { AdminTokenError } from '../accounts/admin-token.ts'
import { KeyRequestError } from '../accounts/key-request-error.ts'
import { StorageUnavailableError } from '../blobs/blob-store.ts'
import { SettingsError } from '../config.ts'
import { DatabaseInUseError, isUnavailable } from '../db/errors.ts'
import { MigrationChangedError, SchemaTooNewError } from '../db/migrate.ts'
import { CliError, InterruptedError, UsageError } from './cli-error.ts'

/**
 * 0 when it was no failure (`--help`), 2 when the command line was wrong, as shells have it 128 and the number of the
 * signal when one ended it, else 1.
 */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageError) return 2
  if (error instanceof InterruptedError) return 128 + constants.signals[error.signal]
  if (!(error instanceof CommanderError)) return 1
  return error.exitCode === 0 ? 0 : 2
}

/** Says on standard error what went wrong: plainly where it is known, else with all there is to find the cause. */
export const tell = (error: unknown): void => {
  // The command line's own errors have been told already.
  if (error instanceof CommanderError || error instanceof InterruptedError) return
  const plain = plainly(error)
  process.stderr.write(plain === null ? 'Something went wrong that nobody foresaw:\n' : `${plain}\n`)
  if (plain === null) console.error(error)
}

const speaking = [
  CliError,
  SettingsError,
  DatabaseInUseError,
  AdminTokenError,
  SchemaTooNewError,
  MigrationChangedError,
  StorageUnavailableError,
]

const plainly = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  if (speaking.some((kind) => error instanceof kind)) return error.message
  if (error instanceof KeyRequestError) return `${error.field} ${error.message}`
  if (isUnavailable(error)) return `The database is not available: ${error.message}`
  return systemFailure(error)
}

/** What the system refused, such as a port that is taken or a folder that may not be written. */
const systemFailure = (error: Error): string | null => {
  if (!('syscall' in error) || !('code' in error)) return null
  if (error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is taken by another program; PORT chooses another one.`
  return error.message
}
