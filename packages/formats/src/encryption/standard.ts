import { createDecipheriv, hash } from 'node:crypto'
import { type CryptoHeader, readCryptoHeader } from './crypto-header.ts'
import { unsupportedEncryption } from '@polyparse/engine'
import { opened } from './passwords.ts'

/** Rounds of hashing (MS-OFFCRYPTO 2.3.4.7). */
const rounds = 50_000
const standardAesBlockBytes = 16

/**
 * Decrypts a package of standard encryption (MS-OFFCRYPTO 2.3.4.5 to 2.3.4.9), as Office 2007 wrote.
 * @throws {EngineFailure} `document_encrypted`
 */
export const decryptStandard = (info: Buffer, content: Buffer, password: string | null): Buffer => {
  const header = readCryptoHeader(info)
  if (header === null || ![128, 192, 256].includes(header.keyBits)) throw unsupportedEncryption()
  const key = opened(password, (one) => {
    const candidate = deriveStandardKey(one, header)
    const expected = decipher(candidate, header.verifierHash)
    const found = sha1(decipher(candidate, header.verifier))
    return found.equals(expected.subarray(0, found.length)) ? candidate : null
  })
  return decipher(key, content)
}

const deriveStandardKey = (password: string, { salt, keyBits }: CryptoHeader): Buffer => {
  const round = Buffer.alloc(4)
  let spun = sha1(salt, Buffer.from(password, 'utf16le'))
  for (let index = 0; index < rounds; index += 1) {
    round.writeUInt32LE(index)
    spun = sha1(round, spun)
  }
  const last = sha1(spun, Buffer.alloc(4))
  const padded = (filler: number): Buffer => sha1(Buffer.alloc(64, filler).map((byte, at) => byte ^ (last[at] ?? 0)))
  return Buffer.concat([padded(0x36), padded(0x5c)]).subarray(0, keyBits / 8)
}

const sha1 = (...parts: readonly Uint8Array[]): Buffer => hash('sha1', Buffer.concat(parts), 'buffer')

const decipher = (key: Buffer, bytes: Buffer): Buffer => {
  const decipherer = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false)
  const whole = bytes.subarray(0, bytes.length - (bytes.length % standardAesBlockBytes))
  return Buffer.concat([decipherer.update(whole), decipherer.final()])
}
