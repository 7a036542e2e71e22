import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * Secrets of one kind: a prefix, 32 random base62 characters (190 bits), and six more that are the CRC32 of all before.
 * Scanners find one by its prefix, a double click selects all of it, and a mistyped one is recognised without a query.
 */
export type SecretKind = {
  readonly create: () => string
  /** Tells whether the text has the form of a secret of this kind. It does not say whether such a secret exists. */
  readonly matches: (text: string) => boolean
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checksumLength = 6

const kindWith = (prefix: string): SecretKind => {
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)
  return {
    create: () => {
      const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length)))
      const unchecked = prefix + random.join('')
      return unchecked + checksum(unchecked)
    },
    matches: (text) => shape.test(text) && text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength)),
  }
}

const keyPrefix = 'pp_live_'
export const keySecrets = kindWith(keyPrefix)
export const sessionSecrets = kindWith('pp_session_')
export const shareTokens = kindWith('pp_share_')
export const signInCodes = kindWith('pp_signin_')

/** All that is stored. One round of SHA-256 is enough for a secret that cannot be guessed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Returns what people distinguish keys by: the kind and four of the random characters.
 * @example prefixOf('pp_live_3vXk0Qd8mTzYb1LrC5nWs7HpJ2aGfE9uPq4RtA') // 'pp_live_3vXk'
 */
export const prefixOf = (secret: string): string => secret.slice(0, keyPrefix.length + 4)

const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
