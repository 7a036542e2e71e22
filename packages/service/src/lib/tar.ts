import type { FileHandle } from 'node:fs/promises'

// Archives of plain files in the format ustar, which every tar program reads:
// https://www.gnu.org/software/tar/manual/html_node/Standard.html

const ustarBlockBytes = 512
const maxNameBytes = 100
/** The largest size in eleven octal digits; larger ones are binary, as GNU tar and others write them. */
const maxOctal = 0o77777777777

const ustarFieldOffsets = {
  name: 0,
  mode: 100,
  user: 108,
  group: 116,
  size: 124,
  modified: 136,
  checksum: 148,
  type: 156,
} as const
const magicStart = 257
const magic = 'ustar\u000000'

export type TarEntry = { readonly name: string; readonly size: number }

/** The bytes are not an archive, or not a whole one. */
export class TarError extends Error {
  override readonly name = 'TarError'
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

const checksumOf = (header: Uint8Array): number => {
  let sum = 0
  for (const [index, byte] of header.entries())
    sum += index >= ustarFieldOffsets.checksum && index < ustarFieldOffsets.type ? 0x20 : byte
  return sum
}

/** Returns what precedes the content of a file that only its owner can read. */
export const tarHeader = ({ name, size }: TarEntry, modifiedAt: Date): Buffer => {
  if (Buffer.byteLength(name) > maxNameBytes) throw new RangeError(`the name ${name} is too long for an archive`)
  const header = Buffer.alloc(ustarBlockBytes)
  header.write(name, ustarFieldOffsets.name)
  header.write(octal(0o600, 7), ustarFieldOffsets.mode)
  header.write(octal(0, 7), ustarFieldOffsets.user)
  header.write(octal(0, 7), ustarFieldOffsets.group)
  if (size <= maxOctal) header.write(octal(size, 11), ustarFieldOffsets.size)
  else {
    header[ustarFieldOffsets.size] = 0x80
    header.writeBigUInt64BE(BigInt(size), ustarFieldOffsets.size + 4)
  }
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000), 11), ustarFieldOffsets.modified)
  header.write('0', ustarFieldOffsets.type)
  header.write(magic, magicStart)
  header.write(`${octal(checksumOf(header), 6)}\0 `, ustarFieldOffsets.checksum)
  return header
}

const paddingBytes = (size: number): number => (ustarBlockBytes - (size % ustarBlockBytes)) % ustarBlockBytes

/** Returns what follows the content of a file. */
export const tarPadding = (size: number): Buffer => Buffer.alloc(paddingBytes(size))

/** The blocks after the last file. */
export const tarEnd: Uint8Array = Buffer.alloc(2 * ustarBlockBytes)

const parseHeader = (header: Buffer): TarEntry => {
  const textOf = (start: number, end: number) => header.toString('utf8', start, end).replace(/\0.*$/s, '')
  const numberOf = (start: number, end: number) => {
    const digits = textOf(start, end).trim()
    if (!/^[0-7]+$/.test(digits)) throw new TarError('a header is damaged')
    return Number.parseInt(digits, 8)
  }
  if (numberOf(ustarFieldOffsets.checksum, ustarFieldOffsets.type) !== checksumOf(header))
    throw new TarError('a header is damaged')
  if (textOf(ustarFieldOffsets.type, ustarFieldOffsets.type + 1) !== '0')
    throw new TarError('something is not a plain file')
  const isBinary = header[ustarFieldOffsets.size] === 0x80
  const size = isBinary
    ? Number(header.readBigUInt64BE(ustarFieldOffsets.size + 4))
    : numberOf(ustarFieldOffsets.size, ustarFieldOffsets.modified)
  return { name: textOf(ustarFieldOffsets.name, ustarFieldOffsets.mode), size }
}

export type StoredTarEntry = TarEntry & {
  /** The content, from its start at every call. */
  readonly read: () => AsyncIterable<Uint8Array>
}

/**
 * The files of an archive in a file, in their order. It must end right behind its last block.
 * @throws {TarError}
 */
export async function* readTar(file: FileHandle): AsyncGenerator<StoredTarEntry> {
  const { size: total } = await file.stat()
  for (let at = 0; ;) {
    const { buffer: header, bytesRead } = await file.read(Buffer.alloc(ustarBlockBytes), 0, ustarBlockBytes, at)
    if (bytesRead < ustarBlockBytes) throw new TarError('it is cut off')
    if (header.every((byte) => byte === 0)) {
      if (total !== at + tarEnd.length)
        throw new TarError(total < at + tarEnd.length ? 'it is cut off' : 'it goes on behind its end')
      return
    }
    const { name, size } = parseHeader(header)
    const start = at + ustarBlockBytes
    at = start + size + paddingBytes(size)
    if (at > total) throw new TarError('it is cut off')
    yield { name, size, read: () => readRange(file, start, size) }
  }
}

const ustarReadChunkBytes = 256 * 1024

async function* readRange(file: FileHandle, start: number, size: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < size;) {
    const length = Math.min(ustarReadChunkBytes, size - done)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start + done)
    if (bytesRead === 0) throw new TarError('it is cut off')
    yield buffer.subarray(0, bytesRead)
    done += bytesRead
  }
}
