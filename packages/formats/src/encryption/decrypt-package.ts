import { type Storage } from '../compound/compound-file.ts'
import { EngineFailure } from '@polyparse/engine'
import { decryptAgile } from './agile.ts'
import { unsupportedEncryption } from '@polyparse/engine'
import { decryptStandard } from './standard.ts'

/**
 * The package that Office has encrypted into a compound file (MS-OFFCRYPTO 2.3); null where there is none in it.
 * @throws {EngineFailure} `document_encrypted` without the right password, `document_damaged`
 */
export const decryptPackage = (root: Storage, password: string | null): Buffer | null => {
  const info = root.stream('EncryptionInfo')
  const content = root.stream('EncryptedPackage')
  if (info === null || content === null) return null
  if (info.length < 8 || content.length < 8) throw damagedEncryption()
  const size = Number(content.readBigUInt64LE(0))
  const decrypt = methodOf(info.readUInt16LE(0), info.readUInt16LE(2))
  const decrypted = decrypt(info, content.subarray(8), password)
  if (decrypted.length < size) throw damagedEncryption()
  return decrypted.subarray(0, size)
}

type Decrypt = (info: Buffer, content: Buffer, password: string | null) => Buffer

/**
 * Chooses the method by the version of the encryption (MS-OFFCRYPTO 2.3.4.5, 2.3.4.10); certificates and others need more
 * than a password.
 */
const methodOf = (major: number, minor: number): Decrypt => {
  if (major === 4 && minor === 4) return (info, ...rest) => decryptAgile(info.subarray(8), ...rest)
  if (minor === 2 && major >= 2 && major <= 4) return decryptStandard
  throw unsupportedEncryption()
}

const damagedEncryption = (): EngineFailure =>
  new EngineFailure('document_damaged', 'The document is damaged: what is encrypted in it is cut off.')
