import { createCipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { wrongPassword } from '@polyparse/engine'

/** The encryption of an entry of a zip archive: that of the first programs (APPNOTE 6.1), or AES as WinZip does it. */
export type Encryption =
  | { readonly kind: 'traditional'; /** The last byte of what precedes the content. */ readonly check: number }
  | { readonly kind: 'aes'; /** 1, 2 and 3 are keys of 128, 192 and 256 bits. */ readonly strength: number }

/**
 * The packed content of an entry.
 * @throws {EngineFailure} `document_encrypted` where the password is not the right one
 */
export const decrypt = (data: Buffer, encryption: Encryption, password: string): Buffer =>
  encryption.kind === 'aes'
    ? decryptAes(data, encryption.strength, password)
    : decryptTraditional(data, encryption.check, password)

const polynomial = 0xedb88320
const crcs = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) === 0 ? 0 : polynomial)
  return crc
})
const crcWith = (crc: number, byte: number): number => (crc >>> 8) ^ (crcs[(crc ^ byte) & 0xff] ?? 0)

/** Random bytes before the content. */
const zipCryptoHeaderBytes = 12

const decryptTraditional = (data: Buffer, check: number, password: string): Buffer => {
  let [one, two, three] = [0x12345678, 0x23456789, 0x34567890]
  const add = (byte: number): void => {
    one = crcWith(one, byte)
    two = (Math.imul(two + (one & 0xff), 0x08088405) + 1) | 0
    three = crcWith(three, two >>> 24)
  }
  for (const byte of Buffer.from(password)) add(byte)
  const content = Buffer.from(data)
  for (const [at, byte] of content.entries()) {
    const key = (three & 0xffff) | 2
    const plain = byte ^ ((Math.imul(key, key ^ 1) >>> 8) & 0xff)
    content[at] = plain
    add(plain)
  }
  if (content.length < zipCryptoHeaderBytes || content[zipCryptoHeaderBytes - 1] !== check) throw wrongPassword()
  return content.subarray(zipCryptoHeaderBytes)
}

/** The rounds by which the key is made of the password; the bytes by which both are recognised. */
const aes = { rounds: 1000, verifierBytes: 2, codeBytes: 10, blockBytes: 16 } as const

/** https://www.winzip.com/en/support/aes-encryption/ */
const decryptAes = (data: Buffer, strength: number, password: string): Buffer => {
  const keyBytes = 8 + 8 * strength
  const saltBytes = keyBytes / 2
  const { rounds, verifierBytes, codeBytes } = aes
  if (strength < 1 || strength > 3 || data.length < saltBytes + verifierBytes + codeBytes) throw wrongPassword()
  const keys = pbkdf2Sync(password, data.subarray(0, saltBytes), rounds, 2 * keyBytes + verifierBytes, 'sha1')
  const verifier = data.subarray(saltBytes, saltBytes + verifierBytes)
  const content = data.subarray(saltBytes + verifierBytes, data.length - codeBytes)
  const code = createHmac('sha1', keys.subarray(keyBytes, 2 * keyBytes))
    .update(content)
    .digest()
  const isRight =
    timingSafeEqual(verifier, keys.subarray(2 * keyBytes)) &&
    timingSafeEqual(code.subarray(0, codeBytes), data.subarray(data.length - codeBytes))
  if (!isRight) throw wrongPassword()
  return withKeyStream(content, keys.subarray(0, keyBytes))
}

/** Decrypts in counter mode with the lowest byte first, which no cipher of the system has: its blocks are encrypted here. */
const withKeyStream = (content: Buffer, key: Buffer): Buffer => {
  const counters = Buffer.alloc(Math.ceil(content.length / aes.blockBytes) * aes.blockBytes)
  for (let block = 0; block * aes.blockBytes < counters.length; block += 1)
    counters.writeUInt32LE(block + 1, block * aes.blockBytes)
  const cipher = createCipheriv(`aes-${8 * key.length}-ecb`, key, null).setAutoPadding(false)
  const stream = cipher.update(counters)
  for (const [at, byte] of content.entries()) stream[at] = (stream[at] ?? 0) ^ byte
  return stream.subarray(0, content.length)
}
