import { createDecipheriv, createHash } from 'node:crypto'
import { damagedArchive } from '@polyparse/formats/archive'
import { locked, unsupportedEncryption, wrongPassword } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Coder } from './header.ts'

/** AES with keys of 256 bits, made by hashing the password with SHA-256 (Methods.txt of 7-Zip). */
const aes = '06f10701'
const keyBytes = 32
const sevenZipBlockBytes = 16

/** Powers of two of the rounds of hashing: 7-Zip writes 19, and reads no more than this; the last means none. */
const maxPower = 24
const withoutHashing = 0x3f

/** The size of what is hashed at once. */
const chunkRounds = 4096

/** Decrypts what a method of this archive has encrypted. */
export type DecryptSevenZip = (input: Buffer, coder: Coder) => Buffer

/**
 * @example isEncryption({ method: '06f10701' }) // true
 */
export const isEncryption = ({ method }: Coder): boolean => method === aes

/**
 * The failure to tell for an error in what was packed like this. What is encrypted does not show whether it is damaged or
 * the password is wrong, which is far more often the case.
 */
export const sevenZipFailure = (coders: readonly Coder[], error: unknown): EngineFailure => {
  if (error instanceof EngineFailure && error.code !== 'document_damaged') return error
  if (coders.some(isEncryption)) return wrongPassword(error)
  return error instanceof EngineFailure ? error : damagedArchive(error)
}

/**
 * Keys are made once for the whole archive, as that is meant to be slow. Whether the password is the right one shows only
 * in what comes out.
 * @throws {EngineFailure} `document_encrypted`, as its function does, when there is no password or it is hashed too often
 */
export const decryptWith = (password: string | null): DecryptSevenZip => {
  const keys = new Map<string, Buffer>()
  return (input, { properties, size }) => {
    if (password === null) throw locked(null)
    const { power, salt, vector } = readProperties(properties)
    if (input.length % sevenZipBlockBytes !== 0 || size > input.length) throw damagedArchive()
    const id = `${power} ${salt.toString('hex')}`
    const key = keys.get(id) ?? deriveSevenZipKey(password, power, salt)
    keys.set(id, key)
    const decipher = createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false)
    return Buffer.concat([decipher.update(input), decipher.final()]).subarray(0, size)
  }
}

/** A byte with the power and whether there are a salt and a vector, one with their sizes, and both. */
const readProperties = (properties: Buffer) => {
  const [first = 0, second = 0] = properties
  const power = first & 0x3f
  if (power > maxPower && power !== withoutHashing) throw unsupportedEncryption()
  const saltBytes = (first >> 7) + (second >> 4)
  const vectorBytes = ((first >> 6) & 1) + (second & 15)
  const salt = properties.subarray(2, 2 + saltBytes)
  const vector = Buffer.alloc(sevenZipBlockBytes)
  properties.copy(vector, 0, 2 + saltBytes, 2 + saltBytes + vectorBytes)
  return { power, salt, vector }
}

/** The hash of all rounds, each of which is the salt, the password and the number of the round in 64 bits. */
const deriveSevenZipKey = (password: string, power: number, salt: Buffer): Buffer => {
  const start = Buffer.concat([salt, Buffer.from(password, 'utf16le')])
  if (power === withoutHashing) return Buffer.concat([start, Buffer.alloc(keyBytes)]).subarray(0, keyBytes)
  const [rounds, roundBytes] = [2 ** power, start.length + 8]
  const perChunk = Math.min(rounds, chunkRounds)
  const chunk = Buffer.concat(Array.from({ length: perChunk }, () => Buffer.concat([start, Buffer.alloc(8)])))
  const digest = createHash('sha256')
  for (let round = 0; round < rounds; round += perChunk) {
    for (let index = 0; index < perChunk; index += 1)
      chunk.writeUInt32LE(round + index, index * roundBytes + start.length)
    digest.update(chunk)
  }
  return digest.digest()
}
