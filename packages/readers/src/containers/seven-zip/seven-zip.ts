import { crc32 } from 'node:zlib'
import { requireRatio } from '@polyparse/formats/archive'
import { damagedArchive, archiveTooLarge } from '@polyparse/formats/archive'
import { maxContainerEntries } from '@polyparse/engine'
import type { ContainerBudget } from '../budget.ts'
import type { ContainerEntry, ListEntries } from '../entry.ts'
import { decryptWith, sevenZipFailure } from './encryption.ts'
import { type SevenZipFields, sevenZipFields } from './fields.ts'
import { type Folder, ids, readStreams } from './header.ts'
import { unpack } from './methods.ts'

/** Bytes before the packed streams: signature, version, and where the header is. */
const startBytes = 32

/**
 * The files in a 7z archive whose folders are packed by LZMA, LZMA2, Deflate, Zstandard or not at all, with or without
 * the filter for programs, and encrypted or not. A folder is unpacked when the first of its files is read, and kept until one of another is.
 * @see https://github.com/ip7z/7zip/blob/main/DOC/7zFormat.txt
 */
export const sevenZipEntries: ListEntries = ({ bytes, password }, budget) => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const contents = contentsOfSevenZipFolder(file, password, budget)
  const { folders, names } = readSevenZipHeader(file, contents)
  const places = folders.flatMap((folder) => {
    let start = 0
    return folder.files.map(({ size, crc }) => {
      start += size
      return { folder, start: start - size, size, crc }
    })
  })
  let next = 0
  return names.flatMap(({ path, isFolder, isEmpty }): ContainerEntry[] => {
    if (isFolder) return []
    if (isEmpty) return [{ path, mediaType: null, read: () => Buffer.alloc(0) }]
    const place = places[next]
    next += 1
    if (place === undefined) throw damagedArchive()
    const read = (): Buffer => {
      const content = contents(place.folder).subarray(place.start, place.start + place.size)
      if (!isIntact(content, place.crc)) throw sevenZipFailure(place.folder.coders, damagedArchive())
      return content
    }
    return [{ path, mediaType: null, read }]
  })
}

const isIntact = (content: Buffer, crc: number | null): boolean => crc === null || crc32(content) === crc

/** The bytes of a folder, of which the last one is kept. */
const contentsOfSevenZipFolder = (
  file: Buffer,
  password: string | null,
  budget: ContainerBudget,
): ((folder: Folder) => Buffer) => {
  const decrypt = decryptWith(password)
  let last: { readonly folder: Folder; readonly content: Buffer } | null = null
  return (folder) => {
    if (last?.folder === folder) return last.content
    const { start, packedSize, size, coders } = folder
    const from = startBytes + start
    if (from + packedSize > file.length) throw damagedArchive()
    const largest = Math.max(size, ...coders.map((coder) => coder.size))
    requireRatio({ size: largest, compressedSize: packedSize })
    budget.take(largest)
    last = null
    const content = unpack(file.subarray(from, from + packedSize), coders, decrypt)
    last = { folder, content }
    return content
  }
}

type SevenZipHeader = { readonly folders: readonly Folder[]; readonly names: readonly Name[] }

/** The header, which may be packed and encrypted itself. */
const readSevenZipHeader = (file: Buffer, contents: (folder: Folder) => Buffer): SevenZipHeader => {
  if (file.length < startBytes) throw damagedArchive()
  const start = startBytes + Number(file.readBigUInt64LE(12))
  const size = Number(file.readBigUInt64LE(20))
  if (size === 0) return { folders: [], names: [] }
  if (start + size > file.length) throw damagedArchive()
  const stored = file.subarray(start, start + size)
  if (crc32(stored) !== file.readUInt32LE(28)) throw damagedArchive()
  if (stored[0] !== ids.encodedHeader) return headerIn(stored)
  const [folder] = readStreams(sevenZipFields(stored.subarray(1)))
  if (folder === undefined) throw damagedArchive()
  const header = contents(folder)
  const crc = folder.files[0]?.crc ?? null
  if (!isIntact(header, crc)) throw sevenZipFailure(folder.coders, damagedArchive())
  try {
    return headerIn(header)
  } catch (error) {
    // Nothing but this shows that a password is wrong where there is no checksum.
    throw crc === null ? sevenZipFailure(folder.coders, error) : error
  }
}

const headerIn = (bytes: Buffer): SevenZipHeader => {
  const fields = sevenZipFields(bytes)
  if (fields.byte() !== ids.header) throw damagedArchive()
  let folders: readonly Folder[] = []
  let names: readonly Name[] = []
  for (let id = fields.byte(); id !== ids.end; id = fields.byte()) {
    if (id === ids.streams) folders = readStreams(fields)
    else if (id === ids.files) names = readNames(fields)
    else if (id === ids.otherStreams) readStreams(fields)
    else if (id === ids.properties) skipProperties(fields)
    else throw damagedArchive()
  }
  return { folders, names }
}

const skipProperties = (fields: SevenZipFields): void => {
  while (fields.byte() !== ids.end) fields.bytes(fields.number())
}

type Name = { readonly path: string; readonly isFolder: boolean; readonly isEmpty: boolean }

const readNames = (fields: SevenZipFields): Name[] => {
  const count = fields.count()
  if (count > maxContainerEntries) throw archiveTooLarge(`more than ${maxContainerEntries} files`)
  let paths: string[] = []
  let withoutStream: boolean[] = []
  let emptyFiles: boolean[] = []
  for (let id = fields.number(); id !== ids.end; id = fields.number()) {
    const size = fields.number()
    const data = fields.bytes(size)
    const own = sevenZipFields(data)
    if (id === ids.names) paths = own.byte() === 0 ? data.toString('utf16le', 1).split('\0') : []
    else if (id === ids.emptyStreams) withoutStream = own.flags(count)
    else if (id === ids.emptyFiles) emptyFiles = own.flags(withoutStream.filter(Boolean).length)
  }
  let next = 0
  return Array.from({ length: count }, (_, index): Name => {
    const path = paths[index] ?? ''
    if (withoutStream[index] !== true) return { path, isFolder: false, isEmpty: false }
    next += 1
    const isEmpty = emptyFiles[next - 1] === true
    return { path, isFolder: !isEmpty, isEmpty }
  })
}
