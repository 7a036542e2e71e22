import { inflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { isCompoundFile, openCompoundFile } from '../compound/compound-file.ts'
import { decryptPackage } from '../encryption/decrypt-package.ts'
import { locked } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { decrypt } from './decrypt.ts'
import { damagedArchive, type ZipEntry, readDirectory, archiveTooLarge } from './directory.ts'

/** The parts of a zip archive by name; each is inflated when it is read, within limits for all of them together. */
export type Archive = {
  readonly names: readonly string[]
  has(name: string): boolean
  /** The bytes of a part as its directory counts them, inflated; null when there is none. */
  sizeOf(name: string): number | null
  /**
   * The bytes of a part, or null when there is none.
   * @throws {EngineFailure} when it is encrypted, damaged or larger than the directory says.
   */
  read(name: string): Buffer | null
}

export const archiveLimits = {
  /** Bytes of all entries, inflated. */
  bytes: 512 * 1024 ** 2,
  /** Inflated by compressed bytes, for entries larger than `smallBytes`. */
  ratio: 200,
  smallBytes: 10 * 1024 ** 2,
}

/**
 * Opens a zip archive without inflating anything: what its directory says is checked against the limits first, and each
 * entry against its directory when it is read. Where a name occurs twice, the first entry counts. Parts are found
 * without regard to case, as in office programs. Nothing is ever written under their names.
 */
export const openArchive = (bytes: Uint8Array): Archive => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = new Map<string, ZipEntry>()
  let total = 0
  for (const entry of readDirectory(file)) {
    total += entry.size
    if (total > archiveLimits.bytes) throw archiveTooLarge(`more than ${archiveLimits.bytes / 1024 ** 2} MiB`)
    requireRatio(entry)
    const key = keyOfEntryName(entry.name)
    if (!entries.has(key)) entries.set(key, entry)
  }
  return {
    names: [...entries.values()].map(({ name }) => name),
    has: (name) => entries.has(keyOfEntryName(name)),
    sizeOf: (name) => entries.get(keyOfEntryName(name))?.size ?? null,
    read: (name) => {
      const entry = entries.get(keyOfEntryName(name))
      return entry === undefined ? null : readEntry(file, entry)
    },
  }
}

/**
 * Refuses what unpacks to too many times its size, as no document does.
 * @throws {EngineFailure} `document_damaged`
 */
export const requireRatio = ({ size, compressedSize }: Pick<ZipEntry, 'size' | 'compressedSize'>): void => {
  if (size > archiveLimits.smallBytes && size > archiveLimits.ratio * compressedSize)
    throw archiveTooLarge(`more than ${archiveLimits.ratio} times its size`)
}

const keyOfEntryName = (name: string): string => name.replace(/^\/+/, '').toLowerCase()

/**
 * The bytes of an entry, decrypted with the password if there is one.
 * @throws {EngineFailure} as `Archive.read`
 */
export const readEntry = (file: Buffer, entry: ZipEntry, password: string | null = null): Buffer => {
  if (entry.encryption !== null && password === null) throw locked(null)
  const stored = dataOf(file, entry)
  const data = entry.encryption === null ? stored : decrypt(stored, entry.encryption, password ?? '')
  if (entry.method === 0) {
    if (data.length !== entry.size) throw damagedArchive()
    return data
  }
  if (entry.method !== 8) throw damagedArchive()
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, entry.size) })
  } catch (error) {
    throw damagedArchive(error)
  }
}

/**
 * The bytes of an entry behind its local header, whose name and extra field have lengths of their own (APPNOTE 4.3.7).
 */
const dataOf = (file: Buffer, { start, compressedSize }: ZipEntry): Buffer => {
  if (start < 0 || start + 30 > file.length || file.readUInt32LE(start) !== 0x04034b50) throw damagedArchive()
  const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
  if (from + compressedSize > file.length) throw damagedArchive()
  return file.subarray(from, from + compressedSize)
}

/**
 * The archive of an office document.
 * @throws {EngineFailure} when it is empty or damaged, or the password does not open it: Office wraps what it encrypts in
 * a compound file.
 */
export const openOfficeArchive = (bytes: Uint8Array, password: string | null): Archive => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  if (!isCompoundFile(bytes)) return openArchive(bytes)
  const decrypted = decryptPackage(openCompoundFile(bytes), password)
  if (decrypted === null) throw damagedArchive()
  return openArchive(decrypted)
}

/**
 * The same parts in a new archive, not compressed: for a library that opens archives itself, so that it meets neither a
 * false directory nor a part that inflates without bound.
 */
export const repack = (archive: Pick<Archive, 'names' | 'read'>): Buffer => {
  let total = 0
  const parts = archive.names.map((name): [string, Uint8Array] => {
    const part = archive.read(name) ?? new Uint8Array()
    total += part.length
    if (total > archiveLimits.bytes) throw archiveTooLarge(`more than ${archiveLimits.bytes / 1024 ** 2} MiB`)
    return [name, part]
  })
  const packed = zipSync(Object.fromEntries(parts), { level: 0 })
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
}
