/** `broken_off`: the client has disconnected, or the server is shutting down. */
export type BodyFault = 'too_large' | 'empty' | 'stalled' | 'broken_off'

/** The body of a request did not arrive as it should. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly fault: BodyFault

  constructor(fault: BodyFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
