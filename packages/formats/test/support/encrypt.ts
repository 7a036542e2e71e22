import { argon2Sync, createCipheriv, hash, pbkdf2Sync, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import { Blowfish } from 'egoroof-blowfish'
import { rc4 } from '../../src/encryption/rc4.ts'

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const padded = (bytes: Uint8Array): Buffer => Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
const encipher = (cipher: string, key: Buffer, vector: Buffer | null, bytes: Uint8Array): Buffer => {
  const encipherer = createCipheriv(cipher, key, vector).setAutoPadding(false)
  return Buffer.concat([encipherer.update(padded(bytes)), encipherer.final()])
}
const sized = (bytes: Uint8Array, encrypted: Buffer): Buffer =>
  Buffer.concat([number(bytes.length), number(0), encrypted])

/** A package in agile encryption with few rounds (MS-OFFCRYPTO 2.3.4.10), as Office writes it since 2010. */
export const encryptedAgile = (bytes: Uint8Array, password: string, rounds = 10): Buffer => {
  const sha = (...parts: readonly Uint8Array[]): Buffer => hash('sha512', Buffer.concat(parts), 'buffer')
  const [salt, dataSalt, key, verifier] = [randomBytes(16), randomBytes(16), randomBytes(32), randomBytes(16)]
  let spun = sha(salt, wide(password))
  for (let round = 0; round < rounds; round += 1) spun = sha(number(round), spun)
  const lock = (purpose: string, value: Uint8Array): string =>
    encipher('aes-256-cbc', sha(spun, Buffer.from(purpose, 'hex')).subarray(0, 32), salt, value).toString('base64')
  const common =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"'
  const info = `<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption"><keyData ${common} saltValue="${dataSalt.toString('base64')}"/><keyEncryptors><keyEncryptor><k:encryptedKey xmlns:k="http://schemas.microsoft.com/office/2006/keyEncryptor/password" spinCount="${rounds}" ${common} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${lock('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${lock('d7aa0f6d3061344e', sha(verifier))}" encryptedKeyValue="${lock('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`
  const segments: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 4096) {
    const vector = sha(dataSalt, number(segments.length)).subarray(0, 16)
    segments.push(encipher('aes-256-cbc', key, vector, bytes.subarray(at, at + 4096)))
  }
  return compoundFileOf({
    EncryptionInfo: Buffer.concat([Buffer.from('0400040040000000', 'hex'), Buffer.from(info)]),
    EncryptedPackage: sized(bytes, Buffer.concat(segments)),
  })
}

/** A package in standard encryption (MS-OFFCRYPTO 2.3.4.5), as Office 2007 writes it. */
export const encryptedStandard = (bytes: Uint8Array, password: string): Buffer => {
  const sha = (...parts: readonly Uint8Array[]): Buffer => hash('sha1', Buffer.concat(parts), 'buffer')
  const [salt, verifier] = [randomBytes(16), randomBytes(16)]
  let spun = sha(salt, wide(password))
  for (let round = 0; round < 50_000; round += 1) spun = sha(number(round), spun)
  const last = sha(spun, number(0))
  const key = sha(Buffer.alloc(64, 0x36).map((byte, at) => byte ^ (last[at] ?? 0))).subarray(0, 16)
  const header = Buffer.concat([24, 0, 0x660e, 0x8004, 128, 24, 0, 0].map(number).concat(Buffer.alloc(2)))
  const lock = (value: Uint8Array): Buffer => encipher('aes-128-ecb', key, null, value)
  const locked = Buffer.concat([lock(verifier), number(20), lock(sha(verifier))])
  return compoundFileOf({
    EncryptionInfo: Buffer.concat([
      number(0x0002_0004),
      number(36),
      number(header.length),
      header,
      number(16),
      salt,
      locked,
    ]),
    EncryptedPackage: sized(bytes, lock(bytes)),
  })
}

/**
 * The header of the older encryption by RC4 (MS-OFFCRYPTO 2.3.6.1), and what encrypts a stream with it except for the
 * ranges that are plain.
 */
export const rc4Encryption = (password: string, blockBytes = 512) => {
  const md5 = (...parts: readonly Uint8Array[]): Buffer => hash('md5', Buffer.concat(parts), 'buffer')
  const [salt, verifier] = [randomBytes(16), randomBytes(16)]
  const first = md5(wide(password)).subarray(0, 5)
  const base = md5(...Array.from({ length: 16 }, () => Buffer.concat([first, salt]))).subarray(0, 5)
  const keyOf = (block: number): (() => number) => rc4(md5(base, number(block)))
  const next = keyOf(0)
  const locked = Buffer.concat([verifier, md5(verifier)]).map((byte) => byte ^ next())
  return {
    header: Buffer.concat([Buffer.from('01000100', 'hex'), salt, locked]),
    /** Encrypts what has a key of its own, by its number. */
    encryptObject: (bytes: Buffer, block: number): Buffer => {
      const byte = keyOf(block)
      return Buffer.from(bytes.map((one) => one ^ byte()))
    },
    encrypt: (stream: Buffer, isPlain: (at: number) => boolean): Buffer => {
      const copy = Buffer.from(stream)
      for (let at = 0; at < copy.length; at += blockBytes) {
        const byte = keyOf(at / blockBytes)
        for (let place = at; place < Math.min(at + blockBytes, copy.length); place += 1) {
          const mask = byte()
          if (!isPlain(place)) copy[place] = (copy[place] ?? 0) ^ mask
        }
      }
      return copy
    },
  }
}

type OpenDocumentMethod = {
  readonly algorithm: string
  readonly vectorBytes: number
  readonly startAlgorithm: 'sha1' | 'sha256'
  /** What the element of the derivation says beside the salt. */
  readonly derivation: string
  readonly deriveKey: (start: Buffer, salt: Buffer) => Buffer
  readonly encrypt: (key: Buffer, vector: Buffer, content: Buffer) => Buffer
  readonly hasChecksum: boolean
}

/** As the programs encrypt a part of OpenDocument, with fewer rounds. */
export const openDocumentMethods = {
  'LibreOffice before 24.8': {
    algorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    vectorBytes: 16,
    startAlgorithm: 'sha256',
    derivation: 'manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="1000"',
    deriveKey: (start, salt) => pbkdf2Sync(start, salt, 1000, 32, 'sha1'),
    encrypt: (key, vector, content) => {
      const added = 16 - (content.length % 16)
      return encipher('aes-256-cbc', key, vector, Buffer.concat([content, Buffer.alloc(added, added)]))
    },
    hasChecksum: true,
  },
  LibreOffice: {
    algorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    vectorBytes: 12,
    startAlgorithm: 'sha256',
    derivation:
      'manifest:key-derivation-name="urn:org:documentfoundation:names:experimental:office:manifest:argon2id" loext:argon2-iterations="2" loext:argon2-memory="1024" loext:argon2-lanes="4"',
    deriveKey: (message, nonce) =>
      argon2Sync('argon2id', { message, nonce, passes: 2, memory: 1024, parallelism: 4, tagLength: 32 }),
    encrypt: (key, vector, content) => {
      const cipher = createCipheriv('aes-256-gcm', key, vector)
      return Buffer.concat([vector, cipher.update(content), cipher.final(), cipher.getAuthTag()])
    },
    hasChecksum: false,
  },
  OpenOffice: {
    algorithm: 'Blowfish CFB',
    vectorBytes: 8,
    startAlgorithm: 'sha1',
    derivation: 'manifest:key-derivation-name="PBKDF2" manifest:iteration-count="1000"',
    deriveKey: (start, salt) => pbkdf2Sync(start, salt, 1000, 16, 'sha1'),
    encrypt: (key, vector, content) => {
      const cipher = new Blowfish(key, Blowfish.MODE.ECB, Blowfish.PADDING.NULL)
      const output = Buffer.concat([vector, content])
      for (let at = 8; at < output.length; at += 8)
        for (const [index, byte] of cipher.encode(output.subarray(at - 8, at)).entries())
          if (at + index < output.length) output[at + index] = (output[at + index] ?? 0) ^ byte
      return output.subarray(8)
    },
    hasChecksum: true,
  },
} as const satisfies Record<string, OpenDocumentMethod>

/** A part of OpenDocument, encrypted (OpenDocument 1.3, part 2, 4.8), and its entry in the manifest. */
export const encryptedOpenDocumentPart = (
  name: string,
  bytes: Uint8Array,
  password: string,
  program: keyof typeof openDocumentMethods = 'LibreOffice before 24.8',
) => {
  const method: OpenDocumentMethod = openDocumentMethods[program]
  const [salt, vector] = [randomBytes(16), randomBytes(method.vectorBytes)]
  const key = method.deriveKey(hash(method.startAlgorithm, Buffer.from(password), 'buffer'), salt)
  const compressed = deflateRawSync(bytes)
  const checksum = hash(method.startAlgorithm, compressed.subarray(0, 1024), 'base64')
  const checksumType =
    method.startAlgorithm === 'sha1' ? 'SHA1/1K' : 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k'
  const check = method.hasChecksum ? `manifest:checksum-type="${checksumType}" manifest:checksum="${checksum}"` : ''
  const start =
    method.startAlgorithm === 'sha1'
      ? ''
      : '<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/>'
  return {
    content: method.encrypt(key, vector, compressed),
    manifest: `<manifest:file-entry manifest:full-path="${name}" manifest:size="${bytes.length}"><manifest:encryption-data ${check}><manifest:algorithm manifest:algorithm-name="${method.algorithm}" manifest:initialisation-vector="${vector.toString('base64')}"/><manifest:key-derivation ${method.derivation} manifest:salt="${salt.toString('base64')}"/>${start}</manifest:encryption-data></manifest:file-entry>`,
  }
}
