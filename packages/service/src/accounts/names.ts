/** The operator asked for something impossible of a key or account; the message says why, in words for the operator. */
export class KeyRequestError extends Error {
  override readonly name = 'KeyRequestError'
  readonly field: 'account' | 'name' | 'id' | 'expiresAt' | 'provider' | 'key' | 'since' | 'until'

  constructor(field: KeyRequestError['field'], message: string) {
    super(message)
    this.field = field
  }
}
/** The rule for names of accounts and keys, in words. */
export const allowedNames = '1 to 100 characters without control characters, and without spaces at either end'

const visible = String.raw`[^\p{C}\p{Z}]`
const innerNameCharacter = String.raw`[^\p{C}\p{Zl}\p{Zp}]`
const accountOrKeyNamePattern = new RegExp(`^${visible}(?:${innerNameCharacter}{0,98}${visible})?$`, 'u')

/**
 * The name in the one spelling in which it is stored (Unicode NFC), or null if it is not allowed.
 * @example parseName('north') // 'north'
 */
export const parseName = (text: string): string | null => {
  const name = text.normalize('NFC')
  return accountOrKeyNamePattern.test(name) ? name : null
}

/** @throws {KeyRequestError} */
export const requireName = (field: 'account' | 'name', text: string): string => {
  const name = parseName(text)
  if (name === null) throw new KeyRequestError(field, `must have ${allowedNames}`)
  return name
}
