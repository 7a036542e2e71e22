import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The secret of an API key: `pp_live_`, 32 random base62 characters (190 bits), and six more that are the CRC32 of all
 * before. Scanners find it by its prefix, a double click selects all of it, and a mistyped one is recognised without a
 * query.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const kind = 'pp_live_'
const randomLength = 32
const checksumLength = 6
const shape = new RegExp(`^${kind}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

export const newSecret = (): string => {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length)))
  const unchecked = kind + random.join('')
  return unchecked + checksum(unchecked)
}

/** Whether the text has the form of a key. It does not say whether such a key exists. */
export const isSecret = (text: string): boolean =>
  shape.test(text) && text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength))

/** All that is stored. One round of SHA-256 is enough for a secret that cannot be guessed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** What people distinguish keys by: the kind and four of the random characters. */
export const prefixOf = (secret: string): string => secret.slice(0, kind.length + 4)

const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
