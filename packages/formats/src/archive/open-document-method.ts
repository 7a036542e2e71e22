import { argon2Sync, createDecipheriv, hash, pbkdf2Sync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { Blowfish } from 'egoroof-blowfish'
import { archiveLimits } from './archive.ts'
import { damagedArchive, archiveTooLarge } from './directory.ts'
import { EngineFailure } from '@polyparse/engine'
import { childOf, type XmlElement } from '../xml/element.ts'
import { unsupportedEncryption, wrongPassword } from '@polyparse/engine'

/** The encryption of a part (OpenDocument 1.3, part 2, 4.8). */
export type EncryptionMethod = {
  /** Bytes of the part as it was. */
  readonly size: number
  readonly cipher: (typeof ciphers)[string]
  readonly vector: Buffer
  readonly startAlgorithm: 'sha1' | 'sha256'
  /** The key that is made of the hash of the password. */
  readonly deriveKey: (start: Buffer) => Buffer
  /** The checksum of the beginning of the part, which tells a wrong password; null where there is none. */
  readonly checksum: { readonly algorithm: 'sha1' | 'sha256'; readonly bytes: number; readonly digest: Buffer } | null
}

/** Decrypts content with a key and a vector. Throws if the content shows that the key is wrong. */
type Decipher = (key: Buffer, vector: Buffer, content: Buffer) => Buffer

const aesCbc: Decipher = (key, vector, content) => {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false)
  const whole = content.subarray(0, content.length - (content.length % 16))
  const padded = Buffer.concat([decipher.update(whole), decipher.final()])
  // The last byte says how many were added to fill a block.
  return padded.subarray(0, Math.max(0, padded.length - (padded.at(-1) ?? 0)))
}

const tagBytes = 16

/** The vector, which the manifest has too, what is encrypted, and a tag. */
const aesGcm: Decipher = (key, vector, content) => {
  if (content.length < vector.length + tagBytes) throw damagedArchive()
  const decipher = createDecipheriv(key.length === 32 ? 'aes-256-gcm' : 'aes-128-gcm', key, vector)
  decipher.setAuthTag(content.subarray(-tagBytes))
  return Buffer.concat([decipher.update(content.subarray(vector.length, -tagBytes)), decipher.final()])
}

/**
 * Decrypts in feedback mode: each block is added to what encrypts the one before. OpenSSL no longer offers this cipher.
 */
const blowfishCfb: Decipher = (key, vector, content) => {
  const blocks = Buffer.concat([vector, content])
  const whole = blocks.subarray(0, Math.ceil(content.length / vector.length) * vector.length)
  const stream = new Blowfish(key, Blowfish.MODE.ECB, Blowfish.PADDING.NULL).encode(whole)
  return Buffer.from(content.map((byte, at) => byte ^ (stream[at] ?? 0)))
}

/** The ciphers by the ends of their names; what is not stated has a length of its own for each. */
const ciphers: Readonly<
  Record<string, { readonly decipher: Decipher; readonly keyBytes: number; readonly vectorBytes: number }>
> = {
  'aes128-cbc': { decipher: aesCbc, keyBytes: 16, vectorBytes: 16 },
  'aes192-cbc': { decipher: aesCbc, keyBytes: 24, vectorBytes: 16 },
  'aes256-cbc': { decipher: aesCbc, keyBytes: 32, vectorBytes: 16 },
  'aes128-gcm': { decipher: aesGcm, keyBytes: 16, vectorBytes: 12 },
  'aes256-gcm': { decipher: aesGcm, keyBytes: 32, vectorBytes: 12 },
  blowfish: { decipher: blowfishCfb, keyBytes: 16, vectorBytes: 8 },
}

/** The most work that a key may take. LibreOffice writes 100,000 rounds, or 3 of Argon2 over 64 MiB in 4 lanes. */
const openDocumentKeyLimits = { rounds: 1_000_000, argon2: { rounds: 32, kibibytes: 256 * 1024, lanes: 16 } } as const

/**
 * The method that the manifest states for a part.
 * @throws {EngineFailure} `document_encrypted` where it is not supported, `document_damaged`
 */
export const methodOf = (entry: XmlElement, data: XmlElement): EncryptionMethod => {
  const algorithm = childOf(data, 'manifest:algorithm')?.attributes ?? {}
  const [name = ''] =
    /(?:aes\d+-[a-z]+|blowfish)(?=$| cfb$)/.exec((algorithm['manifest:algorithm-name'] ?? '').toLowerCase()) ?? []
  const cipher = Object.hasOwn(ciphers, name) ? ciphers[name] : undefined
  if (cipher === undefined) throw unsupportedEncryption()
  const vector = Buffer.from(algorithm['manifest:initialisation-vector'] ?? '', 'base64')
  if (vector.length !== cipher.vectorBytes) throw damagedArchive()
  const start = childOf(data, 'manifest:start-key-generation')?.attributes['manifest:start-key-generation-name']
  return {
    size: Number(entry.attributes['manifest:size'] ?? 'none'),
    cipher,
    vector,
    startAlgorithm: start?.endsWith('sha256') === true ? 'sha256' : 'sha1',
    deriveKey: derivationOf(childOf(data, 'manifest:key-derivation')?.attributes ?? {}, cipher.keyBytes),
    checksum: checksumOf(data),
  }
}

const derivationOf = (attributes: XmlElement['attributes'], keyBytes: number): EncryptionMethod['deriveKey'] => {
  const name = (attributes['manifest:key-derivation-name'] ?? '').toLowerCase()
  const salt = Buffer.from(attributes['manifest:salt'] ?? '', 'base64')
  if (name.endsWith('pbkdf2')) {
    const rounds = parseKeyDerivationCost(openDocumentKeyLimits.rounds, attributes['manifest:iteration-count'])
    return (start) => pbkdf2Sync(start, salt, rounds, keyBytes, 'sha1')
  }
  if (!name.endsWith('argon2id')) throw unsupportedEncryption()
  const passes = parseKeyDerivationCost(openDocumentKeyLimits.argon2.rounds, attributes['loext:argon2-iterations'])
  const memory = parseKeyDerivationCost(openDocumentKeyLimits.argon2.kibibytes, attributes['loext:argon2-memory'])
  const parallelism = parseKeyDerivationCost(openDocumentKeyLimits.argon2.lanes, attributes['loext:argon2-lanes'])
  if (salt.length < 8 || memory < 8 * parallelism) throw damagedArchive()
  return (message) => argon2Sync('argon2id', { message, nonce: salt, passes, memory, parallelism, tagLength: keyBytes })
}

const parseKeyDerivationCost = (most: number, stated: string | undefined): number => {
  const value = Number(stated)
  if (!(Number.isInteger(value) && value >= 1 && value <= most)) throw unsupportedEncryption()
  return value
}

const checksumOf = ({ attributes }: XmlElement): EncryptionMethod['checksum'] => {
  const [, name, beginning] = /(sha1|sha256)([-/]1k)?$/i.exec(attributes['manifest:checksum-type'] ?? '') ?? []
  if (name === undefined) return null
  const digest = Buffer.from(attributes['manifest:checksum'] ?? '', 'base64')
  const bytes = beginning === undefined ? Number.POSITIVE_INFINITY : 1024
  return { algorithm: /256/.test(name) ? 'sha256' : 'sha1', bytes, digest }
}

/**
 * A part as it was before it was compressed and encrypted.
 * @throws {EngineFailure} `document_encrypted` where the password is wrong, `document_damaged`
 */
export const decryptPart = (part: Buffer, method: EncryptionMethod, password: string): Buffer => {
  const { size, cipher, vector, startAlgorithm, deriveKey, checksum } = method
  if (size > archiveLimits.bytes) throw archiveTooLarge(`more than ${archiveLimits.bytes / 1024 ** 2} MiB`)
  const key = deriveKey(hash(startAlgorithm, Buffer.from(password), 'buffer'))
  const compressed = deciphered(cipher.decipher, key, vector, part)
  if (checksum !== null) {
    const found = hash(checksum.algorithm, compressed.subarray(0, checksum.bytes), 'buffer')
    if (!found.equals(checksum.digest)) throw wrongPassword()
  }
  try {
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    throw checksum === null ? wrongPassword(error) : damagedArchive(error)
  }
}

const deciphered: (decipher: Decipher, ...given: Parameters<Decipher>) => Buffer = (decipher, ...given) => {
  try {
    return decipher(...given)
  } catch (error) {
    throw error instanceof EngineFailure ? error : wrongPassword(error)
  }
}
