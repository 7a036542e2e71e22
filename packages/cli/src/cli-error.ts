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
