/** What an operator asked of a key or account cannot be done; the message says why, in words for the operator. */
export class KeyRequestError extends Error {
  override readonly name = 'KeyRequestError'
  readonly field: 'account' | 'name' | 'id' | 'expiresAt'

  constructor(field: KeyRequestError['field'], message: string) {
    super(message)
    this.field = field
  }
}
