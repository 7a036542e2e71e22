import { SettingsError } from '@polyparse/providers/settings'
import { constants } from 'node:os'
import { inspect } from 'node:util'
import { isUnavailable, KeyRequestError, operatorErrors } from '@polyparse/service/administration'
import { CliError, InterruptedError, reasonOfFileError, ReportedFailureError, UsageError } from './cli-error.ts'
import type { Invocation } from './invocation.ts'
import { replaceControls } from './output.ts'

/**
 * Returns 2 if the command line was wrong, 128 plus the signal's number, as in shells, if a signal ended the command, and 1
 * otherwise.
 * @example exitCodeOf(new Error('failed')) // 1
 */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageError) return 2
  if (error instanceof InterruptedError) return 128 + constants.signals[error.signal]
  return 1
}

/** Reports an error on standard error: an expected one by its message, any other with its stack trace and cause. */
export const reportError = ({ stderr }: Invocation, error: unknown): void => {
  if (reportedErrors.some((kind) => error instanceof kind)) return
  stderr.write(`${messageOf(error) ?? `Unexpected error:\n${inspect(error)}`}\n`)
}

/** Their failures are in the output already. */
const reportedErrors = [InterruptedError, ReportedFailureError]

const expectedErrors = [CliError, SettingsError, ...operatorErrors]

const messageOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  if (expectedErrors.some((kind) => error instanceof kind)) return error.message
  if (error instanceof KeyRequestError) return `${error.field} ${error.message}`
  // Some of its codes are also those of a database that cannot be reached.
  if (isOfFile(error)) return fileFailure(error)
  if (isUnavailable(error)) return `The database is unavailable: ${error.message}`
  return systemFailure(error)
}

const isOfFile = (error: Error): error is Error & { readonly path: unknown } =>
  'syscall' in error && error.syscall !== 'connect' && 'path' in error

const fileFailure = (error: Error & { readonly path: unknown }): string => {
  const reason = reasonOfFileError(error)
  return reason === null ? error.message : `${replaceControls(String(error.path))}: ${reason}.`
}

/** An error of the operating system, such as a port in use or a folder that is not writable. */
const systemFailure = (error: Error): string | null => {
  if (!('syscall' in error) || !('code' in error)) return null
  if (error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use by another program; set PORT, or POLYPARSE_OPERATIONS_PORT for that of operations, to another one.`
  return error.message
}
