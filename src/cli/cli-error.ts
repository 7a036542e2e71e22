/** Something went wrong that its message tells the operator plainly enough; no stack trace is shown. */
export class CliError extends Error {
  override readonly name = 'CliError'
}
