import { ProblemError } from '@polyparse/client'
import { StorageFullError, StorageUnavailableError } from '@polyparse/service/administration'
import { CliError, DocumentError, UsageError } from '../cli-error.ts'

/** Tells whether it may be over later, without anybody changing the command or the document. */
export const isSyncOutage = (error: unknown): error is Error => {
  if (error instanceof UsageError) return false
  if (error instanceof DocumentError) return error.cause instanceof ProblemError && isBusy(error.cause)
  if (error instanceof CliError || error instanceof StorageUnavailableError || error instanceof StorageFullError)
    return true
  return error instanceof Error && 'syscall' in error
}

const isBusy = ({ status }: ProblemError): boolean => status === 429 || status >= 500

/** A sentence for people. */
export const outageText = ({ message }: Error): string => (/[.!?]$/.test(message) ? message : `${message}.`)
