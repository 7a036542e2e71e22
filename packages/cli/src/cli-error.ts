/** An expected failure. Its message is all the operator needs, so no stack trace is shown. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
}

/** The command line is wrong; the message names the option and what it allows. */
export class UsageError extends CliError {
  override readonly name = 'UsageError'
}

/** One document failed; the others may continue. */
export class DocumentError extends CliError {}

/** The command has failed, and its output says how. */
export class ReportedFailureError extends Error {
  override readonly name = 'ReportedFailureError'
}

/** A signal ended the command before it was done. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`)
    this.signal = signal
  }
}

/**
 * Returns why the operating system did not do something with a file, in words; null for what hardly ever happens.
 * @example reasonOfFileError(Object.assign(new Error(), { code: 'ENOSPC' })) // 'the disk is full'
 */
export const reasonOfFileError = (error: unknown): string | null =>
  error instanceof Error && 'code' in error ? (fileReasons[String(error.code)] ?? null) : null

const fileReasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that there',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder, not a file',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'this user may not do that there',
  EROFS: 'the file system can only be read',
}
