import { damagedArchive, archiveTooLarge } from '@polyparse/formats/archive'
import { maxContainerEntries } from '@polyparse/engine'
import { entryName } from '@polyparse/formats/archive'
import { tarChecksum } from '../media-type/tar-signature.ts'
import type { ContainerEntry, ListEntries } from './entry.ts'

const tarBlockBytes = 512

/** The fields of a header (POSIX.1-1988, 10.1.1), as start and end. */
const tarHeaderFields = {
  name: [0, 100],
  size: [124, 136],
  checksum: [148, 156],
  magic: [257, 263],
  prefix: [345, 500],
} as const
const typeAt = 156

type TarHeader = { readonly path: string; readonly size: number; readonly type: string }

/**
 * The regular files in a tar archive: the old format, ustar, pax, and that of GNU with its long names. An archive that
 * ends too early has the files before that, and one that cannot be read.
 * @see https://www.gnu.org/software/tar/manual/html_node/Standard.html
 */
export const tarEntries: ListEntries = ({ bytes }) => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: ContainerEntry[] = []
  /** The values that extended headers give to the next file. */
  const said = new Map<'path' | 'size', Buffer>()
  let at = 0
  while (at < file.length) {
    if (at + tarBlockBytes > file.length) {
      entries.push(unreadEntry('the rest of the archive, which is cut off'))
      break
    }
    const header = readTarHeader(file.subarray(at, at + tarBlockBytes))
    if (header === null) break
    const { type } = header
    const saidSize = said.get('size')
    const size = saidSize === undefined || extended.has(type) ? header.size : sizeOfPaxValue(saidSize)
    const content = file.subarray(at + tarBlockBytes, at + tarBlockBytes + size)
    at += tarBlockBytes * (1 + Math.ceil(size / tarBlockBytes))
    if (type === 'x') addPaxRecords(content, said)
    else if (type === 'L') said.set('path', content)
    else if (!extended.has(type)) {
      const path = said.get('path')
      const name = path === undefined ? header.path : textOfTarField(path)
      if (isFile(type, header.path)) entries.push(entryOf(name, content, size))
      else if (!contentless.has(type) && !header.path.endsWith('/')) entries.push(unreadEntry(name))
      if (entries.length > maxContainerEntries) throw archiveTooLarge(`more than ${maxContainerEntries} files`)
      said.clear()
    }
  }
  return entries
}

/** The types of headers that only say something of the next file, or of all; `K` names the target of a link. */
const extended = new Set(['x', 'g', 'L', 'K'])

/** Links, devices, folders and pipes have no content of their own; volume labels name the archive. */
const contentless = new Set(['1', '2', '3', '4', '5', '6', 'V'])

/** A file that is there and is not read, such as a sparse one of GNU. */
const unreadEntry = (path: string): ContainerEntry => ({
  path,
  mediaType: null,
  read: () => {
    throw damagedArchive()
  },
})

/** Regular files, contiguous ones too; in the old format a folder is one whose name ends with a slash. */
const isFile = (type: string, path: string): boolean => ['0', '\0', '7'].includes(type) && !path.endsWith('/')

const entryOf = (path: string, content: Buffer, size: number): ContainerEntry => ({
  path,
  mediaType: null,
  read: () => {
    if (content.length < size) throw damagedArchive()
    return content
  },
})

/** Null at the end of the archive. */
const readTarHeader = (block: Buffer): TarHeader | null => {
  if (block.every((byte) => byte === 0)) return null
  if (numberOfTarField(block, tarHeaderFields.checksum) !== tarChecksum(block)) throw damagedArchive()
  const isUstar = block.toString('latin1', ...tarHeaderFields.magic) === 'ustar\0'
  const prefix = isUstar ? textOfTarField(block.subarray(...tarHeaderFields.prefix)) : ''
  const name = textOfTarField(block.subarray(...tarHeaderFields.name))
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: numberOfTarField(block, tarHeaderFields.size),
    type: String.fromCharCode(block[typeAt] ?? 0),
  }
}

/** A number in octal digits, or one too large for them in binary. */
const numberOfTarField = (block: Buffer, [start, end]: readonly [number, number]): number => {
  const value =
    (block[start] ?? 0) >= 0x80
      ? Number(block.readBigUInt64BE(end - 8))
      : Number.parseInt(textOfTarField(block.subarray(start, end)).trim() || '0', 8)
  if (!Number.isSafeInteger(value) || value < 0) throw damagedArchive()
  return value
}

const textOfTarField = (field: Buffer): string => {
  const end = field.indexOf(0)
  return entryName(end === -1 ? field : field.subarray(0, end))
}

/** Records of a length, a space, a key, an equals sign, a value and a line feed (POSIX.1-2001, pax). */
const addPaxRecords = (content: Buffer, said: Map<'path' | 'size', Buffer>): void => {
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(' ', at)
    const length = space === -1 ? 0 : Number.parseInt(content.toString('latin1', at, space), 10)
    if (!(length > space - at)) break
    const record = content.subarray(space + 1, at + length - 1)
    const equals = record.indexOf('=')
    const [key, value] = [record.toString('latin1', 0, equals), record.subarray(equals + 1)]
    if (key === 'path' || key === 'size') said.set(key, value)
    at += length
  }
}

const sizeOfPaxValue = (value: Buffer): number => {
  const size = Number(value.toString('latin1'))
  if (!Number.isSafeInteger(size) || size < 0) throw damagedArchive()
  return size
}
