import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Encrypts small secrets at rest by AES-256-GCM. `context` names the use of a secret; it is not stored, and a secret
 * opens in no other context, so that rows of a database cannot be exchanged.
 */
export type SecretBox = {
  seal(secret: string, context: string): Buffer
  /** Returns null where none of the keys has sealed it for this context, or it was changed since. */
  open(sealed: Uint8Array, context: string): string | null
}

const cipher = 'aes-256-gcm'
export const secretBoxKeyBytes = 32
const nonceBytes = 12
const tagBytes = 16
/** The beginning of a hash of the key, which tells keys apart. */
const nameBytes = 4

/** The first key seals; all of them open, so that a key can be replaced. */
export const createSecretBox = (keys: readonly [Buffer, ...Buffer[]]): SecretBox => ({
  seal: (secret, context) => {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, keys[0], nonce).setAAD(Buffer.from(context))
    const content = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
    return Buffer.concat([nameOfSecretKey(keys[0]), nonce, sealing.getAuthTag(), content])
  },
  open: (sealed, context) => {
    const bytes = Buffer.from(sealed)
    const key = keys.find((one) => nameOfSecretKey(one).equals(bytes.subarray(0, nameBytes)))
    const [nonceEnd, tagEnd] = [nameBytes + nonceBytes, nameBytes + nonceBytes + tagBytes]
    if (key === undefined || bytes.length < tagEnd) return null
    const opening = createDecipheriv(cipher, key, bytes.subarray(nameBytes, nonceEnd)).setAAD(Buffer.from(context))
    opening.setAuthTag(bytes.subarray(nonceEnd, tagEnd))
    try {
      return opening.update(bytes.subarray(tagEnd), undefined, 'utf8') + opening.final('utf8')
    } catch {
      return null
    }
  },
})

const nameOfSecretKey = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, nameBytes)
