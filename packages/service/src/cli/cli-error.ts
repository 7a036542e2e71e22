/** Something went wrong that its message tells the operator plainly enough; no stack trace is shown. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
}

/** The command was not asked rightly; the message names the option and what it allows. */
export class UsageError extends CliError {
  override readonly name = 'UsageError'
}

/** One document came to nothing; others may go on. */
export class DocumentError extends CliError {}

/** The command was told to end before it was done. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`)
    this.signal = signal
  }
}
