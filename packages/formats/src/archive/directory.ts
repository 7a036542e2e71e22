import { maxContainerEntries } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Encryption } from './decrypt.ts'
import { entryName } from './entry-name.ts'

/** An entry of a zip archive as its central directory describes it; none of it has been verified. */
export type ZipEntry = {
  readonly name: string
  /** 0 is stored, 8 deflated. */
  readonly method: number
  /** Null for none. */
  readonly encryption: Encryption | null
  readonly compressedSize: number
  readonly size: number
  /** The offset of its local header. */
  readonly start: number
}

/**
 * The entries of a zip archive, folders left out (APPNOTE 4.3.12, 4.3.14, 4.3.16; 4.5.3 for zip64). The directory is
 * read to its end: some programs count its entries in 16 bits, however many there are.
 * @throws {EngineFailure} when there is no directory, it is broken, or it lists too many entries.
 */
export const readDirectory = (bytes: Buffer): ZipEntry[] => {
  const { count, start, end, shift } = findDirectory(bytes)
  const entries: ZipEntry[] = []
  let at = start
  for (let index = 0; index < count || (at + 46 <= end && bytes.readUInt32LE(at) === entrySignature); index += 1) {
    if (Math.max(count, index + 1) > maxContainerEntries)
      throw archiveTooLarge(`more than ${maxContainerEntries} files`)
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature) throw damagedArchive()
    const nameLength = bytes.readUInt16LE(at + 28)
    const extraLength = bytes.readUInt16LE(at + 30)
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const name = entryName(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/')
    const flags = bytes.readUInt16LE(at + 8)
    const [size, compressedSize, offset] = withZip64(
      extra,
      [24, 20, 42].map((field) => bytes.readUInt32LE(at + field)),
    )
    const stored = { method: bytes.readUInt16LE(at + 10), encryption: null }
    const packed = (flags & 1) === 0 ? stored : encryptedBy(bytes.subarray(at, at + 46), extra)
    if (!name.endsWith('/')) entries.push({ name, ...packed, size, compressedSize, start: offset + shift })
    at += 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The number says AES; the method of the content is in the extra field then. */
const aesMethod = 99
const aesExtra = 0x9901

/** The method and the encryption of an entry that is encrypted. */
const encryptedBy = (header: Buffer, extra: Buffer): Pick<ZipEntry, 'method' | 'encryption'> => {
  const method = header.readUInt16LE(10)
  if (method === aesMethod) {
    const field = extraField(extra, aesExtra)
    if (field.length < 7) throw damagedArchive()
    return { method: field.readUInt16LE(5), encryption: { kind: 'aes', strength: field.readUInt8(4) } }
  }
  // The time is checked in place of the checksum if the checksum was not available when the header was written.
  const isTime = (header.readUInt16LE(8) & 8) !== 0
  return { method, encryption: { kind: 'traditional', check: header.readUInt8(isTime ? 13 : 19) } }
}

/** The content of an extra field of this kind, empty where there is none. */
const extraField = (extra: Buffer, kind: number): Buffer => {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== kind) at += 4 + extra.readUInt16LE(at + 2)
  return at + 4 <= extra.length ? extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2)) : Buffer.alloc(0)
}

const entrySignature = 0x02014b50
const endSignature = Buffer.from('PK\u0005\u0006', 'latin1')
const maxCommentLength = 0xffff

const findDirectory = (bytes: Buffer): { count: number; start: number; end: number; shift: number } => {
  const end = bytes.lastIndexOf(endSignature)
  if (end === -1 || end + 22 > bytes.length || end < bytes.length - 22 - maxCommentLength)
    throw beginsAsArchive(bytes) ? cutOffArchive() : damagedArchive()
  const found = zip64End(bytes, end) ?? {
    count: bytes.readUInt16LE(end + 10),
    length: bytes.readUInt32LE(end + 12),
    offset: bytes.readUInt32LE(end + 16),
    end,
  }
  const start = found.end - found.length
  if (start < 0) throw damagedArchive()
  // Offsets count from the start of the archive, which may lie behind other bytes.
  return { count: found.count, start, end: found.end, shift: start - found.offset }
}

const zip64End = (bytes: Buffer, end: number) => {
  const locator = end - 20
  if (locator < 0 || bytes.readUInt32LE(locator) !== 0x07064b50) return null
  const at = Number(bytes.readBigUInt64LE(locator + 8))
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== 0x06064b50) throw damagedArchive()
  const field = (offset: number): number => Number(bytes.readBigUInt64LE(at + offset))
  return { count: field(32), length: field(40), offset: field(48), end: at }
}

/** Fields that do not fit have all bits set in the entry, and follow in order in its extra field. */
const withZip64 = (extra: Buffer, fields: readonly number[]): [size: number, compressedSize: number, start: number] => {
  const [size = 0, compressedSize = 0, start = 0] = fields
  if (![size, compressedSize, start].includes(0xffffffff)) return [size, compressedSize, start]
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  const full = (value: number): number => {
    if (value !== 0xffffffff) return value
    if (at + 8 > extra.length) throw damagedArchive()
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  }
  return [full(size), full(compressedSize), full(start)]
}

const beginsAsArchive = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50

const cutOffArchive = (): EngineFailure =>
  new EngineFailure(
    'document_damaged',
    'The document is cut off: the end of its archive, which lists its parts, is missing.',
  )

export const damagedArchive = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_damaged', 'The document is damaged: its archive cannot be read.', { cause })

export const archiveTooLarge = (what: string): EngineFailure =>
  new EngineFailure('document_damaged', `The document was refused: its archive unpacks to ${what}.`)
