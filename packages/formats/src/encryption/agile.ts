import { createDecipheriv, hash } from 'node:crypto'
import { childOf, findFirst, type XmlElement } from '../xml/element.ts'
import { readXml } from '../xml/read-xml.ts'
import { unsupportedEncryption } from '@polyparse/engine'
import { opened } from './passwords.ts'

/** The scheme of an encryption (MS-OFFCRYPTO 2.3.4.10). */
type Scheme = {
  readonly algorithm: string
  readonly salt: Buffer
  readonly keyBytes: number
  readonly blockBytes: number
  readonly cipher: string
}

/** Rounds of hashing; Office writes 100,000. */
const maxRounds = 1_000_000
const segmentBytes = 4096
/** The bytes that are hashed with the password for each purpose (2.3.4.13). */
const purposes = {
  verifier: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
}

/**
 * Decrypts a package of agile encryption (MS-OFFCRYPTO 2.3.4.15), as Office has written since 2010.
 * @throws {EngineFailure} `document_encrypted`, `document_damaged`
 */
export const decryptAgile = (info: Buffer, content: Buffer, password: string | null): Buffer => {
  const root = readXml(info)
  const scheme = schemeOf(childOf(root, 'encryption:keyData'))
  const encryptor = findFirst(root, 'password:encryptedKey')
  const own = schemeOf(encryptor)
  const rounds = numberOfAgileAttribute(encryptor, 'spinCount')
  if (rounds > maxRounds) throw unsupportedEncryption()
  const value = (name: string): Buffer => Buffer.from(encryptor?.attributes[name] ?? '', 'base64')

  const key = opened(password, (one) => {
    const spun = spin(one, own, rounds)
    const open = (purpose: Buffer, name: string): Buffer =>
      decipher(own, fitted(hashOf(own, spun, purpose), own.keyBytes), fitted(own.salt, own.blockBytes), value(name))
    const expected = open(purposes.verifierHash, 'encryptedVerifierHashValue')
    const found = hashOf(own, open(purposes.verifier, 'encryptedVerifierHashInput'))
    const isRight = found.equals(expected.subarray(0, found.length))
    return isRight ? fitted(open(purposes.key, 'encryptedKeyValue'), scheme.keyBytes) : null
  })
  const segments: Buffer[] = []
  for (let at = 0; at < content.length; at += segmentBytes) {
    const vector = fitted(hashOf(scheme, scheme.salt, numberBytes(segments.length)), scheme.blockBytes)
    segments.push(decipher(scheme, key, vector, content.subarray(at, at + segmentBytes)))
  }
  return Buffer.concat(segments)
}

const algorithms = new Set(['sha1', 'sha256', 'sha384', 'sha512'])
const chainings: Readonly<Record<string, string>> = { ChainingModeCBC: 'cbc', ChainingModeCFB: 'cfb8' }

const schemeOf = (element: XmlElement | undefined): Scheme => {
  const { hashAlgorithm = '', cipherAlgorithm, cipherChaining = '', saltValue = '' } = element?.attributes ?? {}
  const algorithm = hashAlgorithm.replaceAll('-', '').toLowerCase()
  const keyBits = numberOfAgileAttribute(element, 'keyBits')
  const mode = chainings[cipherChaining]
  const isKnown = algorithms.has(algorithm) && cipherAlgorithm === 'AES' && mode !== undefined
  if (!isKnown || ![128, 192, 256].includes(keyBits)) throw unsupportedEncryption()
  const salt = Buffer.from(saltValue, 'base64')
  return { algorithm, salt, keyBytes: keyBits / 8, blockBytes: 16, cipher: `aes-${keyBits}-${mode}` }
}

const numberOfAgileAttribute = (element: XmlElement | undefined, name: string): number =>
  Number(element?.attributes[name] ?? 'none')

const spin = (password: string, scheme: Scheme, rounds: number): Buffer => {
  let spun = hashOf(scheme, scheme.salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < rounds; round += 1) spun = hashOf(scheme, numberBytes(round), spun)
  return spun
}

const hashOf = ({ algorithm }: Scheme, ...parts: readonly Buffer[]): Buffer =>
  hash(algorithm, Buffer.concat(parts), 'buffer')

const numberBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The first bytes, or all and as many of the filler as are missing. */
const fitted = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), 0x36)]).subarray(0, length)

/** Decrypts the whole blocks of the bytes; an incomplete one at the end has been cut off, and is left out. */
const decipher = ({ cipher, blockBytes }: Scheme, key: Buffer, vector: Buffer, bytes: Buffer): Buffer => {
  const decipherer = createDecipheriv(cipher, key, vector).setAutoPadding(false)
  const whole = bytes.subarray(0, bytes.length - (bytes.length % blockBytes))
  return Buffer.concat([decipherer.update(whole), decipherer.final()])
}
