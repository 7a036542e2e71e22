import { hash } from 'node:crypto'
import { readCryptoHeader } from './crypto-header.ts'
import { unsupportedEncryption } from '@polyparse/engine'
import { opened } from './passwords.ts'
import { rc4 } from './rc4.ts'

/** Decrypts a stream of an old Office document in place, except for the ranges that are never encrypted. */
export type DecryptBinary = (stream: Buffer, isPlain?: (at: number) => boolean) => void

/** The key of a block, by its number. */
type KeyOfBlock = (block: number) => Buffer

/**
 * Returns how to decrypt the streams of an old Office document, which change their key every `blockBytes`, by the header of its
 * encryption from its version on (MS-OFFCRYPTO 2.3.5, 2.3.6).
 * @throws {EngineFailure} `document_encrypted`
 */
export const binaryDecryption = (header: Buffer, password: string | null, blockBytes: number): DecryptBinary => {
  const keyOfBlock = keyOfBinaryDocument(header, password)
  return (stream, isPlain = () => false) => {
    let next = (): number => 0
    for (let at = 0; at < stream.length; at += 1) {
      if (at % blockBytes === 0) next = rc4(keyOfBlock(at / blockBytes))
      const byte = next()
      if (!isPlain(at)) stream[at] = (stream[at] ?? 0) ^ byte
    }
  }
}

/**
 * Returns how to decrypt what is encrypted by itself, with the key of a number, by the same header.
 * @throws {EngineFailure} `document_encrypted`
 */
export const objectDecryption = (
  header: Buffer,
  password: string | null,
): ((bytes: Buffer, number: number) => Buffer) => {
  const keyOfBlock = keyOfBinaryDocument(header, password)
  return (bytes, number) => {
    const next = rc4(keyOfBlock(number))
    return Buffer.from(bytes.map((byte) => byte ^ next()))
  }
}

const keyOfBinaryDocument = (header: Buffer, password: string | null): KeyOfBlock => {
  if (header.length < 4) throw unsupportedEncryption()
  const [major, minor] = [header.readUInt16LE(0), header.readUInt16LE(2)]
  if (major === 1 && minor === 1 && header.length >= 52) {
    const [salt, verifier, verifierHash] = [header.subarray(4, 20), header.subarray(20, 36), header.subarray(36, 52)]
    return opened(password, (one) => verified('md5', plainKey(one, salt), verifier, verifierHash))
  }
  const crypto = minor === 2 && major >= 2 && major <= 4 ? readCryptoHeader(header) : null
  if (crypto === null || crypto.keyBits > 128) throw unsupportedEncryption()
  const { salt, keyBits, verifier, verifierHash } = crypto
  return opened(password, (one) => verified('sha1', windowsKey(one, salt, keyBits), verifier, verifierHash))
}

const verified = (
  algorithm: 'md5' | 'sha1',
  keyOfBlock: KeyOfBlock,
  verifier: Buffer,
  verifierHash: Buffer,
): KeyOfBlock | null => {
  const next = rc4(keyOfBlock(0))
  const decrypt = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ next()))
  const found = hash(algorithm, decrypt(verifier), 'buffer')
  return found.equals(decrypt(verifierHash.subarray(0, found.length))) ? keyOfBlock : null
}

const numberBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** MS-OFFCRYPTO 2.3.6.2: of each hash, 40 bits count. */
const plainKey = (password: string, salt: Buffer): KeyOfBlock => {
  const first = hash('md5', Buffer.from(password, 'utf16le'), 'buffer').subarray(0, 5)
  const salted = Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([first, salt])))
  const key = hash('md5', salted, 'buffer').subarray(0, 5)
  return (block) => hash('md5', Buffer.concat([key, numberBytes(block)]), 'buffer')
}

/** MS-OFFCRYPTO 2.3.5.2: keys of 40 bits are filled up with zeros. */
const windowsKey = (password: string, salt: Buffer, keyBits: number): KeyOfBlock => {
  const base = hash('sha1', Buffer.concat([salt, Buffer.from(password, 'utf16le')]), 'buffer')
  return (block) => {
    const key = hash('sha1', Buffer.concat([base, numberBytes(block)]), 'buffer').subarray(0, keyBits / 8)
    return keyBits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key
  }
}
