/** The header and the verifier of an encryption by Windows (MS-OFFCRYPTO 2.3.2, 2.3.3). */
export type CryptoHeader = {
  readonly keyBits: number
  readonly salt: Buffer
  /** Sixteen bytes encrypted, and the hash of them, as encrypted. */
  readonly verifier: Buffer
  readonly verifierHash: Buffer
}

const saltBytes = 16
const verifierBytes = 16

/** The header behind a version and flags; null where it is cut off. */
export const readCryptoHeader = (bytes: Buffer): CryptoHeader | null => {
  if (bytes.length < 12) return null
  const header = bytes.subarray(12)
  const behind = header.subarray(bytes.readUInt32LE(8))
  if (header.length < 20 || behind.length < 4 + saltBytes + verifierBytes + 4 + 20) return null
  const salt = behind.subarray(4, 4 + saltBytes)
  const verifier = behind.subarray(4 + saltBytes, 4 + saltBytes + verifierBytes)
  // Zero is the least that the provider knows.
  const keyBits = header.readUInt32LE(16)
  return {
    keyBits: keyBits === 0 ? 40 : keyBits,
    salt,
    verifier,
    verifierHash: behind.subarray(8 + saltBytes + verifierBytes),
  }
}
